import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineEvent, KeyChange } from '@chat/device-sessions/engines';
import { until } from '@chat/test-kit';
import type { Phone } from '../network/phone';
import type { PhoneNetwork } from '../network/phone-network';
import { Calls } from './calls';
import { Database, settingsFor, TYPESCRIPT } from './owner-process';

/** A process that holds many sessions, each of one phone, to be measured. */
export class SessionsProcess {
  readonly databases = new Map<string, Database>();
  readonly opened = new Map<string, number>();
  private readonly codes = new Map<string, string>();
  private readonly calls: Calls;

  private constructor(
    private readonly child: ChildProcess,
    private readonly network: PhoneNetwork,
  ) {
    this.calls = new Calls(child);
  }

  /** @param environment of the process, beside ours. */
  static async start(
    network: PhoneNetwork,
    environment: Record<string, string> = {},
  ): Promise<SessionsProcess> {
    const child = fork(join(__dirname, 'sessions.main.ts'), {
      execArgv: ['--expose-gc', '-C', '@chat/source', '-r', TYPESCRIPT],
      env: { ...process.env, ...environment, ENGINE: JSON.stringify(settingsFor(network)) },
      serialization: 'advanced',
    });
    const sessions = new SessionsProcess(child, network);
    await sessions.prepare();
    return sessions;
  }

  /** Starts the phone's session. */
  async begin(phone: Phone): Promise<void> {
    const database = this.databases.get(phone.digits) ?? new Database();
    this.databases.set(phone.digits, database);
    await this.calls.ask('start', phone.digits, database.state);
  }

  /** Links the phone, whose owner takes this long to scan the code. */
  async link(phone: Phone, scanMs = 0): Promise<void> {
    await this.begin(phone);
    const code = await until(() => this.codes.get(phone.digits), { describe: 'a code' });
    await delay(scanMs);
    await this.network.linking.scan(phone, code);
    await this.untilOpened(phone, 1);
  }

  /** Waits until the session has been opened that many times. */
  async untilOpened(phone: Phone, times: number): Promise<void> {
    const isThere = () => (this.opened.get(phone.digits) ?? 0) >= times;
    await until(isThere, { describe: 'the session', timeoutMs: 120_000 });
  }

  /** Sends a text. @returns how long the answer took, in ms. */
  send(phone: Phone, chatMessageId: string, to: Phone): Promise<number> {
    return this.calls.ask('send', phone.digits, chatMessageId, to.digits);
  }

  /** @returns by how many bytes the process grew while it sent a document of this size, and fetched it again. */
  passDocument(phone: Phone, to: Phone, size: number): Promise<number> {
    return this.calls.ask('passDocument', phone.digits, to.digits, size);
  }

  memory(): Promise<{ heap: number; peak: number }> {
    return this.calls.ask('memory');
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }

  private prepare(): Promise<void> {
    return new Promise((resolve) => {
      const of = (name: string) => this.databases.get(name)!;
      this.calls.answer({
        ready: () => resolve(),
        saveState: (name: string, state: string) => of(name).saveState(state),
        readKeys: (name: string, kind: string, ids: string[]) => of(name).readKeys(kind, ids),
        readAllKeys: (name: string, kind: string) => of(name).readAllKeys(kind),
        writeKeys: (name: string, changes: KeyChange[]) => of(name).write(changes),
        handle: (name: string, event: EngineEvent) => this.handle(name, event),
      });
    });
  }

  private handle(name: string, event: EngineEvent): void {
    if (event.type === 'qr') this.codes.set(name, event.text);
    if (event.type === 'open') this.opened.set(name, (this.opened.get(name) ?? 0) + 1);
    if (event.type === 'arrived') this.databases.get(name)!.write(event.keys);
  }
}
