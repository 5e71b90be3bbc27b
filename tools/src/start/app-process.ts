import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const READY_TIMEOUT_MS = 60_000;
/** An app drains within ten seconds; what still runs then is killed. */
const STOP_TIMEOUT_MS = 12_000;
const SHOWN_LOG_CHARACTERS = 3_000;

export interface AppCommand {
  readonly name: string;
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly healthPort: number;
  readonly logFile: string;
}

/** One of our Node processes. Its log is a file, which outlives this launcher; the log of the run before is kept. */
export class AppProcess {
  private constructor(
    private readonly command: AppCommand,
    private readonly child: ChildProcess,
    private readonly gone: Promise<unknown>,
  ) {}

  static async spawn(command: AppCommand): Promise<AppProcess> {
    await rename(command.logFile, `${command.logFile}.previous`).catch(() => undefined);
    const log = await open(command.logFile, 'a');
    try {
      // By the IPC channel the app notices that this launcher was killed, and leaves too.
      const env = { ...command.env, HEALTH_PORT: String(command.healthPort), EXIT_WITH_PARENT: '1' };
      const child = fork(command.entry, [], { env, execArgv: [], stdio: ['ignore', log.fd, log.fd, 'ipc'] });
      const gone = once(child, 'exit');
      await once(child, 'spawn');
      return new AppProcess(command, child, gone);
    } finally {
      await log.close();
    }
  }

  get name(): string {
    return this.command.name;
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** @throws Error with the end of the log when the app leaves before it is ready, or is not ready within a minute. */
  async ready(): Promise<void> {
    const giveUpAt = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.isReady())) {
      if (this.hasLeft) throw await this.failure('could not start');
      if (Date.now() > giveUpAt) throw await this.failure('is not ready after a minute');
      await delay(50);
    }
  }

  /** Rejects when the process is gone, however it went. */
  async left(): Promise<never> {
    await this.gone;
    throw await this.failure(`left (${this.child.signalCode ?? `exit code ${this.child.exitCode}`})`);
  }

  async stop(): Promise<void> {
    if (this.hasLeft) return;
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.gone;
    clearTimeout(timer);
  }

  private async failure(what: string): Promise<Error> {
    const log = await readFile(this.command.logFile, 'utf8');
    return new Error(
      `${this.name} ${what}. The end of ${this.command.logFile}:\n${log.slice(-SHOWN_LOG_CHARACTERS)}`,
    );
  }

  private get hasLeft(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.command.healthPort}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  }
}
