import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const WINDOW_SECONDS = 60 * 60;

/** Counts attempts to sign in per email address, on all gateways together, whether or not a user has the address. */
@Injectable()
export class GuessesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Counts one, if fewer than `limit` were counted in the hour since the first.
   * @returns 0, or the seconds until the hour is over; then nothing is counted.
   */
  async consume(emailDigest: Buffer, limit: number): Promise<number> {
    const taken: unknown[] = await this.dataSource.query(
      `INSERT INTO gateway.sign_in_guesses AS g (email_digest, guesses, ends_at)
       VALUES ($1, 1, now() + make_interval(secs => $3))
       ON CONFLICT (email_digest) DO UPDATE SET
         guesses = CASE WHEN g.ends_at > now() THEN g.guesses + 1 ELSE 1 END,
         ends_at = CASE WHEN g.ends_at > now() THEN g.ends_at ELSE EXCLUDED.ends_at END
       WHERE g.ends_at <= now() OR g.guesses < $2
       RETURNING 1`,
      [emailDigest, limit, WINDOW_SECONDS],
    );
    if (taken.length > 0) return 0;
    const [row]: { seconds: number }[] = await this.dataSource.query(
      `SELECT greatest(ceil(extract(epoch FROM ends_at - now())), 1)::int AS seconds
       FROM gateway.sign_in_guesses WHERE email_digest = $1`,
      [emailDigest],
    );
    return row?.seconds ?? 1;
  }

  /** Takes back one that was counted. */
  async giveBack(emailDigest: Buffer): Promise<void> {
    await this.dataSource.query(
      'UPDATE gateway.sign_in_guesses SET guesses = guesses - 1 WHERE email_digest = $1 AND guesses > 0',
      [emailDigest],
    );
  }
}
