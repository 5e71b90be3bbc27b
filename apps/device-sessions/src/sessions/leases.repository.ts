import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CREATE_SESSION, SESSION_COLUMNS, type SessionRow, type Tenure } from '../session-store/session.row';

/** Makes `$1` the owner of the rows of the WHERE clause that follows, for `$2` ms. */
const TAKE = `
  UPDATE device_sessions.sessions SET owner = $1, epoch = epoch + 1,
    lease_expires_at = clock_timestamp() + $2 * interval '1 millisecond', updated_at = now()`;

/**
 * The owner of each session and the expiry of its lease, by the database's clock. Statements on many sessions lock them
 * in key order, as `fence` does, so that they cannot deadlock.
 */
@Injectable()
export class LeasesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Claims one session unless another owner holds it. @returns null when one does, or the channel is deleted. */
  async claim(
    accountId: number,
    channelId: number,
    owner: string,
    leaseMs: number,
  ): Promise<SessionRow | null> {
    await this.dataSource.query(CREATE_SESSION, [accountId, channelId]);
    return (
      (
        await this.take(
          `${TAKE} WHERE account_id = $3 AND channel_id = $4
           AND (owner IS NULL OR owner = $1 OR lease_expires_at <= clock_timestamp()) RETURNING ${SESSION_COLUMNS}`,
          [owner, leaseMs, accountId, channelId],
        )
      )[0] ?? null
    );
  }

  /** Reclaims what this owner held when it ended, without waiting for the leases to expire. */
  async claimOwn(owner: string, leaseMs: number): Promise<SessionRow[]> {
    return this.take(`${TAKE} WHERE owner = $1 RETURNING ${SESSION_COLUMNS}`, [owner, leaseMs]);
  }

  /** Claims sessions whose lease has expired, and linked ones that should run and have no owner, except these channels'. */
  async claimAbandoned(
    owner: string,
    leaseMs: number,
    exceptChannels: number[],
    limit: number,
  ): Promise<SessionRow[]> {
    return this.take(
      `${TAKE} WHERE (account_id, channel_id) IN (
         SELECT account_id, channel_id FROM device_sessions.sessions
         WHERE ((owner IS NOT NULL AND lease_expires_at <= clock_timestamp())
            OR (owner IS NULL AND desired = 'RUNNING' AND credentials IS NOT NULL))
           AND channel_id <> ALL ($3::bigint[])
         LIMIT $4 FOR UPDATE SKIP LOCKED) RETURNING ${SESSION_COLUMNS}`,
      [owner, leaseMs, exceptChannels, limit],
    );
  }

  /** Renews the leases. @returns those that still belong to this owner. */
  async renew(
    tenures: (Tenure & { lastSeenAt: Date | null })[],
    owner: string,
    leaseMs: number,
  ): Promise<Tenure[]> {
    const [rows]: [Tenure[], number] = await this.dataSource.query(
      `UPDATE device_sessions.sessions SET
         lease_expires_at = clock_timestamp() + $2 * interval '1 millisecond',
         last_seen_at = greatest(sessions.last_seen_at, held.last_seen_at,
           CASE raw_status WHEN 'CONNECTED' THEN clock_timestamp() END),
         last_heartbeat_at = CASE raw_status WHEN 'CONNECTED' THEN clock_timestamp() ELSE last_heartbeat_at END
       FROM (
         SELECT account_id, channel_id, epoch, held.last_seen_at
         FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[])
           AS held(account_id, channel_id, epoch, last_seen_at)
         JOIN device_sessions.sessions USING (account_id, channel_id, epoch)
         ORDER BY account_id, channel_id FOR UPDATE OF sessions) AS held
       WHERE sessions.account_id = held.account_id AND sessions.channel_id = held.channel_id
         AND sessions.epoch = held.epoch AND owner = $1
       RETURNING sessions.account_id, sessions.channel_id, sessions.epoch`,
      [
        owner,
        leaseMs,
        tenures.map((tenure) => tenure.account_id),
        tenures.map((tenure) => tenure.channel_id),
        tenures.map((tenure) => tenure.epoch),
        tenures.map((tenure) => tenure.lastSeenAt),
      ],
    );
    return rows;
  }

  /** Releases the sessions, so that others can claim them immediately. */
  async release(tenures: Tenure[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE device_sessions.sessions SET owner = NULL, lease_expires_at = NULL
       FROM (
         SELECT account_id, channel_id, epoch
         FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS held(account_id, channel_id, epoch)
         JOIN device_sessions.sessions USING (account_id, channel_id, epoch)
         ORDER BY account_id, channel_id FOR UPDATE OF sessions) AS held
       WHERE sessions.account_id = held.account_id AND sessions.channel_id = held.channel_id
         AND sessions.epoch = held.epoch`,
      [
        tenures.map((tenure) => tenure.account_id),
        tenures.map((tenure) => tenure.channel_id),
        tenures.map((tenure) => tenure.epoch),
      ],
    );
  }

  private async take(sql: string, values: unknown[]): Promise<SessionRow[]> {
    const [rows]: [SessionRow[], number] = await this.dataSource.query(sql, values);
    return rows;
  }
}
