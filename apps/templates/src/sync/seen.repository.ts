import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ChatAccount } from '../channels/chat-accounts.repository';
import { TEMPLATE_COLUMNS, type TemplateRow } from '../templates/template.row';

/** Tracks which templates syncs have seen at the provider, and which still have an unknown outcome. */
@Injectable()
export class SeenRepository {
  constructor(private readonly dataSource: DataSource) {}

  async mark(accountId: number, ids: readonly number[], manager: EntityManager): Promise<void> {
    if (ids.length === 0) return;
    await manager.query(
      'UPDATE templates.templates SET seen_at = now() WHERE account_id = $1 AND id = ANY ($2)',
      [accountId, ids],
    );
  }

  /** Returns templates that no sync has seen since then, locked. */
  async lockUnseen(
    { accountId, wabaId }: ChatAccount,
    since: Date,
    limit: number,
    manager: EntityManager,
  ): Promise<TemplateRow[]> {
    return manager.query(
      `SELECT ${TEMPLATE_COLUMNS} FROM templates.templates t
       WHERE t.account_id = $1 AND t.waba_id = $2 AND t.state = 'live' AND t.seen_at < $3
       ORDER BY t.id LIMIT $4 FOR UPDATE OF t`,
      [accountId, wabaId, since, limit],
    );
  }

  /** Claims templates whose outcome at the provider is unknown; each can be claimed again after `retryMs`. */
  async takeUnsettled(limit: number, retryMs: number): Promise<{ account_id: number; id: number }[]> {
    const [rows]: [{ account_id: number; id: number }[], number] = await this.dataSource.query(
      `WITH due AS (
         SELECT account_id, id FROM templates.templates
         WHERE state IN ('submitting', 'deleting') AND settle_at <= now()
         ORDER BY settle_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE templates.templates AS t SET settle_at = now() + $2 * interval '1 ms'
       FROM due WHERE t.account_id = due.account_id AND t.id = due.id
       RETURNING t.account_id, t.id`,
      [limit, retryMs],
    );
    return rows;
  }

  /** Deletes templates that ended so long ago that no key and no event refers to them any more. @returns how many. */
  async forget(limit: number): Promise<number> {
    // The previous release leaves samples on ended templates.
    const gone: unknown[] = await this.dataSource.query(
      `WITH gone AS (
         DELETE FROM templates.templates WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM templates.templates
           WHERE state IN ('deleted', 'refused') AND updated_at < now() - interval '30 days' LIMIT $1))
         RETURNING account_id, sample ->> 'blob' AS blob
       ), abandoned AS (
         UPDATE templates.blobs SET due_at = now() FROM gone
         WHERE blobs.account_id = gone.account_id AND blobs.blob = gone.blob
       )
       SELECT FROM gone`,
      [limit],
    );
    return gone.length;
  }
}
