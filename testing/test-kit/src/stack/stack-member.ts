import { until } from '../until';

/** One real process of a stack. */
export interface StackMember {
  readonly name: string;
  /** Its process id while it runs. */
  readonly pid: number | undefined;
  /** Resolves when it is ready for work; its port, data and environment are those of the last time. */
  start(): Promise<void>;
  /** Asks it to leave; rejects when it does not do so cleanly. */
  stop(): Promise<void>;
}

/** Ends a process that gets no chance to tidy up, and resolves when it is gone. */
export async function killNow(pid: number, name: string): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid), { describe: `the end of ${name} (process ${pid})` });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
