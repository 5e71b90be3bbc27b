import type { DataSource } from 'typeorm';
import type { SettleSend } from '@chat/contracts/connector';
import type { ErrorBody } from '@chat/errors';
import type { SendEnd, SendName, SendRow } from './send-record';

const COLUMNS = 'message_id, chat_message_id, state, error';

/** The table `sends` of one connector. */
export class SendRecordsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly schema: string,
  ) {}

  async find({ accountId, messageId }: SendName): Promise<SendRow | null> {
    const [row]: SendRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM ${this.schema}.sends WHERE account_id = $1 AND message_id = $2`,
      [accountId, messageId],
    );
    return row ?? null;
  }

  /** Refuses a message permanently if it has no record yet. @returns its record. */
  async refuse(
    accountId: number,
    { message_id, channel_id }: SettleSend,
    error: ErrorBody,
  ): Promise<SendRow> {
    const [row]: SendRow[] = await this.dataSource.query(
      `INSERT INTO ${this.schema}.sends (account_id, message_id, channel_id, state, error)
       VALUES ($1, $2, $3, 'refused', $4)
       ON CONFLICT (account_id, message_id) DO UPDATE SET updated_at = sends.updated_at RETURNING ${COLUMNS}`,
      [accountId, message_id, channel_id, error],
    );
    return row!;
  }

  /**
   * Writes the outcomes of sends. A known outcome never becomes unknown. It does not wait for the disk: if a crash of Postgres
   * loses it, the send is unknown until its receipt arrives.
   * @param ends for different messages.
   * @returns the record of each; null if it was deleted with its channel.
   */
  async conclude(ends: SendEnd[]): Promise<(SendRow | null)[]> {
    const [rows]: [(SendRow & { account_id: number })[], number] = await this.dataSource.query(
      `WITH given AS (
         SELECT * FROM json_to_recordset($1)
           AS given(account_id bigint, message_id bigint, state text, chat_message_id text, error jsonb)
       ), locked AS (
         SELECT account_id, message_id FROM ${this.schema}.sends JOIN given USING (account_id, message_id)
         ORDER BY account_id, message_id FOR UPDATE OF sends
       )
       UPDATE ${this.schema}.sends SET updated_at = now(),
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

  /** After the deadline: a message without a record is refused, a send without an outcome becomes unknown. */
  async settle(
    accountId: number,
    { message_id, channel_id }: SettleSend,
    refusal: ErrorBody,
  ): Promise<SendRow> {
    const [row]: SendRow[] = await this.dataSource.query(
      `INSERT INTO ${this.schema}.sends (account_id, message_id, channel_id, state, error)
       VALUES ($1, $2, $3, 'refused', $4)
       ON CONFLICT (account_id, message_id) DO UPDATE SET updated_at = now(),
         state = CASE sends.state WHEN 'sending' THEN 'unknown' ELSE sends.state END
       RETURNING ${COLUMNS}`,
      [accountId, message_id, channel_id, refusal],
    );
    return row!;
  }
}
