import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { exists } from './file-access';
import { tailOf } from './processes';

const READY_TIMEOUT_MS = 90_000;
/** An app drains within ten seconds; what still runs then is killed. */
const STOP_TIMEOUT_MS = 12_000;

export interface AppCommand {
  readonly name: string;
  /** The file that Node runs. */
  readonly entry: string;
  /** What runs it instead of this process's own Node. */
  readonly execPath?: string;
  /** Node's own options. */
  readonly nodeOptions?: readonly string[];
  /** All of its environment but for what the launch itself sets: HEALTH_PORT and EXIT_WITH_PARENT. */
  readonly env: NodeJS.ProcessEnv;
  /** Where it answers `/readyz`. */
  readonly healthPort: number;
  readonly logFile: string;
}

/**
 * One of our Node processes, which can be started again after it left. It leaves with this process, also when this
 * one is killed. Its log is a file that all its starts continue; the log of an earlier launcher ends in `.previous`.
 */
export class AppProcess {
  private child: ChildProcess | undefined;
  private wasReady = false;

  constructor(private command: AppCommand) {}

  get name(): string {
    return this.command.name;
  }

  /** The process id while it runs. */
  get pid(): number | undefined {
    return this.child && isRunning(this.child) ? this.child.pid : undefined;
  }

  /** Runs another file from the next start on. */
  runFrom(entry: string): void {
    this.command = { ...this.command, entry };
  }

  /** Spawns the process and resolves when it is ready. @throws Error as `spawn` and `ready` do. */
  async start(): Promise<void> {
    await this.spawn();
    await this.ready();
  }

  /** @throws Error when it runs already, or was never built. */
  async spawn(): Promise<void> {
    const {
      name,
      entry,
      execPath = process.execPath,
      nodeOptions = [],
      env,
      healthPort,
      logFile,
    } = this.command;
    if (this.pid !== undefined) throw new Error(`${name} runs already.`);
    if (!(await exists(entry))) throw new Error(`${entry} is missing. Run "npm run build" first.`);
    if (!this.child) await rename(logFile, `${logFile}.previous`).catch(() => undefined);

    const log = await open(logFile, 'a', 0o600);
    try {
      // By the IPC channel the app notices that this process was killed, and leaves too.
      this.child = fork(entry, [], {
        env: { ...env, HEALTH_PORT: String(healthPort), EXIT_WITH_PARENT: '1' },
        execPath,
        execArgv: [...nodeOptions],
        stdio: ['ignore', log.fd, log.fd, 'ipc'],
      });
      this.wasReady = false;
      await once(this.child, 'spawn');
    } finally {
      await log.close();
    }
  }

  /** @throws Error with the end of the log when the app leaves before it is ready, or is not ready in 90 seconds. */
  async ready(): Promise<void> {
    const giveUpAt = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.isReady())) {
      if (this.pid === undefined) throw await this.failure('left before it was ready');
      if (Date.now() > giveUpAt)
        throw await this.failure(`is not ready after ${READY_TIMEOUT_MS / 1000} seconds`);
      await delay(50);
    }
    this.wasReady = true;
  }

  /** Sends a message to what listens on the process's IPC channel; without effect when the process is gone. */
  send(message: object): void {
    if (this.child?.connected) this.child.send(message, () => undefined);
  }

  /** Rejects when the process is gone, however it went. */
  async left(): Promise<never> {
    const { child } = this;
    if (child && isRunning(child)) await once(child, 'exit');
    throw await this.failure(`left (${child?.signalCode ?? `exit code ${child?.exitCode}`})`);
  }

  /**
   * Asks the process to leave and resolves when it is gone; one that left before is no error.
   * @throws Error with the end of the log when it was ready, and did not drain and leave by itself.
   */
  async stop(): Promise<void> {
    const { child } = this;
    if (!child || !isRunning(child)) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await once(child, 'exit');
    clearTimeout(timer);
    if (this.wasReady && child.exitCode !== 0) throw await this.failure('did not leave cleanly');
  }

  private async failure(what: string): Promise<Error> {
    const { name, logFile } = this.command;
    return new Error(`${name} ${what}. The end of ${logFile}:\n${await tailOf(logFile)}`);
  }

  private async isReady(): Promise<boolean> {
    const url = `http://127.0.0.1:${this.command.healthPort}/readyz`;
    return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
