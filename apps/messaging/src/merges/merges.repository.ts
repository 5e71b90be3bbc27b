import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isDeleted } from '../visibility/visible';

/** A conversation whose messages are moving into another one. */
export interface MovingConversation {
  accountId: number;
  id: number;
  mergedInto: number;
}

/** Erasures and deletions of channels take what has not moved. */
const NEXT = `
  SELECT merged.account_id AS "accountId", merged.id, merged.merged_into AS "mergedInto"
  FROM messaging.merged_conversations merged JOIN messaging.conversations c USING (account_id, id)
  WHERE merged.is_moving AND c.erasure_id IS NULL AND NOT ${isDeleted('c')}
  ORDER BY merged.account_id, merged.merged_into, merged.id LIMIT 1`;

/** Ids are locked in the order in which everybody locks messages; the index finds them in another. */
const MOVE = `
  WITH page AS MATERIALIZED (
    SELECT id FROM messaging.messages WHERE account_id = $1 AND conversation_id = $2
    ORDER BY occurred_at DESC, id DESC LIMIT $3
  ), locked AS (
    SELECT id FROM messaging.messages WHERE account_id = $1 AND id = ANY (ARRAY(SELECT id FROM page))
    ORDER BY id FOR UPDATE
  )
  UPDATE messaging.messages AS m SET conversation_id = merged.merged_into, sequence = m.sequence + merged.base
  FROM locked, messaging.merged_conversations merged
  WHERE m.account_id = $1 AND m.id = locked.id AND m.conversation_id = $2
    AND merged.account_id = $1 AND merged.id = $2`;

/** Conversations that are merged into others, until their messages have moved. */
@Injectable()
export class MergesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async next(): Promise<MovingConversation | null> {
    const [row]: MovingConversation[] = await this.dataSource.query(NEXT);
    return row ?? null;
  }

  /**
   * Locks a conversation, so that nobody else moves or hides it. The one that it is merged into is locked first, as by
   * merges, and only against being deleted: it goes on taking messages.
   */
  async lock({ accountId, id, mergedInto }: MovingConversation, manager: EntityManager): Promise<boolean> {
    const lock = 'SELECT FROM messaging.conversations WHERE account_id = $1 AND id = $2';
    await manager.query(`${lock} FOR KEY SHARE`, [accountId, mergedInto]);
    const rows: unknown[] = await manager.query(`${lock} AND erasure_id IS NULL FOR UPDATE`, [accountId, id]);
    return rows.length > 0;
  }

  /** @returns how many messages moved. */
  async moveSome(
    { accountId, id }: MovingConversation,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    const [, moved]: [unknown, number] = await manager.query(MOVE, [accountId, id, limit]);
    return moved;
  }

  /** Deletes an empty conversation. @returns the id that its own leads to from now on. */
  async finish({ accountId, id }: MovingConversation, manager: EntityManager): Promise<number> {
    await manager.query('DELETE FROM messaging.conversations WHERE account_id = $1 AND id = $2', [
      accountId,
      id,
    ]);
    const [[row]]: [[{ merged_into: number }], number] = await manager.query(
      `UPDATE messaging.merged_conversations SET is_moving = false WHERE account_id = $1 AND id = $2
       RETURNING merged_into`,
      [accountId, id],
    );
    return row.merged_into;
  }
}
