import type { CloudEvent } from '@chat/contracts';
import type { PersonErasedData } from '@chat/contracts/crm';
import { indexPerson, mentions, type PersonIndex } from '@chat/contracts/person-traces';

interface Mark {
  readonly channelId: number | null;
  readonly person: PersonIndex | null;
  readonly atMs: number;
}

/**
 * The channels and people that have gone lately: events about them may still arrive, since each service publishes at its
 * own pace.
 */
export class Forgotten {
  private readonly accounts = new Map<number, Mark[]>();

  addChannel(accountId: number, channelId: number, atMs: number): void {
    this.add(accountId, { channelId, person: null, atMs });
  }

  addPerson(accountId: number, { conversation_ids, contact_ids }: PersonErasedData, atMs: number): void {
    const nothing = { names: [], chat_message_ids: [], ticket_numbers: [] };
    this.add(accountId, {
      channelId: null,
      person: indexPerson({ ...nothing, conversation_ids, contact_ids }),
      atMs,
    });
  }

  /** Whether an event is about one of them. */
  concerns(accountId: number, { channelid, data }: CloudEvent): boolean {
    const marks = this.accounts.get(accountId);
    return (
      marks?.some(({ channelId, person }) =>
        person ? mentions(data, person) : Number(channelid) === channelId,
      ) ?? false
    );
  }

  /** Drops the marks from before: events that are so late are not shown anyway. */
  expire(beforeMs: number): void {
    for (const [accountId, marks] of this.accounts) {
      const left = marks.filter(({ atMs }) => atMs >= beforeMs);
      if (left.length > 0) this.accounts.set(accountId, left);
      else this.accounts.delete(accountId);
    }
  }

  clear(): void {
    this.accounts.clear();
  }

  private add(accountId: number, mark: Mark): void {
    this.accounts.set(accountId, [...(this.accounts.get(accountId) ?? []), mark]);
  }
}
