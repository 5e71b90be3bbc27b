import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ErrorBody } from '@chat/errors';
import { isErased } from '@chat/connector-kit';
import type { Person } from '../engines/device-engine';

/** Identifies a message of a channel on the network. */
export interface MessageName {
  accountId: number;
  channelId: number;
  chatMessageId: string;
}

/** A message as the network delivered it. */
export interface ReceivedMessage extends MessageName {
  /** The other person: the sender, or the recipient of an echo. */
  person: Person;
  /** Whether it was written on the phone itself. */
  isEcho: boolean;
  /** The id of the message in whose place it is told; null if of none. */
  standsFor: string | null;
}

/** A send for which the network delivered a receipt. */
export interface Acknowledgement extends MessageName {
  /** The state that the receipt implies for a send with an unknown outcome. */
  state: 'accepted' | 'refused';
  error: ErrorBody | null;
}

export interface AcknowledgedSend {
  messageId: number;
  /** Increases with every arrival. */
  number: number;
}

/** The table of received messages. The sender is part of the key, because senders choose the ids of their messages. */
export const RECEIVED = { schema: 'device_sessions', hasSender: true };

/** The sender of what was written on the phone itself. */
export const ME = 'me';

/** Whether the message, or the one that it stands for, arrived before, perhaps when the network named its sender by the other of number and id. */
const IS_KNOWN = `EXISTS (
  SELECT FROM device_sessions.received AS known
  WHERE known.account_id = given.account_id AND known.channel_id = given.channel_id
    AND known.chat_message_id IN (given.chat_message_id, given.stands_for) AND '${ME}' NOT IN (known.from_phone, given.sender)
    AND (known.from_phone IN (given.phone, given.user_id) OR known.phone = given.phone OR known.user_id = given.user_id))`;

/** Whether an echo is one of a message that was sent from here. */
const IS_OURS = `given.sender = '${ME}' AND EXISTS (
  SELECT FROM device_sessions.sends
  WHERE sends.account_id = given.account_id AND sends.channel_id = given.channel_id
    AND sends.chat_message_id = given.chat_message_id)`;

/**
 * Updates only sends with an unknown outcome, as read under the lock. They are locked in key order, so that two
 * statements cannot deadlock. The commit does not wait for the disk: until the receipt is committed as an event, the
 * network redelivers it.
 */
const ACKNOWLEDGE = `
  WITH known AS MATERIALIZED (
    SELECT given.place, given.state, given.error, sends.account_id, sends.message_id
    FROM json_to_recordset($1) AS given(place int, account_id bigint, channel_id bigint, chat_message_id text,
      state text, error jsonb)
    JOIN device_sessions.sends USING (account_id, channel_id, chat_message_id)
  ), undecided AS (
    SELECT known.* FROM device_sessions.sends JOIN known USING (account_id, message_id)
    WHERE sends.state IN ('sending', 'unknown')
    ORDER BY account_id, message_id FOR UPDATE OF sends
  ), decided AS (
    UPDATE device_sessions.sends SET state = undecided.state, error = undecided.error, updated_at = now()
    FROM undecided, (SELECT set_config('synchronous_commit', 'off', true)) AS no_wait
    WHERE sends.account_id = undecided.account_id AND sends.message_id = undecided.message_id
  )
  SELECT place, message_id AS "messageId", nextval('device_sessions.received_number_seq') AS number FROM known`;

/** Stores arrivals from the network, in batches. */
@Injectable()
export class InboundRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns with which engine the channel's phone is linked; null when the channel is deleted, so that no data of it is
   * kept any more.
   */
  async linkOf(accountId: number, channelId: number): Promise<{ engine: string | null } | null> {
    const [row]: { engine: string | null }[] = await this.dataSource.query(
      `SELECT (SELECT engine FROM device_sessions.sessions WHERE account_id = $1 AND channel_id = $2) AS engine
       WHERE NOT EXISTS (
         SELECT FROM device_sessions.deleted_channels WHERE account_id = $1 AND channel_id = $2)`,
      [accountId, channelId],
    );
    return row ?? null;
  }

  /**
   * Inserts messages. The lists are subqueries, so that the statement is not planned again for each length (ADR 21).
   * @returns for each message its number; null for one that arrived before, erased or not, and for one of our own.
   */
  async insert(messages: ReceivedMessage[], manager: EntityManager): Promise<(number | null)[]> {
    const isFirst = firstOnes(messages);
    const given = messages.filter((_, index) => isFirst[index]);
    const rows: { number: number; account_id: number; channel_id: number; sender: string; id: string }[] =
      await manager.query(
        `INSERT INTO device_sessions.received
           (account_id, channel_id, from_phone, chat_message_id, phone, user_id, read_at)
         SELECT account_id, channel_id, sender, chat_message_id, phone, user_id,
           CASE sender WHEN '${ME}' THEN now() END
         FROM unnest((SELECT $1::bigint[]), (SELECT $2::bigint[]), (SELECT $3::text[]), (SELECT $4::text[]),
             (SELECT $5::text[]), (SELECT $6::text[]), (SELECT $7::text[]))
           WITH ORDINALITY AS given(account_id, channel_id, sender, chat_message_id, phone, user_id, stands_for, place)
         WHERE NOT ${isErased(RECEIVED, 'given')} AND NOT ${IS_KNOWN} AND NOT (${IS_OURS})
         ORDER BY place ON CONFLICT DO NOTHING
         RETURNING number, account_id, channel_id, from_phone AS sender, chat_message_id AS id`,
        [
          given.map(({ accountId }) => accountId),
          given.map(({ channelId }) => channelId),
          given.map(senderOf),
          given.map(({ chatMessageId }) => chatMessageId),
          given.map(({ person }) => person.phone),
          given.map(({ person }) => person.userId),
          given.map(({ standsFor }) => standsFor),
        ],
      );
    const numbers = new Map(
      rows.map((row) => [JSON.stringify([row.account_id, row.channel_id, row.sender, row.id]), row.number]),
    );
    return messages.map((message, index) =>
      isFirst[index] ? (numbers.get(keyOf(message, senderOf(message))) ?? null) : null,
    );
  }

  /**
   * Settles sends with an unknown outcome by their receipts.
   * @param acknowledgements each for a different send.
   * @returns for each acknowledgement its send; null when no send has that id.
   */
  async acknowledge(acknowledgements: Acknowledgement[]): Promise<(AcknowledgedSend | null)[]> {
    const given = acknowledgements.map(({ accountId, channelId, chatMessageId, ...rest }, place) => ({
      place,
      account_id: accountId,
      channel_id: channelId,
      chat_message_id: chatMessageId,
      ...rest,
    }));
    const rows: (AcknowledgedSend & { place: number })[] = await this.dataSource.query(ACKNOWLEDGE, [
      JSON.stringify(given),
    ]);
    const byPlace = new Map(rows.map(({ place, ...send }) => [place, send]));
    return acknowledgements.map((_, place) => byPlace.get(place) ?? null);
  }
}

function senderOf({ isEcho, person: { phone, userId } }: ReceivedMessage): string {
  return isEcho ? ME : (userId ?? phone ?? '');
}

function keyOf({ accountId, channelId, chatMessageId }: MessageName, sender: string): string {
  return JSON.stringify([accountId, channelId, sender, chatMessageId]);
}

/** @returns for each message whether none before it is the same, by either name of its sender. */
function firstOnes(messages: ReceivedMessage[]): boolean[] {
  const seen = new Set<string>();
  return messages.map((message) => {
    const { isEcho, person } = message;
    const senders = isEcho ? [ME] : [person.phone, person.userId].filter((name) => name !== null);
    const keys = senders.map((sender) => keyOf(message, sender));
    const isFirst = !keys.some((key) => seen.has(key));
    keys.forEach((key) => seen.add(key));
    return isFirst;
  });
}
