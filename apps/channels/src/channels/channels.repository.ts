import { Injectable } from '@nestjs/common';
import { DataSource, In, MoreThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Notices, type Transaction } from '@chat/bus';
import { channelsChanged, type ChannelKind, type SignOfLife } from '@chat/contracts/channels';
import { AppError } from '@chat/errors';
import { timeOfChange } from '@chat/service-kit';
import { ChannelEntity } from './channel.entity';
import { changesVisibly, type ChannelChanges } from './channel-changes.rules';

/** The part of a transaction that a change needs. */
type Changing = Pick<Transaction, 'manager' | 'afterCommit'>;

@Injectable()
export class ChannelsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notices: Notices,
  ) {}

  /** @throws AppError `not_found`, also for another account's channel. */
  async get(accountId: number, id: number): Promise<ChannelEntity> {
    const channel = await this.find(accountId, id);
    if (!channel) throw new AppError('not_found');
    return channel;
  }

  find(accountId: number, id: number, manager = this.dataSource.manager): Promise<ChannelEntity | null> {
    return manager.findOneBy(ChannelEntity, { accountId, id });
  }

  findAll(accountId: number, origin?: ChannelKind): Promise<ChannelEntity[]> {
    const where = { accountId, ...(origin && { origin }) };
    return this.dataSource.manager.find(ChannelEntity, { where, order: { id: 'ASC' } });
  }

  /** Counts at most 1,000 rows, the maximum per account. */
  count(accountId: number, origin?: ChannelKind): Promise<number> {
    return this.dataSource.manager.countBy(ChannelEntity, { accountId, ...(origin && { origin }) });
  }

  /** Returns the channels of a page plus one more if there is a next page. */
  findPage(
    accountId: number,
    page: { perPage: number; offset: number; afterId: number | null; origin?: ChannelKind },
  ): Promise<ChannelEntity[]> {
    const { perPage, offset, afterId, origin } = page;
    return this.dataSource.manager.find(ChannelEntity, {
      where: { accountId, ...(origin && { origin }), ...(afterId !== null && { id: MoreThan(afterId) }) },
      order: { id: 'ASC' },
      skip: offset,
      take: perPage + 1,
    });
  }

  findDefault(accountId: number): Promise<ChannelEntity | null> {
    return this.dataSource.manager.findOneBy(ChannelEntity, { accountId, isDefault: true });
  }

  /** Returns the channels with one of these spellings of a number, ordered by id. */
  findByNumber(
    accountId: number,
    spellings: string[],
    manager = this.dataSource.manager,
  ): Promise<ChannelEntity[]> {
    return manager.find(ChannelEntity, {
      where: { accountId, phoneNumber: In(spellings) },
      order: { id: 'ASC' },
    });
  }

  /** Returns the current channel, locked until the transaction ends. */
  lock(accountId: number, id: number, manager: EntityManager): Promise<ChannelEntity | null> {
    return this.lockFirst({ accountId, id }, manager);
  }

  lockDefault(accountId: number, manager: EntityManager): Promise<ChannelEntity | null> {
    return this.lockFirst({ accountId, isDefault: true }, manager);
  }

  lockLowest(accountId: number, manager: EntityManager): Promise<ChannelEntity | null> {
    return this.lockFirst({ accountId }, manager);
  }

  lockByNumber(accountId: number, spellings: string[], manager: EntityManager): Promise<ChannelEntity[]> {
    return manager.find(ChannelEntity, {
      where: { accountId, phoneNumber: In(spellings) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Locks connected channels whose token expires within some of these days, where a smaller number of days was reached
   * than was told. Skips rows that are locked elsewhere.
   * @returns with each the smallest number of days reached.
   */
  lockExpiring(
    days: readonly number[],
    limit: number,
    manager: EntityManager,
  ): Promise<{ accountId: number; id: number; days: number }[]> {
    return manager.query(
      `SELECT account_id AS "accountId", id, days FROM channels.channels AS c,
         LATERAL (SELECT min(days) AS days FROM unnest($1::int[]) AS days
           WHERE token_expires_at <= now() + days * interval '1 day') AS reached
       WHERE token_expires_at > now() AND connection_status = 'connected' AND days < coalesce(token_notice, days + 1)
       ORDER BY token_expires_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED`,
      [days, limit],
    );
  }

  async insert(channel: Omit<ChannelEntity, 'id'>, tx: Changing): Promise<ChannelEntity> {
    const created = tx.manager.create(ChannelEntity, channel);
    await tx.manager.insert(ChannelEntity, created);
    this.noticeAfter(tx, channel.accountId);
    return created;
  }

  /**
   * Updates a channel that the transaction has locked. Does nothing without changes; `updatedAt` moves only when a
   * field that clients see changes.
   */
  async update(channel: ChannelEntity, changes: ChannelChanges, tx: Changing): Promise<ChannelEntity> {
    if (Object.keys(changes).length === 0) return channel;
    const { accountId, id } = channel;
    const updatedAt = changesVisibly(channel, changes)
      ? timeOfChange(channel, new Date())
      : channel.updatedAt;
    const stamped = { ...changes, version: channel.version + 1, updatedAt };
    await tx.manager.update(ChannelEntity, { accountId, id }, stamped);
    this.noticeAfter(tx, accountId);
    return { ...channel, ...stamped };
  }

  /** Advances the times of connected channels. Skips rows that are locked elsewhere: the next report follows soon. */
  async noteSignsOfLife(signs: readonly SignOfLife[]): Promise<void> {
    await this.dataSource.query(
      `WITH signs AS (
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[])
           AS sign(account_id, id, seen_at, heartbeat_at)
       ), earlier AS (
         SELECT account_id, id FROM channels.channels AS c JOIN signs USING (account_id, id)
         WHERE connection_status = 'connected' AND (last_seen_at IS NULL OR last_seen_at < seen_at)
         FOR UPDATE OF c SKIP LOCKED
       )
       UPDATE channels.channels AS c SET last_seen_at = seen_at,
         updated_at = greatest(now(), updated_at + interval '1 ms'),
         last_heartbeat_at = greatest(last_heartbeat_at, heartbeat_at)
       FROM signs JOIN earlier USING (account_id, id)
       WHERE c.account_id = signs.account_id AND c.id = signs.id`,
      [
        signs.map(({ account_id }) => account_id),
        signs.map(({ channel_id }) => channel_id),
        signs.map(({ last_seen_at }) => last_seen_at),
        signs.map(({ last_heartbeat_at }) => last_heartbeat_at),
      ],
    );
  }

  async delete(accountId: number, id: number, tx: Changing): Promise<void> {
    await tx.manager.delete(ChannelEntity, { accountId, id });
    this.noticeAfter(tx, accountId);
  }

  /** Notifies services that cache channels before the change is answered. */
  private noticeAfter(tx: Changing, accountId: number): void {
    tx.afterCommit(() => this.notices.publish(channelsChanged, accountId));
  }

  private lockFirst(
    where: FindOptionsWhere<ChannelEntity>,
    manager: EntityManager,
  ): Promise<ChannelEntity | null> {
    return manager.findOne(ChannelEntity, {
      where,
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }
}
