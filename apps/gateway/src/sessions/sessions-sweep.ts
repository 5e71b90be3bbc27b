import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { DataSource } from 'typeorm';
import { BROWSER_SECONDS } from './sessions.service';

const ROUND_MS = 10 * 60 * 1000;
const BATCH_SIZE = 1_000;

/** Each step deletes one batch, and any replica may repeat it. */
const steps = [
  `WITH over AS MATERIALIZED (
     SELECT account_id, digest FROM gateway.sessions WHERE expires_at <= now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.sessions s USING over
            WHERE (s.account_id, s.digest) = (over.account_id, over.digest) RETURNING 1)
   SELECT 1 FROM done`,
  `WITH over AS MATERIALIZED (
     SELECT email_digest FROM gateway.sign_in_guesses WHERE ends_at <= now()
     ORDER BY ends_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.sign_in_guesses g USING over
            WHERE g.email_digest = over.email_digest RETURNING 1)
   SELECT 1 FROM done`,
  `WITH over AS MATERIALIZED (
     SELECT account_id, user_id, digest FROM gateway.known_browsers
     WHERE last_used_at <= now() - interval '${BROWSER_SECONDS} seconds'
     ORDER BY last_used_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.known_browsers b USING over
            WHERE (b.account_id, b.user_id, b.digest) = (over.account_id, over.user_id, over.digest) RETURNING 1)
   SELECT 1 FROM done`,
  `WITH over AS MATERIALIZED (
     SELECT account_id, digest FROM gateway.pending_sign_ins WHERE expires_at <= now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.pending_sign_ins p USING over
            WHERE (p.account_id, p.digest) = (over.account_id, over.digest) RETURNING 1)
   SELECT 1 FROM done`,
  `WITH over AS MATERIALIZED (
     SELECT account_id, id FROM gateway.person_links WHERE expires_at <= now() - interval '30 days'
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED),
   done AS (DELETE FROM gateway.person_links l USING over
            WHERE (l.account_id, l.id) = (over.account_id, over.id) RETURNING 1)
   SELECT 1 FROM done`,
] as const;

/** Deletes expired sessions, links that expired a month ago, counts of guesses whose hour is over, and browsers that were not used for long. */
@Injectable()
export class SessionsSweep {
  constructor(
    loops: BackgroundLoops,
    private readonly dataSource: DataSource,
  ) {
    loops.add({ name: 'expired-sessions', round: () => this.round(), everyMs: ROUND_MS });
  }

  /** @returns whether there may be more to delete. */
  private async round(): Promise<boolean> {
    let isMore = false;
    for (const step of steps) {
      const rows: unknown[] = await this.dataSource.query(step, [BATCH_SIZE]);
      isMore ||= rows.length === BATCH_SIZE;
    }
    return isMore;
  }
}
