import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { exists } from './file-access';
import { tailOf } from './processes';

const READY_TIMEOUT_MS = 90_000;
/** An app drains within ten seconds; one that still runs after this timeout is killed. */
const STOP_TIMEOUT_MS = 12_000;

export interface AppCommand {
  readonly name: string;
  /** The file that Node runs. */
  readonly entry: string;
  /** The executable that runs it; default: the Node of this process. */
  readonly execPath?: string;
  /** Command-line options of Node itself. */
  readonly nodeOptions?: readonly string[];
  /** Its whole environment, apart from HEALTH_PORT and EXIT_WITH_PARENT, which the launch sets. */
  readonly env: NodeJS.ProcessEnv;
  /** The port on which it answers `/readyz`. */
  readonly healthPort: number;
  readonly logFile: string;
}

/**
 * One of our Node processes, which can be restarted after it exits. It exits with this process, even if this one is
 * killed. All its starts append to one log file; the log of an earlier launcher is renamed to `.previous`.
 */
export class AppProcess {
  private child: ChildProcess | undefined;
  private wasReady = false;

  constructor(private command: AppCommand) {}

  get name(): string {
    return this.command.name;
  }

  /** The process id; undefined while it is not running. */
  get pid(): number | undefined {
    return this.child && isRunning(this.child) ? this.child.pid : undefined;
  }

  /** Sets the file that Node runs from the next start on. */
  runFrom(entry: string): void {
    this.command = { ...this.command, entry };
  }

  /** Changes its environment from the next start on. */
  reconfigure(change: (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv): void {
    this.command = { ...this.command, env: change(this.command.env) };
  }

  /**
   * Spawns the process and resolves when it is ready.
   * @throws Error as `spawn` and `ready` do.
   */
  async start(): Promise<void> {
    await this.spawn();
    await this.ready();
  }

  /** @throws Error when it is already running, or has not been built. */
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
      // Through the IPC channel the app notices that this process was killed, and exits too.
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

  /** @throws Error with the end of the log when the app exits before it is ready, or is not ready within 90 seconds. */
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

  /** Sends a message over the process's IPC channel; no effect when the process is gone. */
  send(message: object): void {
    if (this.child?.connected) this.child.send(message, () => undefined);
  }

  /** Rejects when the process is gone, for whatever reason. */
  async left(): Promise<never> {
    const { child } = this;
    if (child && isRunning(child)) await once(child, 'exit');
    throw await this.failure(`left (${child?.signalCode ?? `exit code ${child?.exitCode}`})`);
  }

  /**
   * Asks the process to exit and resolves when it is gone; does nothing when it is not running.
   * @throws Error with the end of the log when it had been ready and did not drain and exit cleanly.
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

  /** Whether all of its readiness checks pass. */
  async isReady(): Promise<boolean> {
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
