import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isDeletedChannel } from '../templates/template.row';

/** A Cloud channel, and the account at the provider that it belongs to. */
export interface ChatAccount {
  accountId: number;
  channelId: number;
  wabaId: string;
}

/** The table `channels`: which channel belongs to which account at the provider. */
@Injectable()
export class ChatAccountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Takes in what a snapshot of a number says, unless a later one was here before.
   * @param syncInMs when the templates of a channel that is new are read.
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

  /** All Cloud channels of an account that are not deleted. */
  async ofAccount(accountId: number): Promise<ChatAccount[]> {
    return this.select('', [accountId]);
  }

  /** The channels of an account at one account of the provider, but for deleted ones. */
  async ofWaba(accountId: number, wabaId: string): Promise<ChatAccount[]> {
    return this.select('AND c.waba_id = $2', [accountId, wabaId]);
  }

  /**
   * Takes a provider account whose templates are to be read anew; it is due again after `holdMs`, should this process
   * die.
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

  /** Has the templates of a provider account read anew in so many milliseconds. */
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
   * The same for a provider account that was read since `startedAt`, unless somebody asked for it meanwhile: what they
   * know may be newer than what was read.
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

  /** A channel that is marked as deleted, with what is known of it, locked. */
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
