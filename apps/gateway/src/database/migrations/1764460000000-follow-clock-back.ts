import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Resets the rate limit's window when the clock has been set back by more than a minute. Before, requests counted towards
 * the latest second of the window, so an account over its limit was refused until the clock had caught up.
 */
export class FollowClockBack1764460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(takeRequestsSql);
  }

  /** Nothing to undo: the previous release works with the new function, too. */
  async down(): Promise<void> {}
}

const takeRequestsSql = `
  CREATE OR REPLACE FUNCTION gateway.take_requests(
    p_account_id bigint, p_asked integer, p_limit integer, p_now timestamptz DEFAULT NULL,
    OUT granted integer, OUT remaining integer, OUT reset_ms integer
  ) LANGUAGE plpgsql AS $$
  DECLARE
    now_seconds numeric;
    current_second bigint;
    latest bigint;
    taken integer[];
    total integer;
    leaving integer := 0;
  BEGIN
    SELECT second, slots, used INTO latest, taken, total
      FROM gateway.rate_windows WHERE account_id = p_account_id FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO gateway.rate_windows (account_id, second, slots, used)
        VALUES (p_account_id, 0, array_fill(0, ARRAY[61]), 0) ON CONFLICT DO NOTHING;
      SELECT second, slots, used INTO latest, taken, total
        FROM gateway.rate_windows WHERE account_id = p_account_id FOR UPDATE;
    END IF;

    now_seconds := extract(epoch FROM coalesce(p_now, clock_timestamp()));
    current_second := floor(now_seconds);
    -- After a pause, or on a clock that was set, nothing in the slots is of this minute.
    IF abs(current_second - latest) > 60 THEN
      taken := array_fill(0, ARRAY[61]);
      total := 0;
    ELSE
      current_second := greatest(latest, current_second);
      FOR passed IN latest + 1 .. current_second LOOP
        total := total - taken[passed % 61 + 1];
        taken[passed % 61 + 1] := 0;
      END LOOP;
    END IF;

    granted := least(p_asked, greatest(p_limit - total, 0));
    total := total + granted;
    remaining := greatest(p_limit - total, 0);
    IF granted > 0 THEN
      taken[current_second % 61 + 1] := taken[current_second % 61 + 1] + granted;
      UPDATE gateway.rate_windows SET second = current_second, slots = taken, used = total
        WHERE account_id = p_account_id;
    END IF;

    FOR past IN current_second - 60 .. current_second LOOP
      leaving := leaving + taken[past % 61 + 1];
      IF leaving > 0 AND total - leaving < p_limit THEN
        reset_ms := ceil((past + 61 - now_seconds) * 1000);
        EXIT;
      END IF;
    END LOOP;
  END $$;
`;
