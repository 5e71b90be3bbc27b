import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SettleSend } from '@chat/contracts/connector';
import type { ErrorBody } from '@chat/errors';
import type { OpenNumber } from '../numbers/number.row';

/** A row of `cloud_connector.sends`: what became of one message. */
export interface SendRow {
  message_id: number;
  chat_message_id: string | null;
  state: 'sending' | 'accepted' | 'refused' | 'unknown';
  /** Why it was refused. */
  error: ErrorBody | null;
}

/** A send that is about to leave. */
export interface BeginningSend {
  number: OpenNumber;
  messageId: number;
}

/** What became of a send. */
export interface SendEnd {
  accountId: number;
  messageId: number;
  state: 'accepted' | 'refused' | 'unknown';
  chatMessageId: string | null;
  error: ErrorBody | null;
}

const COLUMNS = 'message_id, chat_message_id, state, error';

@Injectable()
export class SendsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Puts on record that messages may leave from now on, by numbers that are connected with the credentials at hand.
   * @param sends each of another message.
   * @returns for each false when there is a record already, or the number is not as the caller knows it.
   */
  async begin(sends: BeginningSend[]): Promise<boolean[]> {
    const rows: { account_id: number; message_id: number }[] = await this.dataSource.query(
      `INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state)
       SELECT account_id, message_id, channel_id, 'sending'
       FROM json_to_recordset($1)
         AS given(account_id bigint, channel_id bigint, credentials_version integer, message_id bigint)
       JOIN cloud_connector.numbers n USING (account_id, channel_id, credentials_version)
       WHERE n.status = 'connected' AND NOT EXISTS (SELECT FROM cloud_connector.deleted_channels d
         WHERE d.account_id = given.account_id AND d.channel_id = given.channel_id)
       ORDER BY account_id, message_id
       ON CONFLICT (account_id, message_id) DO NOTHING RETURNING account_id, message_id`,
      [
        JSON.stringify(
          sends.map(({ number, messageId }) => ({
            account_id: number.accountId,
            channel_id: number.channelId,
            credentials_version: number.credentialsVersion,
            message_id: messageId,
          })),
        ),
      ],
    );
    const begun = new Set(rows.map(({ account_id, message_id }) => `${account_id}/${message_id}`));
    return sends.map(({ number, messageId }) => begun.has(`${number.accountId}/${messageId}`));
  }

  async find(accountId: number, messageId: number): Promise<SendRow | null> {
    const [row]: SendRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM cloud_connector.sends WHERE account_id = $1 AND message_id = $2`,
      [accountId, messageId],
    );
    return row ?? null;
  }

  /** Refuses for good what is not on record yet. @returns the record that stands. */
  async refuse(
    accountId: number,
    { message_id, channel_id }: SettleSend,
    error: ErrorBody,
  ): Promise<SendRow> {
    const [row]: SendRow[] = await this.dataSource.query(
      `INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state, error)
       VALUES ($1, $2, $3, 'refused', $4)
       ON CONFLICT (account_id, message_id) DO UPDATE SET updated_at = sends.updated_at RETURNING ${COLUMNS}`,
      [accountId, message_id, channel_id, error],
    );
    return row!;
  }

  /**
   * The ends of sends. What is known already is never made unknown. It does not wait for the disk: what a crash of
   * Postgres forgets is a send without an end, which is unknown until its status comes.
   * @param ends each of another message.
   * @returns for each the record that stands; null when it is gone with its channel.
   */
  async conclude(ends: SendEnd[]): Promise<(SendRow | null)[]> {
    const [rows]: [(SendRow & { account_id: number })[], number] = await this.dataSource.query(
      `WITH given AS (
         SELECT * FROM json_to_recordset($1)
           AS given(account_id bigint, message_id bigint, state text, chat_message_id text, error jsonb)
       ), locked AS (
         SELECT account_id, message_id FROM cloud_connector.sends JOIN given USING (account_id, message_id)
         ORDER BY account_id, message_id FOR UPDATE OF sends
       )
       UPDATE cloud_connector.sends SET updated_at = now(),
         chat_message_id = coalesce(sends.chat_message_id, given.chat_message_id),
         state = CASE WHEN sends.state IN ('sending', 'unknown') THEN given.state ELSE sends.state END,
         error = CASE WHEN sends.state IN ('sending', 'unknown') THEN given.error ELSE sends.error END
       FROM given JOIN locked USING (account_id, message_id),
         (SELECT set_config('synchronous_commit', 'off', true)) AS no_wait
       WHERE sends.account_id = given.account_id AND sends.message_id = given.message_id
       RETURNING sends.account_id, sends.message_id, sends.chat_message_id, sends.state, sends.error`,
      [
        JSON.stringify(
          ends.map(({ accountId, messageId, state, chatMessageId, error }) => ({
            account_id: accountId,
            message_id: messageId,
            state,
            chat_message_id: chatMessageId,
            error,
          })),
        ),
      ],
    );
    const stands = new Map(rows.map((row) => [`${row.account_id}/${row.message_id}`, row]));
    return ends.map(({ accountId, messageId }) => stands.get(`${accountId}/${messageId}`) ?? null);
  }

  /** After the deadline: no record becomes a refusal, a send that has not ended becomes unknown. */
  async settle(
    accountId: number,
    { message_id, channel_id }: SettleSend,
    refusal: ErrorBody,
  ): Promise<SendRow> {
    const [row]: SendRow[] = await this.dataSource.query(
      `INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state, error)
       VALUES ($1, $2, $3, 'refused', $4)
       ON CONFLICT (account_id, message_id) DO UPDATE SET updated_at = now(),
         state = CASE sends.state WHEN 'sending' THEN 'unknown' ELSE sends.state END
       RETURNING ${COLUMNS}`,
      [accountId, message_id, channel_id, refusal],
    );
    return row!;
  }
}
