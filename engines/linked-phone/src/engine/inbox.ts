import { SerialQueue, type SessionStore } from '@chat/device-sessions/engines';
import { getBinaryNodeChild, type AuthenticationCreds, type BinaryNode } from '@whiskeysockets/baileys';
import { readMessages, readWriting, type PhoneOf, type Writing } from './arrivals.rules';
import { OrderedWrites, sealedIn } from './signal-repository';
import type { ListenerQueue } from './listener-queue';
import { unreadable, UnreadableMessages } from './unreadable-messages';

export interface InboxSettings {
  queryTimeoutMs: number;
  /** How long to wait for a message that could not be read, and was asked for again; a quarter of an hour if absent. */
  unreadableMs?: number;
}

/** The connection that messages come over. */
export interface MessageLine {
  hasEnded(): boolean;
  /** Nothing leaves any more once this returns. */
  terminate(): void;
}

const UNREADABLE_MS = 15 * 60_000;

/** Passes messages to the library in the order in which they came, one by one, and tells what they say. */
export class Inbox {
  readonly writes: OrderedWrites;
  private readonly queue = new SerialQueue();
  private readonly unreadable: UnreadableMessages;

  constructor(
    private readonly creds: AuthenticationCreds,
    private readonly session: SessionStore,
    private readonly listener: ListenerQueue,
    private readonly line: MessageLine,
    private readonly settings: InboxSettings,
  ) {
    this.unreadable = new UnreadableMessages(session, listener, settings.unreadableMs ?? UNREADABLE_MS);
    this.writes = new OrderedWrites(
      (stanza, bytes, phoneOf) =>
        readMessages(stanza, bytes, {
          ...this.known(phoneOf),
          unread: (...name) => this.unreadable.find(...name),
        }),
      (arrivals, keys) => this.listener.arrive(arrivals, [...keys, ...this.unreadable.settle(arrivals)]),
      (changes) => this.orTerminate(this.session.writeKeys(changes)),
      async (stanza, phoneOf) => this.addUnreadable(await readWriting(stanza, this.known(phoneOf))),
    );
  }

  /** Continues to wait for what earlier connections could not read. */
  load(): Promise<void> {
    return this.unreadable.load();
  }

  take(stanza: BinaryNode, phoneOf: PhoneOf, pass: () => void): void {
    const isHandled = this.writes.note(stanza);
    void this.queue.take(async () => {
      if (this.line.hasEnded()) return;
      const isStored = sealedIn(stanza) ? true : await this.onUnavailable(stanza, phoneOf);
      if (!isStored) return;
      pass();
      // What the library cannot make anything of must not hold up the rest.
      await inTime(isHandled, this.settings.queryTimeoutMs);
    });
  }

  end(): void {
    this.unreadable.end();
  }

  /** The network has nothing of a message that this device could read. @returns whether the library may go on, which asks the phone for it. */
  private async onUnavailable(stanza: BinaryNode, phoneOf: PhoneOf): Promise<boolean> {
    try {
      const writing = await readWriting(stanza, this.known(phoneOf));
      const isForGood = getBinaryNodeChild(stanza, 'unavailable')?.attrs.type !== undefined;
      if (writing && isForGood) await this.listener.arrive(unreadable(writing), []);
      else await this.addUnreadable(writing);
      return true;
    } catch {
      return false;
    }
  }

  private async addUnreadable(writing: Writing | null): Promise<void> {
    if (writing) await this.orTerminate(this.unreadable.add(writing));
  }

  private known(phoneOf: PhoneOf) {
    return { me: this.creds.me!, phoneOf, now: new Date() };
  }

  /** What could not be stored must not be confirmed, nor refused. */
  private async orTerminate(write: Promise<void>): Promise<void> {
    try {
      await write;
    } catch (error) {
      this.line.terminate();
      throw error;
    }
  }
}

/** @returns undefined when the time is up. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
