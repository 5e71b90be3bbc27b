import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Arrival, EngineEvent, KeyChange, SendOutcome } from '@chat/device-sessions/engines';
import { until } from '@chat/test-kit';
import type { EngineSettings } from '../engine/engine';
import type { PhoneNetwork } from '../network/phone-network';
import { Calls, type Channel } from './calls';

/** Lets Node run our sources. */
export const TYPESCRIPT = join(__dirname, '../../../../testing/test-kit/src/typescript-hook.cjs');

/** What survives a kill: each write is there as a whole, or not at all. */
export class Database {
  state: string | null = null;
  readonly keys = new Map<string, Uint8Array>();
  /** What was composed, for a device that could not read it. */
  readonly sent = new Map<string, Uint8Array>();
  /** By id, as a table keeps them that takes each message once. */
  readonly arrivals = new Map<string, Arrival>();
  /** While it is away, reads wait and writes fail. */
  isAway = false;

  async readKeys(kind: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    while (this.isAway) await delay(10);
    const found = ids.filter((id) => this.keys.has(`${kind} ${id}`));
    return new Map(found.map((id) => [id, this.keys.get(`${kind} ${id}`)!]));
  }

  readAllKeys(kind: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const ofKind = [...this.keys.keys()].filter((key) => key.startsWith(`${kind} `));
    return this.readKeys(
      kind,
      ofKind.map((key) => key.slice(kind.length + 1)),
    );
  }

  write(changes: readonly KeyChange[], arrivals: readonly Arrival[] = []): void {
    this.requireThere();
    for (const { kind, id, value } of changes)
      if (value) this.keys.set(`${kind} ${id}`, value);
      else this.keys.delete(`${kind} ${id}`);
    for (const arrival of arrivals) {
      const key = arrival.type === 'receipt' ? `${arrival.level} ` : '';
      const id = key + arrival.chatMessageId;
      if (!this.arrivals.has(id)) this.arrivals.set(id, arrival);
    }
  }

  saveState(state: string): void {
    this.requireThere();
    this.state = state;
  }

  private requireThere(): void {
    if (this.isAway) throw new Error('The database is away.');
  }
}

/** Returns how the engine reaches this network. */
export function settingsFor({ url, rootKey, media }: PhoneNetwork): EngineSettings {
  return { url, rootKey, codeMs: 20_000, queryTimeoutMs: 5_000, mediaHost: media.name, mediaCa: media.ca };
}

/** A process that owns the session until it is killed. */
export class OwnerProcess {
  isOpen = false;
  isDead = false;
  readonly events: EngineEvent[] = [];
  /** Called before and after each of its writes and reads; it may kill the owner. */
  step: (owner: OwnerProcess) => void = () => undefined;
  /** Decides whether the listener fails. */
  fails: () => boolean = () => false;
  private readonly calls: Calls;
  private readonly ready: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly database: Database,
  ) {
    this.calls = new Calls({
      send: (message) => {
        if (!this.isDead) child.send(message);
      },
      // What it wrote after it was killed was not committed.
      on: (event, listener) => child.on(event, (message) => !this.isDead && listener(message as never)),
    } satisfies Channel);
    this.ready = new Promise((resolve) => {
      this.calls.answer({
        ready: () => resolve(),
        saveState: (state: string) => this.stepped(() => database.saveState(state)),
        readKeys: (kind: string, ids: string[]) => this.stepped(() => database.readKeys(kind, ids)),
        readAllKeys: (kind: string) => this.stepped(() => database.readAllKeys(kind)),
        writeKeys: (changes: KeyChange[]) => this.stepped(() => database.write(changes)),
        sentContent: (id: string) => this.stepped(() => database.sent.get(id) ?? null),
        handle: (event: EngineEvent) => this.handle(event),
      });
    });
  }

  /** Starts a process that is ready to take the session over. */
  static spawn(network: PhoneNetwork, database: Database): OwnerProcess {
    const child = fork(join(__dirname, 'owner.main.ts'), {
      execArgv: ['-C', '@chat/source', '-r', TYPESCRIPT],
      env: { ...process.env, ENGINE: JSON.stringify(settingsFor(network)) },
      serialization: 'advanced',
    });
    return new OwnerProcess(child, database);
  }

  async start(): Promise<void> {
    await this.ready;
    await this.calls.ask('start', this.database.state);
  }

  async untilOpenOrDead(): Promise<void> {
    await until(() => this.isOpen || this.isDead, { describe: 'the owner to be there, or dead' });
  }

  /** Sends a text. @returns null when it did not live to tell. */
  async send(chatMessageId: string, phone: string): Promise<SendOutcome | null> {
    const message = { chatMessageId, reference: '1', to: { phone, userId: null } };
    const composed = await Promise.race([this.calls.ask<Uint8Array>('compose', 'Hi'), this.death()]);
    if (!composed) return null;
    // The record of a send is committed before it is sent.
    this.database.sent.set(chatMessageId, composed);
    return Promise.race([this.calls.ask<SendOutcome>('send', { ...message, composed }), this.death()]);
  }

  /** Whether it has ended, by itself or not. */
  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Kills it with SIGKILL: nothing that it writes from now on is there. */
  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.child.kill('SIGKILL');
  }

  private async death(): Promise<null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return null;
  }

  private async handle(event: EngineEvent): Promise<void> {
    this.events.push(event);
    if (event.type === 'open') this.isOpen = true;
    if (event.type === 'closed') this.isOpen = false;
    if (event.type !== 'arrived') return;
    if (this.fails()) throw new Error('The listener fails.');
    await this.stepped(() => this.database.write(event.keys, event.arrivals));
  }

  private async stepped<T>(work: () => T | Promise<T>): Promise<T> {
    this.step(this);
    if (this.isDead) throw new Error('The process is dead.');
    const result = await work();
    this.step(this);
    return result;
  }
}
