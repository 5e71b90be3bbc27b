import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ErrorBody } from '@chat/errors';
import { isErased } from '@chat/connector-kit';

/** Identifies a message of a channel on the network. */
export interface MessageName {
  accountId: number;
  channelId: number;
  chatMessageId: string;
}

export interface ReceivedMessage extends MessageName {
  from: string;
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

  /** Returns whether the channel is deleted, so that no data of it is kept any more. */
  async isDeleted(accountId: number, channelId: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM device_sessions.deleted_channels WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId],
    );
    return rows.length > 0;
  }

  /**
   * Inserts messages. The lists are subqueries, so that the statement is not planned again for each length (ADR 21).
   * @returns for each message its number; null for one that arrived before, erased or not.
   */
  async insert(messages: ReceivedMessage[], manager: EntityManager): Promise<(number | null)[]> {
    const rows: { number: number; account_id: number; channel_id: number; from: string; id: string }[] =
      await manager.query(
        `INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id)
         SELECT account_id, channel_id, from_phone, chat_message_id
         FROM unnest((SELECT $1::bigint[]), (SELECT $2::bigint[]), (SELECT $3::text[]), (SELECT $4::text[]))
           WITH ORDINALITY AS given(account_id, channel_id, from_phone, chat_message_id, place)
         WHERE NOT ${isErased(RECEIVED, 'given')}
         ORDER BY place ON CONFLICT DO NOTHING
         RETURNING number, account_id, channel_id, from_phone AS from, chat_message_id AS id`,
        [
          messages.map(({ accountId }) => accountId),
          messages.map(({ channelId }) => channelId),
          messages.map(({ from }) => from),
          messages.map(({ chatMessageId }) => chatMessageId),
        ],
      );
    const numbers = new Map(
      rows.map((row) => [JSON.stringify([row.account_id, row.channel_id, row.from, row.id]), row.number]),
    );
    return messages.map(({ accountId, channelId, from, chatMessageId }) => {
      const key = JSON.stringify([accountId, channelId, from, chatMessageId]);
      const number = numbers.get(key) ?? null;
      // A message that is in the batch twice arrived once.
      numbers.delete(key);
      return number;
    });
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
