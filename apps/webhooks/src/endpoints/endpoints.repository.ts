import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, type EntityManager } from 'typeorm';
import type { readIdPage } from '@chat/lists';
import { EndpointEntity } from './endpoint.entity';

export type NewEndpoint = Pick<EndpointEntity, 'id' | 'label' | 'url' | 'events' | 'secret'>;

@Injectable()
export class EndpointsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Lets the transactions that add endpoints to the account pass one by one. */
  async lockAccount(accountId: number, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks.endpoints', $1))`, [
      accountId,
    ]);
  }

  /** The identifier of an endpoint to be: its secret is sealed for the row before the row exists. */
  async nextId(manager: EntityManager): Promise<number> {
    const [row]: [{ id: number }] = await manager.query(
      `SELECT nextval(pg_get_serial_sequence('webhooks.endpoints', 'id')) AS id`,
    );
    return row.id;
  }

  async insert(accountId: number, endpoint: NewEndpoint, manager: EntityManager): Promise<EndpointEntity> {
    await manager.insert(EndpointEntity, { accountId, ...endpoint });
    return manager.findOneByOrFail(EndpointEntity, { accountId, id: endpoint.id });
  }

  count(accountId: number, manager = this.dataSource.manager): Promise<number> {
    return manager.countBy(EndpointEntity, { accountId, deletedAt: IsNull() });
  }

  /** Newest first. */
  findAll(accountId: number): Promise<EndpointEntity[]> {
    return this.dataSource.manager.find(EndpointEntity, {
      where: { accountId, deletedAt: IsNull() },
      order: { id: 'DESC' },
    });
  }

  /** The endpoints of a page and one more, which tells of a next page; newest first. */
  findPage(
    accountId: number,
    { afterId, offset, perPage }: ReturnType<typeof readIdPage>,
  ): Promise<EndpointEntity[]> {
    return this.dataSource.manager.find(EndpointEntity, {
      where: { accountId, deletedAt: IsNull(), ...(afterId && { id: LessThan(afterId) }) },
      order: { id: 'DESC' },
      skip: offset,
      take: perPage + 1,
    });
  }

  /** @returns false when the account has no such endpoint. */
  async markDeleted(accountId: number, id: number): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      EndpointEntity,
      { accountId, id, deletedAt: IsNull() },
      { deletedAt: () => 'now()' },
    );
    return affected === 1;
  }
}
