import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SettleSend } from '@chat/contracts/connector';
import type { ErrorBody } from '@chat/errors';
import type { Receipt } from '../engines/device-engine';
import type { Tenure } from '../sessions/session.row';

/** A row of `device_sessions.sends`: what became of one message. */
export interface SendRow {
  message_id: number;
  chat_message_id: string | null;
  state: 'sending' | 'accepted' | 'refused' | 'unknown';
  /** Why it was refused. */
  error: ErrorBody | null;
  version: number;
}

const COLUMNS = 'message_id, chat_message_id, state, error, version';

@Injectable()
export class SendsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Puts on record that the message may leave from now on. The epoch needs no lock here: what leaves in the moment
   * of a takeover leaves once all the same, since no owner sends what has a record.
   * @returns false when there is a record already, or the lease is lost.
   */
  async begin(tenure: Tenure, messageId: number, chatMessageId: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state)
       SELECT account_id, $4, channel_id, $5, 'sending' FROM device_sessions.sessions
       WHERE account_id = $1 AND channel_id = $2 AND epoch = $3
       ON CONFLICT (account_id, message_id) DO NOTHING RETURNING message_id`,
      [tenure.account_id, tenure.channel_id, tenure.epoch, messageId, chatMessageId],
    );
    return rows.length > 0;
  }

  async find(accountId: number, messageId: number): Promise<SendRow | null> {
    const [row]: SendRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM device_sessions.sends WHERE account_id = $1 AND message_id = $2`,
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
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, state, error)
       VALUES ($1, $2, $3, 'refused', $4)
       ON CONFLICT (account_id, message_id) DO UPDATE SET updated_at = sends.updated_at RETURNING ${COLUMNS}`,
      [accountId, message_id, channel_id, error],
    );
    return row!;
  }

  /**
   * The end of a send. What is known already is never made unknown. It does not wait for the disk: what a crash of
   * Postgres forgets is a send without an end, which is unknown until its receipt comes.
   * @returns the record that stands.
   */
  async conclude(
    accountId: number,
    messageId: number,
    state: 'accepted' | 'refused' | 'unknown',
    error: ErrorBody | null,
  ): Promise<SendRow> {
    const [rows]: [SendRow[], number] = await this.dataSource.query(
      `UPDATE device_sessions.sends SET updated_at = now(),
         state = CASE WHEN state IN ('sending', 'unknown') THEN $3 ELSE state END,
         error = CASE WHEN state IN ('sending', 'unknown') THEN $4::jsonb ELSE error END
       FROM (SELECT set_config('synchronous_commit', 'off', true)) AS no_wait
       WHERE account_id = $1 AND message_id = $2 RETURNING ${COLUMNS}`,
      [accountId, messageId, state, error],
    );
    return rows[0]!;
  }

  /** After the deadline: no record becomes a refusal, a send that has not ended becomes unknown. */
  async settle(
    accountId: number,
    { message_id, channel_id }: SettleSend,
    refusal: ErrorBody,
  ): Promise<SendRow> {
    const [row]: SendRow[] = await this.dataSource.query(
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, state, error)
       VALUES ($1, $2, $3, 'refused', $4)
       ON CONFLICT (account_id, message_id) DO UPDATE SET updated_at = now(),
         state = CASE sends.state WHEN 'sending' THEN 'unknown' ELSE sends.state END
       RETURNING ${COLUMNS}`,
      [accountId, message_id, channel_id, refusal],
    );
    return row!;
  }

  /**
   * A receipt says what became of a send that nobody knew of.
   * @param error why it failed, or null.
   * @returns null when no send has that id.
   */
  async acknowledge(
    { account_id, channel_id }: Tenure,
    { chatMessageId, level }: Receipt,
    error: ErrorBody | null,
    manager: EntityManager,
  ): Promise<SendRow | null> {
    const [rows]: [SendRow[], number] = await manager.query(
      `UPDATE device_sessions.sends SET version = version + 1, updated_at = now(),
         state = CASE WHEN state IN ('sending', 'unknown') THEN $4 ELSE state END,
         error = CASE WHEN state IN ('sending', 'unknown') THEN $5::jsonb ELSE error END
       WHERE account_id = $1 AND channel_id = $2 AND chat_message_id = $3 RETURNING ${COLUMNS}`,
      [account_id, channel_id, chatMessageId, level === 'failed' ? 'refused' : 'accepted', error],
    );
    return rows[0] ?? null;
  }
}
