TABLE webhooks.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE webhooks.deleted_channels (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  purge_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE webhooks.ended_grants (
  account_id bigint NOT NULL,
  grant_id bigint NOT NULL,
  ended_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE webhooks.endpoint_deliveries (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  webhook_id bigint NOT NULL,
  event_id uuid NOT NULL,
  event text NOT NULL,
  channel_id bigint,
  payload text,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp(3) with time zone,
  locked_until timestamp(3) with time zone,
  response_status integer,
  response_body text,
  error text,
  duration_ms integer,
  delivered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  schedule_start integer NOT NULL DEFAULT 0,
  attempt_log jsonb,
  traceparent text,
  shared_payload_id bigint
);
TABLE webhooks.endpoints (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  label text NOT NULL,
  url text NOT NULL,
  events text[],
  secret bytea NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  disabled_reason text,
  disabled_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp(3) with time zone,
  creator_type text,
  creator_id text,
  creator_name text,
  grant_id bigint,
  is_proven boolean NOT NULL DEFAULT false
);
TABLE webhooks.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE webhooks.jobs (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  type text NOT NULL,
  data text,
  state text NOT NULL DEFAULT 'waiting'::text,
  due_at timestamp(3) with time zone NOT NULL,
  deadline timestamp(3) with time zone,
  attempts integer NOT NULL DEFAULT 0,
  claims integer NOT NULL DEFAULT 0,
  reason text,
  traceparent text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE webhooks.lanes (
  account_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  due_at timestamp with time zone,
  held_until timestamp with time zone,
  additions bigint NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0
);
TABLE webhooks.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE webhooks.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE webhooks.retired_secrets (
  account_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  secret bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);
TABLE webhooks.shared_payloads (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  last_id bigint NOT NULL,
  payload text NOT NULL
);
TABLE webhooks.suspended_accounts (
  account_id bigint NOT NULL,
  version integer NOT NULL,
  is_suspended boolean NOT NULL
);
TABLE webhooks.usage (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  max bigint,
  told smallint NOT NULL DEFAULT 0,
  tellings integer NOT NULL DEFAULT 0
);
TABLE webhooks.usage_changes (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  change bigint NOT NULL
);
TABLE webhooks.usage_recounts (
  limit_name text NOT NULL,
  after_account_id bigint NOT NULL DEFAULT '-1'::integer
);

webhooks.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
webhooks.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
webhooks.deleted_channels CONSTRAINT deleted_channels_pkey PRIMARY KEY (account_id, channel_id);
webhooks.ended_grants CONSTRAINT ended_grants_pkey PRIMARY KEY (account_id, grant_id);
webhooks.endpoint_deliveries CONSTRAINT deliveries_lease CHECK (((status = 'pending'::text) OR (locked_until IS NULL)));
webhooks.endpoint_deliveries CONSTRAINT deliveries_next_attempt CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL)));
webhooks.endpoint_deliveries CONSTRAINT deliveries_pending_payload CHECK (((status <> 'pending'::text) OR (payload IS NOT NULL)));
webhooks.endpoint_deliveries CONSTRAINT deliveries_pkey PRIMARY KEY (account_id, id);
webhooks.endpoint_deliveries CONSTRAINT deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'blocked'::text])));
webhooks.endpoints CONSTRAINT endpoints_creator CHECK (((creator_type IS NULL) = (creator_id IS NULL)));
webhooks.endpoints CONSTRAINT endpoints_creator_type CHECK ((creator_type = ANY (ARRAY['key'::text, 'app'::text, 'user'::text])));
webhooks.endpoints CONSTRAINT endpoints_grant CHECK (((NOT (creator_type IS DISTINCT FROM 'app'::text)) = (grant_id IS NOT NULL)));
webhooks.endpoints CONSTRAINT endpoints_pkey PRIMARY KEY (account_id, id);
webhooks.endpoints CONSTRAINT endpoints_status CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])));
webhooks.endpoints CONSTRAINT endpoints_subscription CHECK ((cardinality(events) > 0));
webhooks.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
webhooks.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
webhooks.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
webhooks.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
webhooks.lanes CONSTRAINT lanes_pkey PRIMARY KEY (account_id, webhook_id);
webhooks.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
webhooks.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
webhooks.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
webhooks.retired_secrets CONSTRAINT retired_secrets_pkey PRIMARY KEY (account_id, webhook_id);
webhooks.shared_payloads CONSTRAINT shared_payloads_pkey PRIMARY KEY (account_id, id);
webhooks.suspended_accounts CONSTRAINT suspended_accounts_pkey PRIMARY KEY (account_id);
webhooks.usage CONSTRAINT usage_max CHECK ((max >= 0));
webhooks.usage CONSTRAINT usage_pkey PRIMARY KEY (account_id, limit_name);
webhooks.usage_recounts CONSTRAINT usage_recounts_pkey PRIMARY KEY (limit_name);

CREATE INDEX deleted_channels_due ON webhooks.deleted_channels USING btree (purge_at);
CREATE INDEX deliveries_due ON webhooks.endpoint_deliveries USING btree (account_id, webhook_id, next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_erasable ON webhooks.endpoint_deliveries USING btree (account_id, channel_id) WHERE ((channel_id IS NOT NULL) AND (payload IS NOT NULL) AND (status <> 'pending'::text));
CREATE INDEX deliveries_log ON webhooks.endpoint_deliveries USING btree (account_id, webhook_id, status, event, id);
CREATE INDEX ended_grants_ended_at ON webhooks.ended_grants USING btree (ended_at);
CREATE INDEX endpoints_deleted ON webhooks.endpoints USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX inbox_received_at ON webhooks.inbox USING btree (received_at);
CREATE INDEX jobs_due ON webhooks.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON webhooks.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX lanes_due ON webhooks.lanes USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (failures < 3));
CREATE INDEX lanes_retry_due ON webhooks.lanes USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (failures >= 3));
CREATE INDEX outbox_published ON webhooks.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON webhooks.outbox USING btree (id) WHERE (published_at IS NULL);
CREATE INDEX retired_secrets_expiry ON webhooks.retired_secrets USING btree (expires_at);

CREATE OR REPLACE FUNCTION webhooks.change_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  END $function$
;

CREATE TRIGGER change_delivery INSTEAD OF INSERT OR DELETE OR UPDATE ON webhooks.deliveries FOR EACH ROW EXECUTE FUNCTION webhooks.change_delivery();
