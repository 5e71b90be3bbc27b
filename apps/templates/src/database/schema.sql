TABLE templates.blobs (
  account_id bigint NOT NULL,
  blob text NOT NULL,
  due_at timestamp(3) with time zone
);
TABLE templates.channels (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  waba_id text NOT NULL,
  version bigint NOT NULL,
  sync_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE templates.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE templates.deleted_channels (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  purge_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE templates.idempotency_records (
  account_id bigint NOT NULL,
  namespace text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  state text NOT NULL DEFAULT 'in_flight'::text,
  owner uuid NOT NULL,
  lease_until timestamp(3) with time zone NOT NULL,
  is_reached boolean NOT NULL DEFAULT false,
  entity_id bigint,
  channel_id bigint,
  status integer,
  result text,
  expires_at timestamp(3) with time zone NOT NULL
);
TABLE templates.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE templates.jobs (
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
TABLE templates.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE templates.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE templates.templates (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  waba_id text NOT NULL,
  name text NOT NULL,
  language text NOT NULL,
  provider_template_id text,
  category text NOT NULL,
  parameter_format text NOT NULL DEFAULT 'POSITIONAL'::text,
  components json NOT NULL,
  sample json,
  status text NOT NULL DEFAULT 'PENDING'::text,
  provider_status text,
  rejection_reason text,
  reports integer NOT NULL DEFAULT 0,
  reported_at timestamp(3) with time zone,
  state text NOT NULL,
  pending_since timestamp(3) with time zone,
  settle_at timestamp(3) with time zone,
  refusal json,
  seen_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  outdated_at timestamp(3) with time zone,
  quality_score text
);
TABLE templates.usage (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  max bigint,
  told smallint NOT NULL DEFAULT 0,
  tellings integer NOT NULL DEFAULT 0
);
TABLE templates.usage_changes (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  change bigint NOT NULL
);
TABLE templates.usage_recounts (
  limit_name text NOT NULL,
  after_account_id bigint NOT NULL DEFAULT '-1'::integer
);

templates.blobs CONSTRAINT blobs_pkey PRIMARY KEY (account_id, blob);
templates.channels CONSTRAINT channels_pkey PRIMARY KEY (account_id, channel_id);
templates.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
templates.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
templates.deleted_channels CONSTRAINT deleted_channels_pkey PRIMARY KEY (account_id, channel_id);
templates.idempotency_records CONSTRAINT idempotency_records_pkey PRIMARY KEY (account_id, namespace, key);
templates.idempotency_records CONSTRAINT idempotency_records_state CHECK ((state = ANY (ARRAY['in_flight'::text, 'done'::text, 'unknown'::text])));
templates.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
templates.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
templates.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
templates.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
templates.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
templates.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
templates.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
templates.templates CONSTRAINT templates_pkey PRIMARY KEY (account_id, id);
templates.templates CONSTRAINT templates_state CHECK ((state = ANY (ARRAY['submitting'::text, 'live'::text, 'deleting'::text, 'deleted'::text, 'refused'::text])));
templates.usage CONSTRAINT usage_max CHECK ((max >= 0));
templates.usage CONSTRAINT usage_pkey PRIMARY KEY (account_id, limit_name);
templates.usage_recounts CONSTRAINT usage_recounts_pkey PRIMARY KEY (limit_name);

CREATE INDEX blobs_due ON templates.blobs USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX channels_sync ON templates.channels USING btree (sync_at);
CREATE INDEX channels_waba ON templates.channels USING btree (account_id, waba_id);
CREATE INDEX deleted_channels_due ON templates.deleted_channels USING btree (purge_at);
CREATE INDEX idempotency_records_channel ON templates.idempotency_records USING btree (account_id, channel_id) WHERE ((channel_id IS NOT NULL) AND (result IS NOT NULL));
CREATE INDEX idempotency_records_expiry ON templates.idempotency_records USING btree (expires_at);
CREATE INDEX inbox_received_at ON templates.inbox USING btree (received_at);
CREATE INDEX jobs_due ON templates.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON templates.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX outbox_published ON templates.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON templates.outbox USING btree (id) WHERE (published_at IS NULL);
CREATE INDEX templates_ended ON templates.templates USING btree (updated_at) WHERE (state = ANY (ARRAY['deleted'::text, 'refused'::text]));
CREATE INDEX templates_list ON templates.templates USING btree (account_id, status, id DESC) WHERE (state = ANY (ARRAY['live'::text, 'deleting'::text]));
CREATE UNIQUE INDEX templates_name ON templates.templates USING btree (account_id, waba_id, name, language) WHERE (state = ANY (ARRAY['submitting'::text, 'live'::text, 'deleting'::text]));
CREATE UNIQUE INDEX templates_provider_id ON templates.templates USING btree (account_id, provider_template_id) WHERE (state = ANY (ARRAY['live'::text, 'deleting'::text]));
CREATE INDEX templates_unsettled ON templates.templates USING btree (settle_at) WHERE (state = ANY (ARRAY['submitting'::text, 'deleting'::text]));

CREATE OR REPLACE FUNCTION templates.count_template_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN
            INSERT INTO templates.usage_changes (account_id, limit_name, change)
            VALUES (NEW.account_id, 'template_keys', 1);
          WHEN 'DELETE' THEN
            INSERT INTO templates.usage_changes (account_id, limit_name, change)
            VALUES (OLD.account_id, 'template_keys', -(1));
        END CASE;
        RETURN NULL;
      END $function$
;
CREATE OR REPLACE FUNCTION templates.count_templates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN
            INSERT INTO templates.usage_changes (account_id, limit_name, change)
            VALUES (NEW.account_id, 'templates', (NEW.state IN ('submitting', 'live', 'deleting'))::int);
          WHEN 'DELETE' THEN
            INSERT INTO templates.usage_changes (account_id, limit_name, change)
            VALUES (OLD.account_id, 'templates', -((OLD.state IN ('submitting', 'live', 'deleting'))::int));
          WHEN 'UPDATE' THEN
            INSERT INTO templates.usage_changes (account_id, limit_name, change)
            VALUES (NEW.account_id, 'templates', ((NEW.state IN ('submitting', 'live', 'deleting'))::int) - ((OLD.state IN ('submitting', 'live', 'deleting'))::int));
        END CASE;
        RETURN NULL;
      END $function$
;

CREATE TRIGGER count_template_keys_delete AFTER DELETE ON templates.idempotency_records FOR EACH ROW WHEN ((1 <> 0)) EXECUTE FUNCTION templates.count_template_keys();
CREATE TRIGGER count_template_keys_insert AFTER INSERT ON templates.idempotency_records FOR EACH ROW WHEN ((1 <> 0)) EXECUTE FUNCTION templates.count_template_keys();
CREATE TRIGGER count_templates_delete AFTER DELETE ON templates.templates FOR EACH ROW WHEN ((((old.state = ANY (ARRAY['submitting'::text, 'live'::text, 'deleting'::text])))::integer <> 0)) EXECUTE FUNCTION templates.count_templates();
CREATE TRIGGER count_templates_insert AFTER INSERT ON templates.templates FOR EACH ROW WHEN ((((new.state = ANY (ARRAY['submitting'::text, 'live'::text, 'deleting'::text])))::integer <> 0)) EXECUTE FUNCTION templates.count_templates();
CREATE TRIGGER count_templates_update AFTER UPDATE ON templates.templates FOR EACH ROW WHEN ((((new.state = ANY (ARRAY['submitting'::text, 'live'::text, 'deleting'::text])))::integer <> ((old.state = ANY (ARRAY['submitting'::text, 'live'::text, 'deleting'::text])))::integer)) EXECUTE FUNCTION templates.count_templates();
