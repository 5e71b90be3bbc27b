import type { EntityManager } from 'typeorm';

/** How a service purges the data it stores for a deleted channel. */
export interface ChannelPurge {
  /** Purges up to `limit` rows of the channel. @returns how many; 0 when nothing can be purged now. */
  purgeSome(accountId: number, channelId: number, limit: number, manager: EntityManager): Promise<number>;
  /** Returns whether some data can be purged only later: the mark then stays, whatever its age. If absent: false. */
  hasUnfinished?(accountId: number, channelId: number, manager: EntityManager): Promise<boolean>;
}

/**
 * Purges by deleting rows from one table after another; a table must come after the tables that reference it.
 * @param tables schema-qualified; they have `account_id` and `channel_id`.
 */
export function deleteRowsOf(...tables: string[]): ChannelPurge['purgeSome'] {
  return async (accountId, channelId, limit, manager) => {
    for (const table of tables) {
      const [, deleted]: [unknown, number] = await manager.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE account_id = $1 AND channel_id = $2 LIMIT $3))`,
        [accountId, channelId, limit],
      );
      if (deleted > 0) return deleted;
    }
    return 0;
  };
}
