import type { Action, Order } from './failpoint';

type Armed = Extract<Order, { do: 'arm' }>;

let armed: Armed | null = null;
let passes = 0;

/** Arms one failpoint, which applies once: a paused process is not paused there again after it resumes. */
export function arm(order: Armed): void {
  armed = order;
  passes = 0;
}

export function disarm(): void {
  armed = null;
}

/** Whether an armed failpoint waits for this action, so that its object must be determined. */
export function isAwaited(action: Action): boolean {
  return armed?.point.action === action;
}

/** Called when the process is at this point. SIGKILL and SIGSTOP to itself take effect before this returns. */
export function reach(moment: 'before' | 'after', action: Action, objects: readonly string[]): void {
  if (!armed) return;
  const { point, skip, signal } = armed;
  if (point.moment !== moment || point.action !== action || !objects.includes(point.object)) return;
  passes += 1;
  if (passes <= skip) return;
  armed = null;
  process.kill(process.pid, signal);
}
