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
TABLE webhooks.deliveries (
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
  traceparent text
);
TABLE webhooks.ended_grants (
  account_id bigint NOT NULL,
  grant_id bigint NOT NULL,
  ended_at timestamp(3) with time zone NOT NULL DEFAULT now()
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
  grant_id bigint
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
webhooks.deliveries CONSTRAINT deliveries_lease CHECK (((status = 'pending'::text) OR (locked_until IS NULL)));
webhooks.deliveries CONSTRAINT deliveries_next_attempt CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL)));
webhooks.deliveries CONSTRAINT deliveries_pending_payload CHECK (((status <> 'pending'::text) OR (payload IS NOT NULL)));
webhooks.deliveries CONSTRAINT deliveries_pkey PRIMARY KEY (account_id, id);
webhooks.deliveries CONSTRAINT deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'blocked'::text])));
webhooks.ended_grants CONSTRAINT ended_grants_pkey PRIMARY KEY (account_id, grant_id);
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
webhooks.suspended_accounts CONSTRAINT suspended_accounts_pkey PRIMARY KEY (account_id);
webhooks.usage CONSTRAINT usage_max CHECK ((max >= 0));
webhooks.usage CONSTRAINT usage_pkey PRIMARY KEY (account_id, limit_name);
webhooks.usage_recounts CONSTRAINT usage_recounts_pkey PRIMARY KEY (limit_name);

CREATE INDEX deleted_channels_due ON webhooks.deleted_channels USING btree (purge_at);
CREATE INDEX deliveries_due ON webhooks.deliveries USING btree (account_id, webhook_id, next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_erasable ON webhooks.deliveries USING btree (account_id, channel_id) WHERE ((channel_id IS NOT NULL) AND (payload IS NOT NULL) AND (status <> 'pending'::text));
CREATE INDEX deliveries_log ON webhooks.deliveries USING btree (account_id, webhook_id, status, event, id);
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
