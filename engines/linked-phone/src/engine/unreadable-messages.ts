import type { Arrival, KeyChange, SessionStore } from '@chat/device-sessions/engines';
import type { Writing } from './arrivals.rules';
import type { Telling } from './telling';

/** One key for all of them: they are few, and seldom. */
const KIND = 'unreadable';
const ID = 'all';

interface Unreadable extends Writing {
  since: Date;
}

/**
 * Messages that this device could not read. Their writer, or the phone, is asked for them; if nobody answers in time, the
 * listener is told that there was one, which its owner can read on the phone. They are stored, since this may take longer than a
 * connection.
 */
export class UnreadableMessages {
  private readonly waiting = new Map<string, Unreadable>();
  private timer: NodeJS.Timeout | undefined;
  private hasEnded = false;

  /** @param waitMs how long an answer is waited for. */
  constructor(
    private readonly session: SessionStore,
    private readonly telling: Telling,
    private readonly waitMs: number,
  ) {}

  /** Continues to wait for those of earlier connections. */
  async load(): Promise<void> {
    const stored = (await this.session.readKeys(KIND, [ID])).get(ID);
    const list = stored ? (JSON.parse(Buffer.from(stored).toString()) as Record<string, string>[]) : [];
    for (const each of list) {
      const { sentAt, since, ...rest } = each as unknown as Unreadable;
      this.waiting.set(rest.chatMessageId, { ...rest, sentAt: new Date(sentAt), since: new Date(since) });
    }
    this.watch();
  }

  find(id: string): Writing | null {
    return this.waiting.get(id) ?? null;
  }

  /** Resolves when it is stored. */
  async add(writing: Writing): Promise<void> {
    if (this.waiting.has(writing.chatMessageId)) return;
    this.waiting.set(writing.chatMessageId, { ...writing, since: new Date() });
    await this.session.writeKeys([this.stored()]);
    this.watch();
  }

  /** Forgets those that have arrived. @returns the changes of keys, to be committed together with the arrivals. */
  settle(arrivals: readonly Arrival[]): KeyChange[] {
    const settled = arrivals.filter(({ chatMessageId }) => this.waiting.delete(chatMessageId));
    return settled.length > 0 ? [this.stored()] : [];
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
    this.timer = setTimeout(() => void this.tell(first), dueMs).unref();
  }

  private async tell(writing: Unreadable): Promise<void> {
    const arrivals = unreadable(writing);
    this.waiting.delete(writing.chatMessageId);
    await this.telling.arrive(arrivals, [this.stored()]).catch(() => undefined);
    this.watch();
  }

  private stored(): KeyChange {
    const list = [...this.waiting.values()];
    return { kind: KIND, id: ID, value: list.length > 0 ? Buffer.from(JSON.stringify(list)) : null };
  }
}

/** Returns what is told of a message that nobody can read here. What its owner wrote on the phone is there. */
export function unreadable({ chatMessageId, person, isEcho, pushName, sentAt }: Writing): Arrival[] {
  if (isEcho) return [];
  const content = { type: 'unsupported', raw: JSON.stringify({ unreadable: true }) } as const;
  return [{ type: 'message', chatMessageId, from: person, pushName, content, sentAt }];
}
