import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SIGN_UP_COLUMNS, type SignUpRow } from './sign-up.row';

export interface NewSignUp {
  accountId: number;
  sessionId: string;
  codeDigest: Buffer;
  isCoexistence: boolean;
  hintedWabaId: string | null;
  hintedPhoneNumberId: string | null;
}

/** What `begin` started. */
export interface Begun {
  /** The token for `rest`. */
  busyUntil: string;
  /** Whether nothing can have been changed at the provider before. */
  isFirst: boolean;
}

/** Longer than all calls to the provider for connecting one number take together. */
const BUSY = `interval '60 seconds'`;
const RETENTION = `interval '1 day'`;
/** Retention of sign-ups that may still have to be undone at the provider. */
const LONGEST_RETENTION = `interval '30 days'`;

@Injectable()
export class SignUpsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns its id; null if the code was used before. */
  async insert(signUp: NewSignUp): Promise<number | null> {
    const [row]: { id: number }[] = await this.dataSource.query(
      `INSERT INTO cloud_connector.sign_ups (account_id, session_id, code_digest, is_coexistence, hinted_waba_id,
         hinted_phone_number_id)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ON CONSTRAINT sign_ups_code DO NOTHING RETURNING id`,
      [
        signUp.accountId,
        signUp.sessionId,
        signUp.codeDigest,
        signUp.isCoexistence,
        signUp.hintedWabaId,
        signUp.hintedPhoneNumberId,
      ],
    );
    return row?.id ?? null;
  }

  async findByCode(accountId: number, codeDigest: Buffer): Promise<SignUpRow | null> {
    const [row]: SignUpRow[] = await this.dataSource.query(
      `SELECT ${SIGN_UP_COLUMNS} FROM cloud_connector.sign_ups WHERE account_id = $1 AND code_digest = $2`,
      [accountId, codeDigest],
    );
    return row ?? null;
  }

  async find(accountId: number, id: number): Promise<SignUpRow | null> {
    const [row]: SignUpRow[] = await this.dataSource.query(
      `SELECT ${SIGN_UP_COLUMNS} FROM cloud_connector.sign_ups WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  async lock(accountId: number, id: number, manager: EntityManager): Promise<SignUpRow | null> {
    const [row]: SignUpRow[] = await manager.query(
      `SELECT ${SIGN_UP_COLUMNS} FROM cloud_connector.sign_ups WHERE account_id = $1 AND id = $2 FOR UPDATE`,
      [accountId, id],
    );
    return row ?? null;
  }

  async setCredentials(accountId: number, id: number, credentials: Buffer): Promise<void> {
    await this.dataSource.query(
      'UPDATE cloud_connector.sign_ups SET credentials = $3 WHERE account_id = $1 AND id = $2',
      [accountId, id, credentials],
    );
  }

  /** Sets the number, unless one was chosen before. */
  async setNumber(
    accountId: number,
    id: number,
    { wabaId, phoneNumberId }: { wabaId: string; phoneNumberId: string },
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE cloud_connector.sign_ups SET waba_id = $3, phone_number_id = $4
       WHERE account_id = $1 AND id = $2 AND phone_number_id IS NULL`,
      [accountId, id, wabaId, phoneNumberId],
    );
  }

  /** Called before anything is changed at the provider. @returns null if the sign-up is gone. */
  async begin(accountId: number, id: number): Promise<Begun | null> {
    const [rows]: [{ busy_until: string; was_begun: boolean }[], number] = await this.dataSource.query(
      `UPDATE cloud_connector.sign_ups s SET is_begun = true, busy_until = now() + ${BUSY}
       FROM (SELECT is_begun FROM cloud_connector.sign_ups WHERE account_id = $1 AND id = $2 FOR UPDATE) AS before
       WHERE account_id = $1 AND id = $2 RETURNING busy_until::text, before.is_begun AS was_begun`,
      [accountId, id],
    );
    const [row] = rows;
    return row ? { busyUntil: row.busy_until, isFirst: !row.was_begun } : null;
  }

  async setRegisteredHere(accountId: number, id: number, isRegisteredHere: boolean): Promise<void> {
    await this.dataSource.query(
      'UPDATE cloud_connector.sign_ups SET is_registered_here = $3 WHERE account_id = $1 AND id = $2',
      [accountId, id, isRegisteredHere],
    );
  }

  /**
   * Ends what `begin` started.
   * @param busyUntil what `begin` returned: a later `begin` stays in force.
   * @param hasNothingToUndo either nothing was changed at the provider, or a channel has the number: from then on,
   * deleting the channel undoes what was done.
   */
  async rest(accountId: number, id: number, busyUntil: string, hasNothingToUndo: boolean): Promise<void> {
    await this.dataSource.query(
      `UPDATE cloud_connector.sign_ups SET busy_until = NULL, is_begun = is_begun AND NOT $4
       WHERE account_id = $1 AND id = $2 AND busy_until = $3::timestamptz`,
      [accountId, id, busyUntil, hasNothingToUndo],
    );
  }

  /** Whether a call to the provider may be in progress for a sign-up that the transaction has locked. */
  async isBusy(accountId: number, id: number, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'SELECT FROM cloud_connector.sign_ups WHERE account_id = $1 AND id = $2 AND busy_until > now()',
      [accountId, id],
    );
    return rows.length > 0;
  }

  async delete(accountId: number, id: number, manager = this.dataSource.manager): Promise<void> {
    await manager.query('DELETE FROM cloud_connector.sign_ups WHERE account_id = $1 AND id = $2', [
      accountId,
      id,
    ]);
  }

  /** Deletes old sign-ups, with their tokens. @returns whether there may be more. */
  async forgetSome(limit: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH old AS MATERIALIZED (
         SELECT account_id, id FROM cloud_connector.sign_ups
         WHERE created_at < now() - ${RETENTION}
           AND (NOT is_begun OR created_at < now() - ${LONGEST_RETENTION}) ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED),
       deleted AS (
         DELETE FROM cloud_connector.sign_ups s USING old
         WHERE (s.account_id, s.id) = (old.account_id, old.id) RETURNING 1)
       SELECT 1 FROM deleted`,
      [limit],
    );
    return rows.length === limit;
  }
}
