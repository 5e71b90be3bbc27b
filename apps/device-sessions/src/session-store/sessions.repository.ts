import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions, type Transaction } from '@chat/bus';
import { sessionStatusChanged } from '@chat/contracts/device-sessions';
import { AppError } from '@chat/errors';
import { toSnapshot } from './session.mapper';
import { CREATE_SESSION, LeaseLostError, SESSION_COLUMNS, type SessionRow, type Tenure } from './session.row';

/** The fields of its session that an owner may change. */
export type SessionChange = Partial<
  Pick<
    SessionRow,
    'raw_status' | 'desired' | 'credentials' | 'phone_number' | 'last_error' | 'last_error_reason'
  >
>;

@Injectable()
export class SessionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Returns the session's row, which is created at its first mention.
   * @throws AppError `not_found` when its channel is deleted.
   */
  async mention(accountId: number, channelId: number): Promise<SessionRow> {
    const select = `SELECT ${SESSION_COLUMNS} FROM device_sessions.sessions WHERE account_id = $1 AND channel_id = $2`;
    const [known]: SessionRow[] = await this.dataSource.query(select, [accountId, channelId]);
    if (known) return known;
    await this.dataSource.query(CREATE_SESSION, [accountId, channelId]);
    const [created]: SessionRow[] = await this.dataSource.query(select, [accountId, channelId]);
    if (!created) throw new AppError('not_found');
    return created;
  }

  /**
   * Applies an owner's change to its session and emits the event. Where the link is forgotten, or another one begins, the
   * keys of the engine go with it.
   * @param lastSeenAt the last sign of life of the network, if there was one under this owner.
   * @throws LeaseLostError when the session has another owner by now.
   */
  async change(before: SessionRow, change: SessionChange, lastSeenAt: Date | null): Promise<SessionRow> {
    return this.transactions.run(null, async (tx) => {
      const relinks = change.credentials !== undefined;
      const after = await this.update(tx.manager, { ...before, ...change }, relinks, lastSeenAt);
      if (change.credentials === null || change.raw_status === 'STARTING') {
        await this.wipeKeys(tx.manager, after);
      }
      this.publishStatus(tx, after);
      return after;
    });
  }

  /**
   * Saves the engine's state. Nobody is told, since nothing that others see changes.
   * @throws LeaseLostError when the session has another owner by now.
   */
  async saveState(
    { account_id, channel_id, epoch }: Tenure,
    credentials: Buffer,
    engine: string,
  ): Promise<void> {
    const [, saved]: [unknown, number] = await this.dataSource.query(
      `UPDATE device_sessions.sessions SET credentials = $4, engine = $5, updated_at = now()
       WHERE account_id = $1 AND channel_id = $2 AND epoch = $3`,
      [account_id, channel_id, epoch, credentials, engine],
    );
    if (saved === 0) throw new LeaseLostError();
  }

  /**
   * Saves the state that a restored session continues with, and drops keys of these kinds.
   * @throws LeaseLostError when the session has another owner by now.
   */
  async settleRestore(
    { account_id, channel_id, epoch }: Tenure,
    credentials: Buffer,
    kinds: readonly string[],
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [, saved]: [unknown, number] = await manager.query(
        `UPDATE device_sessions.sessions SET credentials = $4, restored = false, updated_at = now()
         WHERE account_id = $1 AND channel_id = $2 AND epoch = $3`,
        [account_id, channel_id, epoch, credentials],
      );
      if (saved === 0) throw new LeaseLostError();
      await manager.query(
        `DELETE FROM device_sessions.session_keys
         WHERE account_id = $1 AND channel_id = $2 AND kind = ANY ($3::text[])`,
        [account_id, channel_id, kinds],
      );
    });
  }

  /** @param relinks whether the credentials change; if not, the stored ones are kept: they may have been resealed. */
  private async update(
    manager: EntityManager,
    row: SessionRow,
    relinks: boolean,
    lastSeenAt: Date | null,
  ): Promise<SessionRow> {
    const [rows]: [SessionRow[], number] = await manager.query(
      `UPDATE device_sessions.sessions SET seq = seq + 1, updated_at = now(), raw_status = $4, desired = $5,
         credentials = CASE WHEN $10 THEN $6 ELSE credentials END, restored = restored AND NOT $10,
         engine = CASE WHEN $10 AND $6::bytea IS NULL THEN NULL ELSE engine END, phone_number = $7,
         last_error = $8, last_error_reason = $11, last_seen_at = greatest(last_seen_at, $9)
       WHERE account_id = $1 AND channel_id = $2 AND epoch = $3 RETURNING ${SESSION_COLUMNS}`,
      [
        row.account_id,
        row.channel_id,
        row.epoch,
        row.raw_status,
        row.desired,
        row.credentials,
        row.phone_number,
        row.last_error,
        lastSeenAt,
        relinks,
        row.last_error_reason,
      ],
    );
    if (!rows[0]) throw new LeaseLostError();
    return rows[0];
  }

  private async wipeKeys(manager: EntityManager, { account_id, channel_id }: Tenure): Promise<void> {
    await manager.query(
      `DELETE FROM device_sessions.session_keys WHERE account_id = $1 AND channel_id = $2`,
      [account_id, channel_id],
    );
  }

  private publishStatus(tx: Transaction, row: SessionRow): void {
    tx.emit(sessionStatusChanged, {
      accountId: row.account_id,
      entity: `sessions/${row.channel_id}`,
      entityVersion: row.seq,
      channelId: row.channel_id,
      data: toSnapshot(row),
    });
  }
}

/**
 * Protects sessions against a change of owner until the transaction ends, with locks taken in key order. The lists are
 * subqueries, so that the statement is not planned again for each length (ADR 21).
 * @returns for each session whether it still belongs to this owner.
 */
export async function fence(manager: EntityManager, tenures: Tenure[]): Promise<boolean[]> {
  const rows: { place: number }[] = await manager.query(
    `SELECT held.place FROM device_sessions.sessions
     JOIN unnest((SELECT $1::bigint[]), (SELECT $2::bigint[]), (SELECT $3::bigint[])) WITH ORDINALITY
       AS held(account_id, channel_id, epoch, place)
       USING (account_id, channel_id, epoch)
     ORDER BY account_id, channel_id FOR SHARE OF sessions`,
    [
      tenures.map((tenure) => tenure.account_id),
      tenures.map((tenure) => tenure.channel_id),
      tenures.map((tenure) => tenure.epoch),
    ],
  );
  const places = new Set(rows.map(({ place }) => place));
  return tenures.map((_, index) => places.has(index + 1));
}
