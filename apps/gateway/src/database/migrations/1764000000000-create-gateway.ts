import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateGateway1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(accountsSql);
    await runner.query(rateWindowsSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA gateway CASCADE');
  }
}

const accountsSql = `
  CREATE TABLE gateway.accounts (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT accounts_pkey PRIMARY KEY,
    name text NOT NULL,
    account_limit integer NOT NULL CONSTRAINT accounts_account_limit CHECK (account_limit >= -1),
    device_channels boolean NOT NULL,
    cloud_channels boolean NOT NULL,
    coexistence boolean NOT NULL,
    rate_limit integer NOT NULL CONSTRAINT accounts_rate_limit CHECK (rate_limit >= 1),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now()
  );

  CREATE TABLE gateway.api_keys (
    account_id bigint NOT NULL CONSTRAINT api_keys_account REFERENCES gateway.accounts (id),
    client_id text NOT NULL,
    secret_digest bytea NOT NULL CONSTRAINT api_keys_secret_digest CHECK (octet_length(secret_digest) = 32),
    scopes text[],
    allowlist text[] NOT NULL,
    revoked_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT api_keys_pkey PRIMARY KEY (account_id, client_id)
  );
  -- A client id is 190 random bits, so it needs no unique key of its own to be found by.
  CREATE INDEX api_keys_client_id ON gateway.api_keys (client_id);
`;

/**
 * The rate limit: per account, the number of requests in each of the last 61 seconds. The extra slot ensures that any
 * minute that begins within a second is inside the window.
 */
const rateWindowsSql = `
  CREATE UNLOGGED TABLE gateway.rate_windows (
    account_id bigint CONSTRAINT rate_windows_pkey PRIMARY KEY,
    -- The latest second (Unix time) that the slots know of.
    second bigint NOT NULL,
    -- The slot of a second is its remainder by 61, counted from 1.
    slots integer[] NOT NULL,
    -- The sum of the slots.
    used integer NOT NULL
  ) WITH (fillfactor = 50);

  -- Asks for a number of requests and takes as many as the window has room for. reset_ms: when room comes back.
  -- p_now is for tests; the clock is read only when the row is locked, so that it never runs behind a neighbour's.
  CREATE FUNCTION gateway.take_requests(
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
    current_second := greatest(latest, floor(now_seconds)::bigint);
    IF current_second - latest > 60 THEN
      taken := array_fill(0, ARRAY[61]);
      total := 0;
    ELSE
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
