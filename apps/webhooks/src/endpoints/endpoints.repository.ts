import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AppError } from '@chat/errors';
import type { readIdPage } from '@chat/lists';
import type { Caller } from './caller.rules';
import { EndpointEntity } from './endpoint.entity';

export type NewEndpoint = Pick<EndpointEntity, 'id' | 'label' | 'url' | 'events' | 'secret'>;

@Injectable()
export class EndpointsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Serializes the transactions that add endpoints to the account. */
  async lockAccount(accountId: number, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks.endpoints', $1))`, [
      accountId,
    ]);
  }

  /** Reserves the id of a new endpoint: its secret is sealed for the row before the row exists. */
  async nextId(manager: EntityManager): Promise<number> {
    const [row]: [{ id: number }] = await manager.query(
      `SELECT nextval(pg_get_serial_sequence('webhooks.endpoints', 'id')) AS id`,
    );
    return row.id;
  }

  async insert(
    { accountId, creator }: Caller,
    endpoint: NewEndpoint,
    manager: EntityManager,
  ): Promise<EndpointEntity> {
    await manager.insert(EndpointEntity, {
      accountId,
      ...endpoint,
      ...(creator && {
        creatorType: creator.type,
        creatorId: creator.id,
        creatorName: creator.name,
        grantId: creator.grantId,
      }),
    });
    await manager.query('INSERT INTO webhooks.lanes (account_id, webhook_id) VALUES ($1, $2)', [
      accountId,
      endpoint.id,
    ]);
    return manager.findOneByOrFail(EndpointEntity, { accountId, id: endpoint.id });
  }

  /** Counts the endpoints that the caller sees. */
  count(caller: Caller, manager = this.dataSource.manager): Promise<number> {
    return manager.countBy(EndpointEntity, seenBy(caller));
  }

  /** Returns the endpoints that the caller sees, newest first. */
  findAll(caller: Caller): Promise<EndpointEntity[]> {
    return this.dataSource.manager.find(EndpointEntity, { where: seenBy(caller), order: { id: 'DESC' } });
  }

  /** Returns the endpoints of a page, newest first, plus one more, which shows whether there is a next page. */
  findPage(
    caller: Caller,
    { afterId, offset, perPage }: ReturnType<typeof readIdPage>,
  ): Promise<EndpointEntity[]> {
    return this.dataSource.manager.find(EndpointEntity, {
      where: seenBy(caller, afterId ? { id: LessThan(afterId) } : {}),
      order: { id: 'DESC' },
      skip: offset,
      take: perPage + 1,
    });
  }

  /**
   * Locks the endpoint until the transaction ends and returns its current state with its secret.
   * @throws AppError `not_found`, also for an endpoint that the caller does not see.
   */
  async lock(caller: Caller, id: number, manager: EntityManager): Promise<EndpointEntity> {
    return found(await this.findAndLock(caller, id, manager));
  }

  /** Like `lock`, for work that can continue without the endpoint. */
  findAndLock(caller: Caller, id: number, manager: EntityManager): Promise<EndpointEntity | null> {
    return manager
      .createQueryBuilder(EndpointEntity, 'endpoint')
      .addSelect('endpoint.secret')
      .where(seenBy(caller, { id }))
      .setLock('pessimistic_write')
      .getOne();
  }

  /** Locks the endpoints that were registered under a grant, in the order in which all transactions lock them. */
  lockOfGrant(accountId: number, grantId: number, manager: EntityManager): Promise<EndpointEntity[]> {
    return manager.find(EndpointEntity, {
      where: { accountId, grantId, deletedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** @throws AppError `not_found`, also for an endpoint that the caller does not see. */
  async get(caller: Caller, id: number): Promise<EndpointEntity> {
    return found(await this.dataSource.manager.findOneBy(EndpointEntity, seenBy(caller, { id })));
  }

  /** Updates an endpoint that the transaction has locked. */
  async update(
    endpoint: EndpointEntity,
    changes: Partial<EndpointEntity>,
    manager: EntityManager,
  ): Promise<EndpointEntity> {
    const { accountId, id } = endpoint;
    await manager.update(EndpointEntity, { accountId, id }, { ...changes, updatedAt: () => 'now()' });
    return manager.findOneByOrFail(EndpointEntity, { accountId, id });
  }

  /**
   * Replaces the secret of an endpoint that the transaction has locked. It is not visible, so `updated_at` is
   * unchanged.
   */
  async setSecret({ accountId, id }: EndpointEntity, secret: Buffer, manager: EntityManager): Promise<void> {
    await manager.update(EndpointEntity, { accountId, id }, { secret });
  }

  /**
   * Makes the endpoint's lane due now, as a healthy one. It counts as an addition for concurrent computations of
   * `due_at`, which saw the endpoint as it was before.
   */
  async refreshLane({ accountId, id }: EndpointEntity, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE webhooks.lanes SET failures = 0, held_until = NULL, due_at = now(), additions = additions + 1
       WHERE account_id = $1 AND webhook_id = $2`,
      [accountId, id],
    );
  }

  /**
   * Keeps the current secret, so that it signs alongside its successor for 24 hours.
   * @returns when it stops signing.
   */
  async retireSecret({ accountId, id, secret }: EndpointEntity, manager: EntityManager): Promise<Date> {
    const [row]: [{ expires_at: Date }] = await manager.query(
      `INSERT INTO webhooks.retired_secrets AS retired (account_id, webhook_id, secret, expires_at)
       VALUES ($1, $2, $3, now() + interval '24 hours')
       ON CONFLICT (account_id, webhook_id) DO UPDATE SET secret = excluded.secret, expires_at = excluded.expires_at
       RETURNING expires_at`,
      [accountId, id, secret],
    );
    return row.expires_at;
  }

  /** Returns the address and the secrets that sign: the current one, and the previous one until it expires. */
  async signing(accountId: number, id: number): Promise<{ url: string; sealedSecrets: Buffer[] }> {
    const [row]: { url: string; secrets: Buffer[] }[] = await this.dataSource.query(
      `SELECT e.url, ARRAY(
         SELECT e.secret UNION ALL
         SELECT r.secret FROM webhooks.retired_secrets r
         WHERE r.account_id = e.account_id AND r.webhook_id = e.id AND r.expires_at > now()) AS secrets
       FROM webhooks.endpoints e WHERE e.account_id = $1 AND e.id = $2 AND e.deleted_at IS NULL`,
      [accountId, id],
    );
    if (!row) throw new AppError('not_found');
    return { url: row.url, sealedSecrets: row.secrets };
  }

  /** Hides an endpoint that the transaction has locked. The purge removes it and its deliveries. */
  async markDeleted({ accountId, id }: EndpointEntity, manager: EntityManager): Promise<void> {
    await manager.update(EndpointEntity, { accountId, id }, { deletedAt: () => 'now()' });
    for (const table of ['lanes', 'retired_secrets']) {
      await manager.query(`DELETE FROM webhooks.${table} WHERE account_id = $1 AND webhook_id = $2`, [
        accountId,
        id,
      ]);
    }
  }
}

/**
 * Returns the condition for the endpoints that the caller sees: an app its own, under whichever grant it registered them,
 * everybody else those of the account.
 */
function seenBy(
  { accountId, creator }: Caller,
  more: FindOptionsWhere<EndpointEntity> = {},
): FindOptionsWhere<EndpointEntity>[] {
  const any = { ...more, accountId, deletedAt: IsNull() };
  if (creator?.type !== 'app') return [any];
  return [
    { ...any, creatorType: creator.type, creatorId: creator.id },
    { ...any, grantId: creator.grantId },
  ];
}

function found(endpoint: EndpointEntity | null): EndpointEntity {
  if (!endpoint) throw new AppError('not_found');
  return endpoint;
}
