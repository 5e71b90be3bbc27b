import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { DataSource } from 'typeorm';

const ROUND_MS = 10 * 60 * 1000;
const BATCH_SIZE = 1_000;

/** Each step deletes one batch, and any replica may repeat it. */
const steps = [
  `WITH over AS MATERIALIZED (
     SELECT account_id, id FROM gateway.oauth_families WHERE expires_at <= now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.oauth_families f USING over
            WHERE (f.account_id, f.id) = (over.account_id, over.id) RETURNING 1)
   SELECT 1 FROM done`,
  `WITH over AS MATERIALIZED (
     SELECT account_id, digest FROM gateway.oauth_tokens WHERE expires_at <= now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.oauth_tokens t USING over
            WHERE (t.account_id, t.digest) = (over.account_id, over.digest) RETURNING 1)
   SELECT 1 FROM done`,
  `WITH over AS MATERIALIZED (
     SELECT account_id, id FROM gateway.oauth_grants g WHERE revoked_at <= now() - interval '30 days' AND announced_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM gateway.oauth_families f WHERE f.account_id = g.account_id AND f.grant_id = g.id)
     ORDER BY revoked_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.oauth_grants g USING over
            WHERE (g.account_id, g.id) = (over.account_id, over.id) RETURNING 1)
   SELECT 1 FROM done`,
  `WITH over AS MATERIALIZED (
     SELECT account_id, id FROM gateway.developer_apps d WHERE deleted_at <= now() - interval '30 days'
       AND NOT EXISTS (SELECT FROM gateway.oauth_grants g WHERE g.app_account_id = d.account_id AND g.app_id = d.id)
     ORDER BY deleted_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.developer_apps d USING over
            WHERE (d.account_id, d.id) = (over.account_id, over.id) RETURNING 1)
   SELECT 1 FROM done`,
] as const;

/** Deletes what is no longer valid: expired tokens, and grants and apps 30 days after their end. */
@Injectable()
export class OAuthSweep {
  constructor(
    loops: BackgroundLoops,
    private readonly dataSource: DataSource,
  ) {
    loops.add({ name: 'oauth-sweep', round: () => this.round(), everyMs: ROUND_MS });
  }

  /** @returns whether there may be more to delete. */
  async round(): Promise<boolean> {
    let isMore = false;
    for (const step of steps) {
      const rows: unknown[] = await this.dataSource.query(step, [BATCH_SIZE]);
      isMore ||= rows.length === BATCH_SIZE;
    }
    return isMore;
  }
}
