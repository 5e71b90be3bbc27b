import type { StreamPlace } from '@chat/bus';
import type { Audience } from './visible-events.rules';

/** An event that can be replayed. */
export interface BufferedEvent {
  readonly id: string;
  readonly accountId: number;
  readonly place: StreamPlace;
  readonly audience: Audience;
  /** The messages whose content it has, for when that is deleted. */
  readonly messageIds: readonly number[];
  /** The CloudEvent as it came, unless content was deleted: most events are never replayed, so frames are made later. */
  bytes: Buffer;
}

export interface BufferLimits {
  readonly eventsPerAccount: number;
  readonly bytes: number;
}

interface Account {
  /** By event id, in the order of the stream. */
  readonly events: Map<string, BufferedEvent>;
  bytes: number;
  /** The last place of which something is missing here. */
  missing: StreamPlace;
}

/** What an event takes beside its bytes. */
const OVERHEAD_BYTES = 500;
/** No account takes more than one part of the buffer. */
const PARTS = 4;
/** How much is dropped at once, so that it is not looked for at every event. */
const ROOM = 0.05;
/** By how much the clocks of NATS and of this process may differ. */
const SKEW_MS = 60_000;

/**
 * The latest events of each account. What does not fit is dropped: first all that accounts have which nobody reads here,
 * then the oldest of the account that has most.
 */
export class EventBuffer {
  /** Those whose events were dropped lately come last. */
  private readonly accounts = new Map<number, Account>();
  private fromMs = Infinity;
  private total = 0;

  /** @param isRead whether somebody reads the events of an account here. */
  constructor(
    private readonly limits: BufferLimits,
    private readonly isRead: (accountId: number) => boolean,
  ) {}

  get bytes(): number {
    return this.total;
  }

  /** Forgets everything: what the stream stored since `fromMs` follows. */
  restart(fromMs: number): void {
    this.accounts.clear();
    this.total = 0;
    this.fromMs = fromMs;
  }

  has(accountId: number, id: string): boolean {
    return this.accounts.get(accountId)?.events.has(id) ?? false;
  }

  add(event: BufferedEvent): void {
    const account = this.of(event.accountId);
    account.events.set(event.id, event);
    this.count(account, sizeOf(event));
    const { eventsPerAccount, bytes } = this.limits;
    while (account.events.size > eventsPerAccount || account.bytes > bytes / PARTS) this.dropOldest(account);
    if (this.total > bytes) this.makeRoom();
  }

  /**
   * Returns what the account has after a place, in order; null if something of it is missing, or if that cannot be
   * known: the place is too old, or an event stands before it that was stored later, since the stream lost its end.
   */
  after(accountId: number, { sequence, atMs }: StreamPlace): BufferedEvent[] | null {
    const account = this.accounts.get(accountId);
    if (atMs < this.fromMs + SKEW_MS || sequence < (account?.missing.sequence ?? 0)) return null;
    const following: BufferedEvent[] = [];
    for (const event of account?.events.values() ?? []) {
      const { place } = event;
      if (place.sequence > sequence) following.push(event);
      else if (place.atMs > atMs) return null;
    }
    return following;
  }

  /** Drops the account's events: whoever has not read up to this place cannot resume. */
  forget(accountId: number, place: StreamPlace): void {
    const account = this.of(accountId);
    this.count(account, -account.bytes);
    account.events.clear();
    account.missing = place;
  }

  /** Replaces the bytes of the account's events about a message. */
  rewrite(accountId: number, messageId: number, rewritten: (bytes: Buffer) => Buffer): void {
    const account = this.accounts.get(accountId);
    if (!account) return;
    for (const event of account.events.values()) {
      if (!event.messageIds.includes(messageId)) continue;
      const before = event.bytes.length;
      // In place, since it may wait to be replayed.
      event.bytes = rewritten(event.bytes);
      this.count(account, event.bytes.length - before);
    }
  }

  /** Drops what was stored before. */
  expire(beforeMs: number): void {
    this.fromMs = Math.max(this.fromMs, beforeMs);
    for (const [accountId, account] of this.accounts) {
      for (const event of account.events.values()) {
        if (event.place.atMs >= beforeMs) break;
        this.dropOldest(account);
      }
      // A place before what is missing is too old by now.
      if (account.events.size === 0 && account.missing.atMs < beforeMs) this.accounts.delete(accountId);
    }
  }

  private of(accountId: number): Account {
    const known = this.accounts.get(accountId);
    if (known) return known;
    const account = { events: new Map(), bytes: 0, missing: { sequence: 0, atMs: 0 } };
    this.accounts.set(accountId, account);
    return account;
  }

  private makeRoom(): void {
    const enough = this.limits.bytes * (1 - ROOM);
    for (const [accountId, account] of this.accounts) {
      if (this.total <= enough) return;
      if (account.events.size === 0 || this.isRead(accountId)) continue;
      while (account.events.size > 0) this.dropOldest(account);
      this.accounts.delete(accountId);
      this.accounts.set(accountId, account);
    }
    while (this.total > enough) {
      const [first, ...others] = this.accounts.values();
      const largest = others.reduce((most, account) => (account.bytes > most.bytes ? account : most), first!);
      const half = largest.bytes / 2;
      while (largest.bytes > half) this.dropOldest(largest);
    }
  }

  private dropOldest(account: Account): void {
    const [oldest] = account.events.values();
    account.events.delete(oldest!.id);
    this.count(account, -sizeOf(oldest!));
    account.missing = oldest!.place;
  }

  private count(account: Account, bytes: number): void {
    account.bytes += bytes;
    this.total += bytes;
  }
}

function sizeOf({ bytes }: BufferedEvent): number {
  return bytes.length + OVERHEAD_BYTES;
}
