import type { Action, Order } from './failpoint';

type Armed = Extract<Order, { do: 'arm' }>;

let armed: Armed | null = null;
let passes = 0;

/** One failpoint at a time, once: the process that was hurt there is not hurt there again when it goes on. */
export function arm(order: Armed): void {
  armed = order;
  passes = 0;
}

export function disarm(): void {
  armed = null;
}

/** Whether somebody waits for this action, so that what it acts on is worth finding out. */
export function isAwaited(action: Action): boolean {
  return armed?.point.action === action;
}

/** The process is at this point now. SIGKILL and SIGSTOP to oneself take effect before this returns. */
export function reach(moment: 'before' | 'after', action: Action, objects: readonly string[]): void {
  if (!armed) return;
  const { point, skip, signal } = armed;
  if (point.moment !== moment || point.action !== action || !objects.includes(point.object)) return;
  passes += 1;
  if (passes <= skip) return;
  armed = null;
  process.kill(process.pid, signal);
}
