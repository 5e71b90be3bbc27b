import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The event streams that are open at all gateways, for their limits. */
export class CountStreamsTogether1765910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE gateway.stream_gateways (
        id uuid CONSTRAINT stream_gateways_pkey PRIMARY KEY,
        seen_at timestamptz(3) NOT NULL DEFAULT now()
      );
      COMMENT ON TABLE gateway.stream_gateways IS
        'The gateways with open event streams. One that has not been seen for 5 seconds is gone, and so are its streams.';

      CREATE UNLOGGED TABLE gateway.open_streams (
        id uuid CONSTRAINT open_streams_pkey PRIMARY KEY,
        gateway_id uuid NOT NULL
          CONSTRAINT open_streams_gateway REFERENCES gateway.stream_gateways ON DELETE CASCADE,
        account_id bigint NOT NULL,
        user_id bigint
      );
      CREATE INDEX open_streams_account ON gateway.open_streams (account_id, user_id);
      CREATE INDEX open_streams_of_gateway ON gateway.open_streams (gateway_id);
    `);
    await runner.query(takeStreamSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION gateway.take_stream;
      DROP TABLE gateway.open_streams;
      DROP TABLE gateway.stream_gateways;
    `);
  }
}

/** Those of an account take turns, so that no two see the same place. A gateway that missed a sign of life may be gone. */
const takeStreamSql = `
  CREATE FUNCTION gateway.take_stream(
    p_id uuid, p_gateway_id uuid, p_account_id bigint, p_user_id bigint, p_of_account integer, p_of_person integer,
    OUT refusal text, OUT is_doubtful boolean
  ) LANGUAGE plpgsql AS $$
  DECLARE
    of_account integer;
    of_person integer;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('gateway.open_streams'), hashint8(p_account_id));
    SELECT count(*), count(*) FILTER (WHERE user_id = p_user_id), coalesce(bool_or(seen_at < now() - interval '2 s'), false)
      INTO of_account, of_person, is_doubtful
      FROM gateway.open_streams s JOIN gateway.stream_gateways g ON g.id = s.gateway_id
      WHERE account_id = p_account_id AND seen_at > now() - interval '5 s';
    refusal := CASE WHEN of_person >= p_of_person THEN 'person' WHEN of_account >= p_of_account THEN 'account' END;
    IF refusal IS NULL THEN
      INSERT INTO gateway.open_streams (id, gateway_id, account_id, user_id)
        VALUES (p_id, p_gateway_id, p_account_id, p_user_id);
    END IF;
  END $$`;
