import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { storableJson, storableText } from '../messages/storable.rules';
import type { AssetContents, AssetKind, AssetRow } from './asset.row';

const COLUMNS = 'id, name, content, created_at, updated_at';

export interface AssetKey<K extends AssetKind> {
  accountId: number;
  kind: K;
  id: number;
}

/** The assets of accounts. */
@Injectable()
export class AssetsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Serializes the transactions that add assets to the account. */
  async lockAccount(accountId: number, manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('messaging.assets', $1))`, [
      accountId,
    ]);
  }

  async insert<K extends AssetKind>(
    accountId: number,
    kind: K,
    asset: { name: string; content: AssetContents[K] },
    manager: EntityManager,
  ): Promise<AssetRow<K>> {
    const [row]: AssetRow<K>[] = await manager.query(
      `INSERT INTO messaging.assets (account_id, kind, name, content) VALUES ($1, $2, $3, $4)
       RETURNING ${COLUMNS}`,
      [accountId, kind, storableText(asset.name), storableJson(asset.content)],
    );
    return row!;
  }

  async find<K extends AssetKind>(accountId: number, kind: K, id: number): Promise<AssetRow<K> | null> {
    const [row]: AssetRow<K>[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM messaging.assets WHERE account_id = $1 AND id = $2 AND kind = $3`,
      [accountId, id, kind],
    );
    return row ?? null;
  }

  /** In order of creation. */
  findAll<K extends AssetKind>(
    accountId: number,
    kind: K,
    manager = this.dataSource.manager,
  ): Promise<AssetRow<K>[]> {
    return manager.query(
      `SELECT ${COLUMNS} FROM messaging.assets WHERE account_id = $1 AND kind = $2 ORDER BY id`,
      [accountId, kind],
    );
  }

  /** Locks an asset until the transaction ends. */
  async lock<K extends AssetKind>(
    { accountId, kind, id }: AssetKey<K>,
    manager: EntityManager,
  ): Promise<AssetRow<K> | null> {
    const [row]: AssetRow<K>[] = await manager.query(
      `SELECT ${COLUMNS} FROM messaging.assets WHERE account_id = $1 AND id = $2 AND kind = $3 FOR UPDATE`,
      [accountId, id, kind],
    );
    return row ?? null;
  }

  /** Changes an asset that the transaction has locked. */
  async update<K extends AssetKind>(
    { accountId, kind, id }: AssetKey<K>,
    { name, content }: { name: string; content: AssetContents[K] },
    manager: EntityManager,
  ): Promise<AssetRow<K>> {
    const [[row]]: [[AssetRow<K>], number] = await manager.query(
      `UPDATE messaging.assets SET name = $4, content = $5,
         updated_at = greatest(now(), updated_at + interval '1 millisecond')
       WHERE account_id = $1 AND id = $2 AND kind = $3
       RETURNING ${COLUMNS}`,
      [accountId, id, kind, storableText(name), storableJson(content)],
    );
    return row;
  }

  /** @returns false if the account has no such asset. */
  async delete(accountId: number, kind: AssetKind, id: number, manager: EntityManager): Promise<boolean> {
    const [, deleted]: [unknown, number] = await manager.query(
      'DELETE FROM messaging.assets WHERE account_id = $1 AND id = $2 AND kind = $3',
      [accountId, id, kind],
    );
    return deleted === 1;
  }
}
