import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isErased } from '@chat/connector-kit';

/** Identifies a message of a channel at the provider. */
export interface MessageName {
  accountId: number;
  channelId: number;
  chatMessageId: string;
}

/** All statuses of one send that arrived together. */
export interface Acknowledgement extends MessageName {
  messageId: number;
  /** Whether it is certain that the message is ours, rather than another with the same number. */
  isProven: boolean;
  /** The bits of the levels reached. */
  levels: number;
}

export interface AcknowledgedSend {
  messageId: number;
  /** The bits of the levels reported before. */
  reportedLevels: number;
  /** Increases with every arrival. */
  number: number;
}

export const RECEIVED = { schema: 'cloud_connector', hasSender: false };

/** Sends are locked in key order, so that two statements cannot deadlock. */
const ACKNOWLEDGE = `
  WITH given AS (
    SELECT * FROM json_to_recordset($1) AS given(place int, account_id bigint, channel_id bigint, message_id bigint,
      chat_message_id text, is_proven boolean, levels int)
  ), known AS (
    SELECT given.*, sends.told AS told_before FROM cloud_connector.sends
    JOIN given USING (account_id, channel_id, message_id)
    ORDER BY sends.account_id, sends.message_id FOR UPDATE OF sends
  )
  UPDATE cloud_connector.sends SET told = told | known.levels, updated_at = now(),
    chat_message_id = coalesce(sends.chat_message_id, known.chat_message_id),
    state = CASE WHEN sends.state IN ('sending', 'unknown') THEN 'accepted' ELSE sends.state END,
    error = CASE WHEN sends.state IN ('sending', 'unknown') THEN NULL ELSE sends.error END
  FROM known
  WHERE sends.account_id = known.account_id AND sends.message_id = known.message_id
    AND coalesce(sends.chat_message_id, known.chat_message_id) = known.chat_message_id
    AND (known.is_proven OR NOT sends.is_named)
  RETURNING known.place, sends.message_id AS "messageId", known.told_before AS "reportedLevels",
    nextval('cloud_connector.received_number_seq') AS number`;

/** Stores what the provider delivers, in batches. */
@Injectable()
export class ReceivedRepository {
  /**
   * Inserts messages. The lists are subqueries, so that the statement is not planned again for each length (ADR 21).
   * @returns for each message its number; null for one that arrived before, erased or not.
   */
  async insert(messages: MessageName[], manager: EntityManager): Promise<(number | null)[]> {
    const rows: { number: number; account_id: number; channel_id: number; id: string }[] =
      await manager.query(
        `INSERT INTO cloud_connector.received (account_id, channel_id, chat_message_id)
       SELECT account_id, channel_id, chat_message_id
       FROM unnest((SELECT $1::bigint[]), (SELECT $2::bigint[]), (SELECT $3::text[]))
         WITH ORDINALITY AS given(account_id, channel_id, chat_message_id, place)
       WHERE NOT ${isErased(RECEIVED, 'given')}
       ORDER BY place ON CONFLICT DO NOTHING
       RETURNING number, account_id, channel_id, chat_message_id AS id`,
        [
          messages.map(({ accountId }) => accountId),
          messages.map(({ channelId }) => channelId),
          messages.map(({ chatMessageId }) => chatMessageId),
        ],
      );
    const numbers = new Map(rows.map((row) => [keyOf(row.account_id, row.channel_id, row.id), row.number]));
    return messages.map(({ accountId, channelId, chatMessageId }) => {
      const key = keyOf(accountId, channelId, chatMessageId);
      const number = numbers.get(key) ?? null;
      // A message that is in the batch twice arrived once.
      numbers.delete(key);
      return number;
    });
  }

  /** Finds our own ids of sends by those of the provider, for statuses whose reference does not prove them. */
  async findIds(names: MessageName[], manager: EntityManager): Promise<(number | null)[]> {
    if (names.length === 0) return [];
    const rows: { place: number; message_id: number }[] = await manager.query(
      `SELECT given.place, sends.message_id FROM cloud_connector.sends
       JOIN unnest($1::bigint[], $2::bigint[], $3::text[])
         WITH ORDINALITY AS given(account_id, channel_id, chat_message_id, place)
         USING (account_id, channel_id, chat_message_id)`,
      [
        names.map(({ accountId }) => accountId),
        names.map(({ channelId }) => channelId),
        names.map(({ chatMessageId }) => chatMessageId),
      ],
    );
    const byPlace = new Map(rows.map(({ place, message_id }) => [place, message_id]));
    return names.map((_, index) => byPlace.get(index + 1) ?? null);
  }

  /**
   * Marks sends as accepted: any status, even a failure, implies acceptance, and a failure fires its own event.
   * @param acknowledgements each for a different send, or for another message of the provider that claims to be it.
   * @returns for each its send; null if the channel has none with that id.
   */
  async acknowledge(
    acknowledgements: Acknowledgement[],
    manager: EntityManager,
  ): Promise<(AcknowledgedSend | null)[]> {
    if (acknowledgements.length === 0) return [];
    const given = acknowledgements.map((one, place) => ({
      place,
      account_id: one.accountId,
      channel_id: one.channelId,
      message_id: one.messageId,
      chat_message_id: one.chatMessageId,
      is_proven: one.isProven,
      levels: one.levels,
    }));
    const [rows]: [(AcknowledgedSend & { place: number })[], number] = await manager.query(ACKNOWLEDGE, [
      JSON.stringify(given),
    ]);
    const byPlace = new Map(rows.map(({ place, ...send }) => [place, send]));
    return acknowledgements.map((_, place) => byPlace.get(place) ?? null);
  }
}

function keyOf(accountId: number, channelId: number, chatMessageId: string): string {
  return JSON.stringify([accountId, channelId, chatMessageId]);
}
