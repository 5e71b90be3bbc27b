import { createHash } from 'node:crypto';
import type { Arrival, KeyChange, Person, SessionStore } from '@chat/device-sessions/engines';
import type { Writing } from './arrivals.rules';
import type { ListenerQueue } from './listener-queue';

const KIND = 'unreadable';
/** How the ids begin of what stands for a message: the message has its own id still to come under. */
const STANDING = 'unreadable-';

interface Unreadable extends Writing {
  since: Date;
}

/**
 * Messages that this device could not read. Their writer, or the phone, is asked for them; if nobody answers in time, the
 * listener is told that there was one, which its owner can read on the phone. They are stored, since this may take longer than a
 * connection: each under a key that names its person, so that it can be found and erased with all else of theirs.
 */
export class UnreadableMessages {
  /** By their keys: whoever writes chooses the id of a message, which may be that of another's. */
  private readonly waiting = new Map<string, Unreadable>();
  private timer: NodeJS.Timeout | undefined;
  private hasEnded = false;

  /** @param waitMs how long an answer is waited for. */
  constructor(
    private readonly session: SessionStore,
    private readonly listener: ListenerQueue,
    private readonly waitMs: number,
  ) {}

  /** Continues to wait for those of earlier connections. */
  async load(): Promise<void> {
    const stored = [...(await this.session.readAllKeys(KIND)).values()].map(read);
    for (const each of stored.toSorted((one, other) => one.since.getTime() - other.since.getTime()))
      this.waiting.set(keyOf(each), each);
    this.watch();
  }

  /** Returns what is known of a message of this person. */
  find(id: string, person: Person): Writing | null {
    const isIt = (writing: Writing) => writing.chatMessageId === id && mayBeSame(writing.person, person);
    return [...this.waiting.values()].find(isIt) ?? null;
  }

  /** Resolves when it is stored. */
  async add(writing: Writing): Promise<void> {
    const id = keyOf(writing);
    if (this.waiting.has(id)) return;
    const unread = { ...writing, since: new Date() };
    this.waiting.set(id, unread);
    const value = Buffer.from(JSON.stringify(unread));
    await this.session.writeKeys([{ kind: KIND, id, value }]);
    this.watch();
  }

  /** Forgets those that have arrived. @returns the changes of keys, to be committed together with the arrivals. */
  settle(arrivals: readonly Arrival[]): KeyChange[] {
    return arrivals.flatMap((arrival) => {
      if (arrival.type === 'receipt') return [];
      const person = arrival.type === 'echo' ? arrival.to : arrival.from;
      const unread = this.find(arrival.chatMessageId, person);
      if (!unread) return [];
      this.waiting.delete(keyOf(unread));
      return [removalOf(unread)];
    });
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
  }

  private watch(): void {
    clearTimeout(this.timer);
    const [first] = this.waiting.values();
    if (!first || this.hasEnded) return;
    const dueMs = Math.max(first.since.getTime() + this.waitMs - Date.now(), 0);
    this.timer = setTimeout(() => void this.standIn(first), dueMs).unref();
  }

  private async standIn(writing: Unreadable): Promise<void> {
    const id = keyOf(writing);
    const isKept = await this.session.readKeys(KIND, [id]).then(
      (stored) => stored.has(id),
      () => false,
    );
    // It may have arrived meanwhile, or its person have been erased.
    if (this.waiting.delete(id) && isKept)
      await this.listener.arrive(standingFor(writing), [removalOf(writing)]).catch(() => undefined);
    this.watch();
  }
}

/** Returns what is told of a message that can never be read here. What its owner wrote on the phone is there. */
export function unreadable({ chatMessageId, person, isEcho, pushName, sentAt }: Writing): Arrival[] {
  if (isEcho) return [];
  const content = { type: 'unsupported', raw: JSON.stringify({ unreadable: true }) } as const;
  return [{ type: 'message', chatMessageId, from: person, pushName, content, sentAt }];
}

/** Returns the id that the network knows, of a message or of what stands for it. */
export function networkIdOf(chatMessageId: string): string {
  return chatMessageId.startsWith(STANDING) ? chatMessageId.slice(STANDING.length) : chatMessageId;
}

/** What is told of a message that could not be read so far. The message itself may still come. */
function standingFor(writing: Writing): Arrival[] {
  const { chatMessageId: standsFor } = writing;
  return unreadable({ ...writing, chatMessageId: `${STANDING}${standsFor}` }).map((told) => ({
    ...told,
    standsFor,
  }));
}

/** The network may name a person by number, by id, or by both. */
function mayBeSame(one: Person, other: Person): boolean {
  if (one.phone !== null && other.phone !== null) return one.phone === other.phone;
  if (one.userId !== null && other.userId !== null) return one.userId === other.userId;
  return true;
}

/** Names the person, as the keys of ratchets do, and the message. Its writer chose its id, of any length. */
function keyOf({ person: { phone, userId }, chatMessageId }: Writing): string {
  const message = createHash('sha256').update(chatMessageId).digest('hex');
  return [userId, phone, message].filter((part) => part !== null).join(' ');
}

function removalOf(writing: Writing): KeyChange {
  return { kind: KIND, id: keyOf(writing), value: null };
}

function read(stored: Uint8Array): Unreadable {
  const unread = JSON.parse(Buffer.from(stored).toString()) as Unreadable;
  return { ...unread, sentAt: new Date(unread.sentAt), since: new Date(unread.since) };
}
