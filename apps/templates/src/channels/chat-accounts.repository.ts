import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isDeletedChannel } from '../templates/template.row';

/** A Cloud channel and the provider account it belongs to. */
export interface ChatAccount {
  accountId: number;
  channelId: number;
  wabaId: string;
}

/** The table `channels`, which maps channels to provider accounts. */
@Injectable()
export class ChatAccountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores the provider account from a number snapshot, unless the same or a later version is already stored.
   * @param syncInMs delay before the templates of a new channel are read.
   */
  async learn(
    { accountId, channelId, wabaId, version, syncInMs }: ChatAccount & { version: number; syncInMs: number },
    manager = this.dataSource.manager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO templates.channels AS known (account_id, channel_id, waba_id, version, sync_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 ms')
       ON CONFLICT ON CONSTRAINT channels_pkey DO UPDATE SET version = excluded.version, waba_id = excluded.waba_id,
         sync_at = CASE WHEN known.waba_id = excluded.waba_id THEN known.sync_at ELSE now() END
       WHERE known.version < excluded.version`,
      [accountId, channelId, wabaId, version, syncInMs],
    );
  }

  async find(accountId: number, channelId: number): Promise<ChatAccount | null> {
    const [found] = await this.select('AND c.channel_id = $2', [accountId, channelId]);
    return found ?? null;
  }

  /** Returns all Cloud channels of an account that are not deleted. */
  async ofAccount(accountId: number): Promise<ChatAccount[]> {
    return this.select('', [accountId]);
  }

  /** Returns the channels of an account at one provider account, except deleted ones. */
  async ofWaba(accountId: number, wabaId: string): Promise<ChatAccount[]> {
    return this.select('AND c.waba_id = $2', [accountId, wabaId]);
  }

  /**
   * Claims a provider account whose sync is due; it becomes due again after `holdMs`, in case this process dies.
   */
  async takeDue(holdMs: number): Promise<ChatAccount | null> {
    const [[taken]]: [ChatAccount[], number] = await this.dataSource.query(
      `WITH due AS (
         SELECT account_id, channel_id, waba_id FROM templates.channels c
         WHERE sync_at <= now() AND NOT ${isDeletedChannel('c')}
         ORDER BY sync_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       UPDATE templates.channels AS c SET sync_at = now() + $1 * interval '1 ms'
       FROM due WHERE c.account_id = due.account_id AND c.channel_id = due.channel_id
       RETURNING c.account_id AS "accountId", c.channel_id AS "channelId", c.waba_id AS "wabaId"`,
      [holdMs],
    );
    return taken ?? null;
  }

  /** Schedules a sync of a provider account's templates after `delayMs`. */
  async scheduleSync(
    accountId: number,
    wabaId: string,
    delayMs: number,
    manager = this.dataSource.manager,
  ): Promise<void> {
    await manager.query(
      `UPDATE templates.channels SET sync_at = now() + $3 * interval '1 ms' WHERE account_id = $1 AND waba_id = $2`,
      [accountId, wabaId, delayMs],
    );
  }

  /**
   * Schedules the next sync of a provider account after a sync that began at `startedAt`, unless another sync was
   * requested meanwhile: the request may refer to something newer than what was read.
   */
  async scheduleNextSync(
    { accountId, wabaId }: ChatAccount,
    delayMs: number,
    startedAt: Date,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE templates.channels SET sync_at = now() + $3 * interval '1 ms'
       WHERE account_id = $1 AND waba_id = $2 AND NOT (sync_at > $4 AND sync_at <= now())`,
      [accountId, wabaId, delayMs, startedAt],
    );
  }

  async delete(accountId: number, channelId: number, manager: EntityManager): Promise<boolean> {
    const [, deleted]: [unknown, number] = await manager.query(
      'DELETE FROM templates.channels WHERE account_id = $1 AND channel_id = $2',
      [accountId, channelId],
    );
    return deleted > 0;
  }

  /** Returns a channel, even a deleted one, locked until the transaction ends. */
  async lock(accountId: number, channelId: number, manager: EntityManager): Promise<ChatAccount | null> {
    const [row]: ChatAccount[] = await manager.query(
      `SELECT account_id AS "accountId", channel_id AS "channelId", waba_id AS "wabaId" FROM templates.channels
       WHERE account_id = $1 AND channel_id = $2 FOR UPDATE`,
      [accountId, channelId],
    );
    return row ?? null;
  }

  private select(condition: string, values: unknown[]): Promise<ChatAccount[]> {
    return this.dataSource.query(
      `SELECT c.account_id AS "accountId", c.channel_id AS "channelId", c.waba_id AS "wabaId" FROM templates.channels c
       WHERE c.account_id = $1 ${condition} AND NOT ${isDeletedChannel('c')} ORDER BY c.channel_id`,
      values,
    );
  }
}
