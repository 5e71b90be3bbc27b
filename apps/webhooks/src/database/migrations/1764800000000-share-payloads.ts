import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The deliveries of one event share one copy of its payload. No row is rewritten and no index is built: a delivery that
 * was added before keeps its own copy until retention deletes it.
 */
export class SharePayloads1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(payloadsSql);
    await runner.query(previousReleaseSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW webhooks.deliveries;
      DROP FUNCTION webhooks.change_delivery;
      UPDATE webhooks.endpoint_deliveries d SET payload = shared.payload
        FROM webhooks.shared_payloads shared
        WHERE shared.account_id = d.account_id AND shared.id = d.shared_payload_id AND d.payload = '';
      DROP TABLE webhooks.shared_payloads;
      ALTER TABLE webhooks.endpoint_deliveries DROP COLUMN shared_payload_id;
      ALTER TABLE webhooks.endpoint_deliveries RENAME TO deliveries;
    `);
  }
}

const payloadsSql = `
  ALTER TABLE webhooks.deliveries RENAME TO endpoint_deliveries;
  ALTER TABLE webhooks.endpoint_deliveries ADD COLUMN shared_payload_id bigint;
  COMMENT ON COLUMN webhooks.endpoint_deliveries.payload IS
    'the bytes that are signed; empty if they are in shared_payloads; null once erased';
  CREATE TABLE webhooks.shared_payloads (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    last_id bigint NOT NULL,
    payload text NOT NULL,
    CONSTRAINT shared_payloads_pkey PRIMARY KEY (account_id, id)
  );
  COMMENT ON TABLE webhooks.shared_payloads IS 'what the deliveries of an event to several endpoints share';
  COMMENT ON COLUMN webhooks.shared_payloads.id IS 'the id of the first of these deliveries';
  COMMENT ON COLUMN webhooks.shared_payloads.last_id IS
    'the id of the last of them; deliveries of other events may be in between';
`;

/**
 * The previous release reads and writes all deliveries by the old name, as if each had its own payload; the next release
 * drops the view. Its statements decide by a snapshot, so what has changed since is not overwritten: they fail, and are
 * repeated. A payload goes with the last delivery that shares it, as in SharedPayloadsRepository.
 */
const previousReleaseSql = `
  CREATE VIEW webhooks.deliveries AS
    SELECT d.account_id, d.id, d.webhook_id, d.event_id, d.event, d.channel_id,
      CASE WHEN d.payload = '' THEN (
        SELECT shared.payload FROM webhooks.shared_payloads shared
        WHERE shared.account_id = d.account_id AND shared.id = d.shared_payload_id) ELSE d.payload END AS payload,
      d.status, d.attempts, d.next_attempt_at, d.locked_until, d.response_status, d.response_body, d.error,
      d.duration_ms, d.delivered_at, d.created_at, d.updated_at, d.schedule_start, d.attempt_log, d.traceparent
    FROM webhooks.endpoint_deliveries d;
  COMMENT ON VIEW webhooks.deliveries IS 'for processes of the previous release';
  ALTER VIEW webhooks.deliveries ALTER COLUMN attempts SET DEFAULT 0;
  ALTER VIEW webhooks.deliveries ALTER COLUMN schedule_start SET DEFAULT 0;
  ALTER VIEW webhooks.deliveries ALTER COLUMN created_at SET DEFAULT now();
  ALTER VIEW webhooks.deliveries ALTER COLUMN updated_at SET DEFAULT now();

  CREATE FUNCTION webhooks.change_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    shared_id bigint;
  BEGIN
    IF TG_OP = 'INSERT' THEN
      NEW.id := nextval('webhooks.deliveries_id_seq');
      INSERT INTO webhooks.endpoint_deliveries (account_id, id, webhook_id, event_id, event, channel_id, payload, status,
          attempts, next_attempt_at, error, created_at, updated_at, schedule_start, traceparent)
        OVERRIDING SYSTEM VALUE
        VALUES (NEW.account_id, NEW.id, NEW.webhook_id, NEW.event_id, NEW.event, NEW.channel_id, NEW.payload, NEW.status,
          NEW.attempts, NEW.next_attempt_at, NEW.error, NEW.created_at, NEW.updated_at, NEW.schedule_start,
          NEW.traceparent);
      RETURN NEW;
    END IF;

    IF TG_OP = 'DELETE' OR NEW.payload IS NULL AND OLD.payload IS NOT NULL THEN
      SELECT shared.id INTO shared_id
        FROM webhooks.endpoint_deliveries d
        JOIN webhooks.shared_payloads shared ON shared.account_id = d.account_id AND shared.id = d.shared_payload_id
        WHERE d.account_id = OLD.account_id AND d.id = OLD.id
        FOR UPDATE OF shared;
    END IF;

    IF TG_OP = 'DELETE' THEN
      DELETE FROM webhooks.endpoint_deliveries d
        WHERE d.account_id = OLD.account_id AND d.id = OLD.id AND d.status = OLD.status;
      IF NOT FOUND THEN
        RETURN NULL;
      END IF;
    ELSE
      UPDATE webhooks.endpoint_deliveries d SET
        payload = CASE WHEN NEW.payload IS NOT NULL THEN d.payload END,
        status = NEW.status, attempts = NEW.attempts, next_attempt_at = NEW.next_attempt_at,
        locked_until = NEW.locked_until, response_status = NEW.response_status, response_body = NEW.response_body,
        error = NEW.error, duration_ms = NEW.duration_ms, delivered_at = NEW.delivered_at, updated_at = NEW.updated_at,
        schedule_start = NEW.schedule_start, attempt_log = NEW.attempt_log
        WHERE d.account_id = OLD.account_id AND d.id = OLD.id
          AND (d.status, d.attempts, d.locked_until, d.next_attempt_at, d.updated_at)
            IS NOT DISTINCT FROM (OLD.status, OLD.attempts, OLD.locked_until, OLD.next_attempt_at, OLD.updated_at);
      IF NOT FOUND THEN
        RAISE EXCEPTION 'a delivery was changed in the meantime' USING ERRCODE = 'serialization_failure';
      END IF;
    END IF;

    IF shared_id IS NOT NULL THEN
      DELETE FROM webhooks.shared_payloads shared
        WHERE shared.account_id = OLD.account_id AND shared.id = shared_id AND NOT EXISTS (
          SELECT FROM webhooks.endpoint_deliveries d
          WHERE d.account_id = shared.account_id AND d.id BETWEEN shared.id AND shared.last_id
            AND d.shared_payload_id = shared.id AND d.payload IS NOT NULL);
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END $$;
  CREATE TRIGGER change_delivery INSTEAD OF INSERT OR UPDATE OR DELETE ON webhooks.deliveries
    FOR EACH ROW EXECUTE FUNCTION webhooks.change_delivery();
`;
