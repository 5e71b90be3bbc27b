import { until } from '../until';

/** One real process of a stack. */
export interface StackMember {
  readonly name: string;
  /** Its process id while it runs. */
  readonly pid: number | undefined;
  /** Resolves when it is ready; it keeps its port, data and environment. */
  start(): Promise<void>;
  /** Stops it; rejects if it does not exit cleanly. */
  stop(): Promise<void>;
}

/** Kills a process, and resolves when it is gone. */
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
