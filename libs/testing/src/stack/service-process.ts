import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { until } from '../until';
import type { StackMember } from './stack-member';

export interface ServiceProcessOptions {
  name: string;
  /** The JavaScript file that Node runs. */
  entry: string;
  /** All of its environment beside PATH and HOME. */
  env: Record<string, string>;
  /** Answers 200 when the process is ready. */
  readyUrl: string;
  logFile: string;
}

const readyTimeoutMs = 90_000;
const stopTimeoutMs = 10_000;
const shownLogLines = 30;

/** A Node process of ours; its output is appended to the log file. */
export class ServiceProcess implements StackMember {
  readonly name: string;
  readonly logFile: string;
  private child: ChildProcess | undefined;

  constructor(private readonly options: ServiceProcessOptions) {
    this.name = options.name;
    this.logFile = options.logFile;
  }

  get pid(): number | undefined {
    return this.hasLeft() ? undefined : this.child?.pid;
  }

  async start(): Promise<void> {
    const { name, entry, readyUrl } = this.options;
    if (this.pid !== undefined) throw new Error(`${name} runs already.`);
    if (!existsSync(entry)) throw new Error(`${entry} is missing. Run "npm run build" first.`);

    await this.spawn();
    const isSettled = async () => this.hasLeft() || (await answersOk(readyUrl));
    await until(isSettled, { timeoutMs: readyTimeoutMs, describe: `${name} to be ready` }).catch(
      (error: Error) => this.fail(error.message),
    );
    if (this.hasLeft()) await this.fail(`${name} left before it was ready.`);
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || this.pid === undefined) return;
    const isOut = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await isOut;
    clearTimeout(timer);
    if (child.exitCode !== 0)
      await this.fail(`${this.name} did not leave cleanly within ${stopTimeoutMs} ms.`);
  }

  private async spawn(): Promise<void> {
    const { entry, env, logFile } = this.options;
    const log = await open(logFile, 'a');
    try {
      // By the IPC channel a process notices that its launcher was killed, and leaves too.
      const child = fork(entry, [], {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, EXIT_WITH_PARENT: '1', ...env },
        execArgv: [],
        stdio: ['ignore', log.fd, log.fd, 'ipc'],
      });
      child.channel?.unref();
      this.child = child;
      await once(child, 'spawn');
    } finally {
      await log.close();
    }
  }

  private hasLeft(): boolean {
    return this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async fail(message: string): Promise<never> {
    const log = await readFile(this.logFile, 'utf8').catch(() => '');
    throw new Error(
      `${message} The end of its log:\n${log.trimEnd().split('\n').slice(-shownLogLines).join('\n')}`,
    );
  }
}

async function answersOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  );
}
