import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '@chat/errors';
import { violates } from '@chat/service-kit';
import type { SyncState } from './sync.rules';
import { NUMBER_COLUMNS, type NumberRow } from './number.row';
import { nextCheck } from './token-expiry.rules';

export type NewNumber = Omit<
  NumberRow,
  | 'credentials_version'
  | 'version'
  | 'is_billing_blocked'
  | 'last_error'
  | 'last_error_reason'
  | 'restrictions'
  | 'described_at'
>;

/** The columns of a number that may change. */
export type NumberChange = Partial<
  Pick<
    NumberRow,
    | 'status'
    | 'reason'
    | 'last_error'
    | 'last_error_reason'
    | 'is_billing_blocked'
    | 'sync'
    | 'state_at'
    | 'token_expires_at'
    | 'restrictions'
    | 'quality_rating'
    | 'messaging_limit'
    | 'name_status'
    | 'described_at'
  >
>;

const NOT_DELETED = `NOT EXISTS (
  SELECT FROM cloud_connector.deleted_channels d WHERE d.account_id = n.account_id AND d.channel_id = n.channel_id)`;

/** A time reported by the provider, at most a minute from now: one far in the future would outdate all later reports. */
const laterState = (at: string) =>
  `greatest(state_at, least(${at}::timestamptz, now() + interval '1 minute'))`;

@Injectable()
export class NumbersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(
    accountId: number,
    channelId: number,
    manager = this.dataSource.manager,
  ): Promise<NumberRow | null> {
    const [row]: NumberRow[] = await manager.query(
      `SELECT ${NUMBER_COLUMNS} FROM cloud_connector.numbers n WHERE account_id = $1 AND channel_id = $2 AND ${NOT_DELETED}`,
      [accountId, channelId],
    );
    return row ?? null;
  }

  /**
   * Returns the numbers with these ids of the provider, by id. The list is a subquery, so that the statement is not
   * planned again for each length (ADR 21).
   */
  async findByPhoneNumberIds(ids: string[], manager: EntityManager): Promise<Map<string, NumberRow>> {
    const rows: NumberRow[] = await manager.query(
      `SELECT ${NUMBER_COLUMNS} FROM cloud_connector.numbers n WHERE phone_number_id = ANY ((SELECT $1::text[])::text[]) AND ${NOT_DELETED}`,
      [ids],
    );
    return new Map(rows.map((row) => [row.phone_number_id, row]));
  }

  /** The numbers of an account at the provider, locked in key order. */
  async lockOfWaba(wabaId: string, manager: EntityManager): Promise<NumberRow[]> {
    return manager.query(
      `SELECT ${NUMBER_COLUMNS} FROM cloud_connector.numbers n WHERE waba_id = $1 AND ${NOT_DELETED}
       ORDER BY account_id, channel_id FOR UPDATE`,
      [wabaId],
    );
  }

  /** Returns the first channel of each of our accounts that has numbers of this account at the provider. */
  async oneChannelOfEachAccount(
    wabaId: string,
    manager: EntityManager,
  ): Promise<{ accountId: number; channelId: number }[]> {
    return manager.query(
      `SELECT account_id AS "accountId", min(channel_id) AS "channelId" FROM cloud_connector.numbers n
       WHERE waba_id = $1 AND ${NOT_DELETED} GROUP BY account_id ORDER BY account_id`,
      [wabaId],
    );
  }

  /** Returns numbers by account and channel, from the one after a place. */
  async page(
    accountId: number | null,
    after: { account_id: number; channel_id: number } | null,
    limit: number,
  ): Promise<NumberRow[]> {
    return this.dataSource.query(
      `SELECT ${NUMBER_COLUMNS} FROM cloud_connector.numbers n
       WHERE (account_id, channel_id) > ($1, $2) AND account_id = coalesce($3::bigint, account_id) AND ${NOT_DELETED}
       ORDER BY account_id, channel_id LIMIT $4`,
      [after?.account_id ?? 0, after?.channel_id ?? 0, accountId, limit],
    );
  }

  async lock(accountId: number, channelId: number, manager: EntityManager): Promise<NumberRow | null> {
    const [row]: NumberRow[] = await manager.query(
      `SELECT ${NUMBER_COLUMNS} FROM cloud_connector.numbers WHERE account_id = $1 AND channel_id = $2 FOR UPDATE`,
      [accountId, channelId],
    );
    return row ?? null;
  }

  /** Whether another channel of the installation has the number. */
  async isTaken(phoneNumberId: string, accountId: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM cloud_connector.numbers n WHERE phone_number_id = $1 AND account_id <> $2 AND ${NOT_DELETED}`,
      [phoneNumberId, accountId],
    );
    return rows.length > 0;
  }

  /** Returns those of these ids that channels of the installation have. */
  async inUse(phoneNumberIds: string[]): Promise<Set<string>> {
    const rows: { phone_number_id: string }[] = await this.dataSource.query(
      `SELECT phone_number_id FROM cloud_connector.numbers n WHERE phone_number_id = ANY ($1) AND ${NOT_DELETED}`,
      [phoneNumberIds],
    );
    return new Set(rows.map((row) => row.phone_number_id));
  }

  /**
   * Inserts the number of a channel, or renews it, and takes the number from a deleted channel that still had it.
   * @throws AppError `conflict`, reason `number_in_use`, if another channel has it.
   */
  async put(number: NewNumber, manager: EntityManager): Promise<NumberRow> {
    await manager.query(
      `DELETE FROM cloud_connector.numbers n WHERE phone_number_id = $1 AND NOT (${NOT_DELETED})`,
      [number.phone_number_id],
    );
    try {
      const [row]: NumberRow[] = await manager.query(
        `INSERT INTO cloud_connector.numbers AS known (account_id, channel_id, waba_id, phone_number_id, phone_number,
           is_coexistence, is_registered_here, credentials, status, reason, sync, state_at, token_expires_at, token_check_at,
           quality_rating, messaging_limit, name_status)
         SELECT $1::bigint, $2::bigint, $3, $4, $5, $6::boolean, $7::boolean, $8::bytea, $9, $10, $11::jsonb, $12::timestamptz,
           $13::timestamptz, $14::timestamptz, $15, $16, $17 WHERE NOT EXISTS (
           SELECT FROM cloud_connector.deleted_channels WHERE account_id = $1 AND channel_id = $2)
         ON CONFLICT ON CONSTRAINT numbers_pkey DO UPDATE SET
           waba_id = excluded.waba_id, phone_number_id = excluded.phone_number_id, phone_number = excluded.phone_number,
           is_coexistence = excluded.is_coexistence,
           is_registered_here = excluded.is_registered_here
             OR (known.is_registered_here AND known.phone_number_id = excluded.phone_number_id),
           credentials = excluded.credentials, credentials_version = known.credentials_version + 1,
           status = excluded.status, reason = excluded.reason, sync = excluded.sync, last_error = NULL, last_error_reason = NULL, is_billing_blocked = false,
           state_at = greatest(known.state_at, excluded.state_at), token_expires_at = excluded.token_expires_at,
           token_check_at = excluded.token_check_at,
           quality_rating = coalesce(excluded.quality_rating, known.quality_rating),
           messaging_limit = coalesce(excluded.messaging_limit, known.messaging_limit),
           name_status = coalesce(excluded.name_status, known.name_status), version = known.version + 1, updated_at = now()
         RETURNING ${NUMBER_COLUMNS}`,
        [
          number.account_id,
          number.channel_id,
          number.waba_id,
          number.phone_number_id,
          number.phone_number,
          number.is_coexistence,
          number.is_registered_here,
          number.credentials,
          number.status,
          number.reason,
          number.sync,
          number.state_at,
          number.token_expires_at,
          nextCheck(number.token_expires_at, new Date()),
          number.quality_rating,
          number.messaging_limit,
          number.name_status,
        ],
      );
      if (!row) throw new AppError('not_found');
      return row;
    } catch (error) {
      if (violates(error, 'numbers_phone_number_id')) throw numberInUse();
      throw error;
    }
  }

  /** Changes a number that the transaction has locked. */
  async change(number: NumberRow, change: NumberChange, manager: EntityManager): Promise<NumberRow> {
    const after = { ...number, ...change };
    const [rows]: [NumberRow[], number] = await manager.query(
      `UPDATE cloud_connector.numbers SET status = $3, reason = $4, last_error = $5, is_billing_blocked = $6,
         sync = $7, state_at = ${laterState('$8')}, token_expires_at = $9, restrictions = $10, quality_rating = $11,
         messaging_limit = $12, name_status = $13, described_at = $14, last_error_reason = $15, version = version + 1, updated_at = now()
       WHERE account_id = $1 AND channel_id = $2 RETURNING ${NUMBER_COLUMNS}`,
      [
        number.account_id,
        number.channel_id,
        after.status,
        after.reason,
        after.last_error,
        after.is_billing_blocked,
        after.sync,
        after.state_at,
        after.token_expires_at,
        JSON.stringify(after.restrictions),
        after.quality_rating,
        after.messaging_limit,
        after.name_status,
        after.described_at,
        after.last_error_reason,
      ],
    );
    return rows[0]!;
  }

  /** Replaces the token of a number that the transaction has locked. */
  async replaceToken(
    { account_id: accountId, channel_id: channelId }: NumberRow,
    { credentials, expiresAt }: { credentials: Buffer; expiresAt: Date | null },
    manager: EntityManager,
  ): Promise<NumberRow> {
    const [rows]: [NumberRow[], number] = await manager.query(
      `UPDATE cloud_connector.numbers SET credentials = $3, credentials_version = credentials_version + 1,
         token_expires_at = $4, version = version + 1, updated_at = now()
       WHERE account_id = $1 AND channel_id = $2 RETURNING ${NUMBER_COLUMNS}`,
      [accountId, channelId, credentials, expiresAt],
    );
    return rows[0]!;
  }

  async checkTokenAt(
    { account_id: accountId, channel_id: channelId }: NumberRow,
    at: Date,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      'UPDATE cloud_connector.numbers SET token_check_at = $3 WHERE account_id = $1 AND channel_id = $2',
      [accountId, channelId, at],
    );
  }

  /**
   * Takes the connected numbers whose tokens are due to be checked, the longest due first. They are due again after the
   * given minutes, should this process not get to it.
   */
  async takeDueTokens(limit: number, againAfterMinutes: number): Promise<NumberRow[]> {
    const [rows]: [NumberRow[], number] = await this.dataSource.query(
      `WITH due AS MATERIALIZED (
         SELECT account_id, channel_id FROM cloud_connector.numbers n
         WHERE token_check_at <= now() AND status = 'connected' AND ${NOT_DELETED}
         ORDER BY token_check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE cloud_connector.numbers SET token_check_at = now() + $2 * interval '1 minute'
       WHERE (account_id, channel_id) IN (SELECT account_id, channel_id FROM due)
       RETURNING ${NUMBER_COLUMNS}`,
      [limit, againAfterMinutes],
    );
    return rows;
  }

  /** When the first token of a connected number expires; null if none does. */
  async firstTokenExpiry(): Promise<Date | null> {
    const [row]: [{ at: Date | null }] = await this.dataSource.query(
      `SELECT min(token_expires_at) AS at FROM cloud_connector.numbers
       WHERE status = 'connected' AND token_expires_at IS NOT NULL`,
    );
    return row.at;
  }

  /** Stores the sync of a number that the transaction has locked, without visible changes. */
  async keepSync(
    { account_id: accountId, channel_id: channelId }: NumberRow,
    sync: SyncState,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      'UPDATE cloud_connector.numbers SET sync = $3 WHERE account_id = $1 AND channel_id = $2',
      [accountId, channelId, sync],
    );
  }

  /** Confirms the status of a number that the transaction has locked, which outdates earlier reports. */
  async confirmStatus(
    { account_id: accountId, channel_id: channelId }: NumberRow,
    at: Date,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE cloud_connector.numbers SET state_at = ${laterState('$3')}
       WHERE account_id = $1 AND channel_id = $2`,
      [accountId, channelId, at],
    );
  }

  async delete(accountId: number, channelId: number, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM cloud_connector.numbers WHERE account_id = $1 AND channel_id = $2', [
      accountId,
      channelId,
    ]);
  }

  /** Returns the first connected number of our account that belongs to this provider account. */
  async findConnected(accountId: number, wabaId: string): Promise<NumberRow | null> {
    const [row]: NumberRow[] = await this.dataSource.query(
      `SELECT ${NUMBER_COLUMNS} FROM cloud_connector.numbers n
       WHERE account_id = $1 AND waba_id = $2 AND status = 'connected' AND ${NOT_DELETED} ORDER BY channel_id LIMIT 1`,
      [accountId, wabaId],
    );
    return row ?? null;
  }

  /** A number of this account at the provider that some channel of the installation has; null when none does. */
  async findOfWaba(wabaId: string, manager = this.dataSource.manager): Promise<NumberRow | null> {
    const [row]: NumberRow[] = await manager.query(
      `SELECT ${NUMBER_COLUMNS} FROM cloud_connector.numbers n WHERE waba_id = $1 AND ${NOT_DELETED} LIMIT 1`,
      [wabaId],
    );
    return row ?? null;
  }
}

export function numberInUse(): AppError {
  return new AppError('conflict', {
    reason: 'number_in_use',
    message: 'Another account of this installation has the number. Delete its channel there first.',
  });
}
