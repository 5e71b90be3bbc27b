import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLanes1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lanesSql);
    await runner.query(deliveriesSql);
    await runner.query(retiredSecretsSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE webhooks.retired_secrets;
      DROP INDEX webhooks.deliveries_log, webhooks.deliveries_due;
      CREATE INDEX deliveries_due ON webhooks.deliveries (account_id, webhook_id, next_attempt_at)
        WHERE status = 'pending';
      ALTER TABLE webhooks.deliveries DROP COLUMN schedule_start, DROP COLUMN attempt_log;
      DROP TABLE webhooks.lanes;
    `);
  }
}

/** Leaves room on each page, so that most updates, which change no index, happen in place. */
const lanesSql = `
  CREATE TABLE webhooks.lanes (
    account_id bigint NOT NULL,
    webhook_id bigint NOT NULL,
    due_at timestamptz,
    held_until timestamptz,
    additions bigint NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    CONSTRAINT lanes_pkey PRIMARY KEY (account_id, webhook_id)
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE webhooks.lanes IS 'one row per endpoint: when a dispatcher has to look for deliveries to it';
  COMMENT ON COLUMN webhooks.lanes.due_at IS 'never later than the first claimable delivery; null: nothing is pending';
  COMMENT ON COLUMN webhooks.lanes.held_until IS 'no other dispatcher looks before';
  COMMENT ON COLUMN webhooks.lanes.additions IS 'fences due_at against deliveries that are being added';
  COMMENT ON COLUMN webhooks.lanes.failures IS 'failed attempts since the last success';
  CREATE INDEX lanes_due ON webhooks.lanes (due_at) WHERE due_at IS NOT NULL AND failures < 3;
  CREATE INDEX lanes_retry_due ON webhooks.lanes (due_at) WHERE due_at IS NOT NULL AND failures >= 3;
  INSERT INTO webhooks.lanes (account_id, webhook_id, due_at)
    SELECT account_id, id, now() FROM webhooks.endpoints WHERE deleted_at IS NULL;
`;

/** The index `deliveries_log` serves every filter of the list: a page merges one range per status and event. */
const deliveriesSql = `
  ALTER TABLE webhooks.deliveries
    ADD COLUMN schedule_start integer NOT NULL DEFAULT 0,
    ADD COLUMN attempt_log jsonb;
  COMMENT ON COLUMN webhooks.deliveries.schedule_start IS 'attempts that were made before it was queued last';
  DROP INDEX webhooks.deliveries_due;
  CREATE INDEX deliveries_due ON webhooks.deliveries (account_id, webhook_id, next_attempt_at, id)
    WHERE status = 'pending';
  CREATE INDEX deliveries_log ON webhooks.deliveries (account_id, webhook_id, status, event, id);
`;

const retiredSecretsSql = `
  CREATE TABLE webhooks.retired_secrets (
    account_id bigint NOT NULL,
    webhook_id bigint NOT NULL,
    secret bytea NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT retired_secrets_pkey PRIMARY KEY (account_id, webhook_id)
  );
  COMMENT ON TABLE webhooks.retired_secrets IS 'the secret before a rotation, which signs too until it expires';
  COMMENT ON COLUMN webhooks.retired_secrets.secret IS 'sealed with SECRET_KEY, as in endpoints';
  CREATE INDEX retired_secrets_expiry ON webhooks.retired_secrets (expires_at);
`;
