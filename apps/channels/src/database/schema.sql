TABLE channels.account_quotas (
  account_id bigint NOT NULL,
  channels_in_use integer NOT NULL
);
TABLE channels.channels (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  business_name text NOT NULL,
  phone_number text,
  channel_type text NOT NULL,
  origin text NOT NULL,
  connection_status text NOT NULL,
  is_default boolean NOT NULL,
  device_raw_status text,
  session_epoch bigint NOT NULL,
  session_seq bigint NOT NULL,
  last_error text,
  last_seen_at timestamp(3) with time zone,
  last_heartbeat_at timestamp(3) with time zone,
  version bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  sync jsonb,
  token_expires_at timestamp(3) with time zone,
  token_notice smallint,
  quality_rating text,
  messaging_limit text,
  name_status text,
  restrictions jsonb NOT NULL DEFAULT '[]'::jsonb,
  last_error_reason text
);
TABLE channels.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE channels.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE channels.jobs (
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
TABLE channels.onboarding_sessions (
  account_id bigint NOT NULL,
  id uuid NOT NULL,
  mode text NOT NULL,
  return_url text NOT NULL,
  state text,
  step text NOT NULL DEFAULT 'open'::text,
  sign_up_id bigint,
  connecting_since timestamp(3) with time zone,
  channel_id bigint,
  is_new_channel boolean NOT NULL DEFAULT false,
  pins_given smallint NOT NULL DEFAULT 0,
  advice text,
  error_code text,
  error_message text,
  expires_at timestamp(3) with time zone NOT NULL,
  completed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE channels.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE channels.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE channels.usage (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  max bigint,
  told smallint NOT NULL DEFAULT 0,
  tellings integer NOT NULL DEFAULT 0
);
TABLE channels.usage_changes (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  change bigint NOT NULL
);
TABLE channels.usage_recounts (
  limit_name text NOT NULL,
  after_account_id bigint NOT NULL DEFAULT '-1'::integer
);

channels.account_quotas CONSTRAINT account_quotas_channels_in_use CHECK ((channels_in_use >= 0));
channels.account_quotas CONSTRAINT account_quotas_pkey PRIMARY KEY (account_id);
channels.channels CONSTRAINT channels_channel_type CHECK ((channel_type = ANY (ARRAY['cloud'::text, 'device'::text])));
channels.channels CONSTRAINT channels_connection_status CHECK ((connection_status = ANY (ARRAY['pending'::text, 'connected'::text, 'disconnected'::text])));
channels.channels CONSTRAINT channels_origin CHECK ((origin = ANY (ARRAY['cloud'::text, 'device'::text])));
channels.channels CONSTRAINT channels_pkey PRIMARY KEY (account_id, id);
channels.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
channels.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
channels.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
channels.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
channels.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
channels.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
channels.onboarding_sessions CONSTRAINT onboarding_sessions_mode CHECK ((mode = ANY (ARRAY['cloud'::text, 'coexistence'::text])));
channels.onboarding_sessions CONSTRAINT onboarding_sessions_pkey PRIMARY KEY (account_id, id);
channels.onboarding_sessions CONSTRAINT onboarding_sessions_step CHECK ((step = ANY (ARRAY['open'::text, 'connecting'::text, 'pin'::text, 'undoing'::text, 'completed'::text, 'failed'::text])));
channels.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
channels.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
channels.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
channels.usage CONSTRAINT usage_max CHECK ((max >= 0));
channels.usage CONSTRAINT usage_pkey PRIMARY KEY (account_id, limit_name);
channels.usage_recounts CONSTRAINT usage_recounts_pkey PRIMARY KEY (limit_name);

CREATE UNIQUE INDEX channels_connected_number ON channels.channels USING btree (account_id, phone_number) WHERE ((origin = 'device'::text) AND (connection_status = 'connected'::text));
CREATE UNIQUE INDEX channels_default ON channels.channels USING btree (account_id) WHERE is_default;
CREATE INDEX channels_phone_number ON channels.channels USING btree (account_id, phone_number);
CREATE INDEX channels_token_expiry ON channels.channels USING btree (token_expires_at) WHERE (token_expires_at IS NOT NULL);
CREATE INDEX inbox_received_at ON channels.inbox USING btree (received_at);
CREATE INDEX jobs_due ON channels.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON channels.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX onboarding_sessions_created ON channels.onboarding_sessions USING btree (created_at);
CREATE INDEX onboarding_sessions_id ON channels.onboarding_sessions USING btree (id);
CREATE INDEX onboarding_sessions_open ON channels.onboarding_sessions USING btree (account_id, expires_at) WHERE (step = 'open'::text);
CREATE INDEX outbox_published ON channels.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON channels.outbox USING btree (id) WHERE (published_at IS NULL);
