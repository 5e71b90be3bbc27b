import { Injectable } from '@nestjs/common';
import { Batcher } from '@chat/flow';
import { Transactions, type Cause, type OutboxRow, type Transaction } from '@chat/bus';
import {
  messageDelivered,
  messageFailed,
  messageRead,
  messageReceived,
  messageSent,
} from '@chat/contracts/messaging';
import { wasRolledBack } from '@chat/service-kit';
import { IdentitiesService } from '../identities/identities.service';
import type { Introduction } from '../people/people.repository';
import { personKey } from '../people/person.rules';
import { HandoverTimes } from './handover-times';
import { MediaUrls } from './media-urls';
import {
  MessageJournalRepository,
  type Appended,
  type MessageChange,
  type MessageKey,
  type NewMessage,
} from './message-journal.repository';
import { MessageLog } from './message-log';
import { nameOf, type MessageName } from './message-name';
import type { MessageState } from './message-status.rules';
import { takeStep, type Step } from './message-step.rules';
import { toOccurrence } from './message.mapper';
import type { MessageRow } from './message.row';

const eventOf = {
  sent: messageSent,
  delivered: messageDelivered,
  read: messageRead,
  failed: messageFailed,
  received: messageReceived,
} as const;

const BATCH_SIZE = 64;
const GATHER_MS = 3;

/** A step that a message should take. */
export interface Move extends MessageKey {
  step: Step;
  /** The cause of the step, whose trace the events continue. */
  cause: Cause;
  /** The message as known to the caller; it is read if absent. */
  known?: MessageRow;
  /** The service of the connector that reported it; absent if none did. */
  connector?: string;
  /** The network's id of the recipient; null or absent if unknown. */
  providerUserId?: string | null;
}

/** A change, and what the log says about its cause. */
interface LoggedChange extends MessageChange {
  from: MessageState;
  cause: Cause;
}

/** A message that was received, or written in the channel's app, and the event that reported it. */
export interface Arrival {
  message: NewMessage;
  cause: Cause;
}

/**
 * Appends messages and moves them forward, with the events that report it. Concurrent calls share statements; an
 * arrival is written in the transaction that consumes its event.
 */
@Injectable()
export class MessageProgressService {
  private readonly appends: Batcher<NewMessage, Appended>;
  private readonly moves: Batcher<Move, void>;

  constructor(
    private readonly journal: MessageJournalRepository,
    private readonly transactions: Transactions,
    private readonly urls: MediaUrls,
    private readonly identities: IdentitiesService,
    private readonly log: MessageLog,
    handovers: HandoverTimes,
  ) {
    const options = { size: BATCH_SIZE, gatherMs: GATHER_MS, changedNothing: wasRolledBack };
    this.appends = new Batcher((messages) => journal.append(messages), {
      ...options,
      keyOf: conversationOf,
      wholeTakesMs: ({ connector }) => handovers.of(connector).ms,
    });
    this.moves = new Batcher<Move, void>(
      (moves) => this.moveAll(moves).then(() => moves.map(() => undefined)),
      { ...options, keyOf, wholeTakesMs: ({ connector }) => (connector ? handovers.of(connector).ms : 0) },
    );
  }

  /** Appends an outbound message. */
  append(message: NewMessage): Promise<Appended> {
    return this.appends.add(message);
  }

  /** Moves an outbound message one step forward; does nothing if it already is that far. */
  move(move: Move): Promise<void> {
    return this.moves.add(move);
  }

  /**
   * Stores arrivals, except those that already exist or whose channel is deleted.
   * @returns those of which a change arrived before.
   */
  async receive(tx: Transaction, arrivals: Arrival[]): Promise<MessageName[]> {
    const changed: MessageName[] = [];
    const messages = await this.identities.identify(
      arrivals.map(({ message }) => message),
      tx,
    );
    const identified = arrivals.map((arrival, index) => ({ ...arrival, message: messages[index]! }));
    // A round has one message per conversation. The first round locks what the others need.
    for (const round of rounds(identified, ({ message }) => conversationOf(message))) {
      const rows = await this.journal.append(
        round.map(({ message }) => message),
        tx.manager,
      );
      rows.forEach((appended, index) => {
        const { message, cause } = round[index]!;
        const { row } = appended;
        if (!row) return;
        const type = message.direction === 'inbound' ? messageReceived : messageSent;
        tx.causedBy(cause).emit(type, toOccurrence(message.accountId, row, this.urls));
        tx.afterCommit(() => this.log.noteArrival(message.accountId, row, cause));
        if (appended.isChanged) changed.push(nameOf(message.accountId, row));
      });
    }
    return changed;
  }

  /** Like `move`, for many that arrived together. Concurrent sends do not wait for them. */
  async moveAll(moves: Move[]): Promise<void> {
    const rows = await this.takeSteps(moves);
    // Its events only report the progress of messages.
    this.transactions.announce({ accountIds: moves.map(({ accountId }) => accountId), canWait: true });
    const introductions = moves.flatMap((move) => introductionOf(move, rows.get(keyOf(move))) ?? []);
    if (introductions.length > 0) await this.identities.introduce(introductions);
  }

  /** @returns the messages as they were first read. */
  private async takeSteps(moves: Move[]): Promise<ReadonlyMap<string, MessageRow | undefined>> {
    let rows = new Map(moves.map((move) => [keyOf(move), move.known]));
    const firstSeen = rows;
    for (let left = [...groupBy(moves, keyOf).values()]; left.length > 0;) {
      const unread = left.map(([move]) => move!).filter((move) => !rows.get(keyOf(move)));
      const read = unread.length > 0 ? await this.journal.read(unread) : [];
      for (const row of read) rows.set(keyOf({ accountId: row.account_id, id: row.id }), row);

      const changes = left.flatMap((group) => this.changeOf(group, rows.get(keyOf(group[0]!))) ?? []);
      const written = changes.length > 0 ? await this.journal.write(changes) : [];
      this.noteWritten(changes, written);
      // Messages changed concurrently are read again and may take the step from their new state.
      const lost = new Set(changes.map(keyOf));
      for (const key of written) lost.delete(keyOf(key));
      left = left.filter(([move]) => lost.has(keyOf(move!)));
      rows = new Map();
    }
    return firstSeen;
  }

  /** Applies the steps of one message in order; null if it already is that far, or no longer exists. */
  private changeOf(moves: Move[], known: MessageRow | undefined): LoggedChange | null {
    let row = known;
    const events: OutboxRow[] = [];
    for (const { accountId, step, cause } of moves) {
      const moved = row && takeStep(row, step, new Date());
      if (!moved) continue;
      row = moved.row;
      const occurrence = toOccurrence(accountId, row, this.urls);
      events.push(
        ...moved.reached.map((state) => this.transactions.outboxRow(eventOf[state], occurrence, cause)),
      );
    }
    if (!known || row === known) return null;
    const { accountId, cause } = moves.at(-1)!;
    const { id, version: knownVersion, status: from } = known;
    return { accountId, id, knownVersion, row: row!, events, from, cause };
  }

  private noteWritten(changes: LoggedChange[], written: MessageKey[]): void {
    const keys = new Set(written.map(keyOf));
    for (const change of changes) {
      if (keys.has(keyOf(change))) this.log.noteStep(change.accountId, change.row, change);
    }
  }
}

/** Null if the id of the recipient is known: most were introduced by an earlier message. */
function introductionOf(
  { accountId, providerUserId }: Move,
  row: MessageRow | undefined,
): Introduction | null {
  if (!row || !providerUserId || row.contact_phone === null || row.provider_user_id !== null) return null;
  return { accountId, conversationId: row.conversation_id, providerUserId };
}

function conversationOf({ accountId, channelId, ...person }: NewMessage): string {
  return `${accountId}/${channelId}/${personKey(person)}`;
}

function keyOf({ accountId, id }: MessageKey): string {
  return `${accountId}/${id}`;
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Groups the first items of each key, the second ones, and so on. */
function rounds<T>(items: T[], keyOf: (item: T) => string): T[][] {
  const groups = [...groupBy(items, keyOf).values()];
  const count = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: count }, (_, round) => groups.flatMap((group) => group[round] ?? []));
}
