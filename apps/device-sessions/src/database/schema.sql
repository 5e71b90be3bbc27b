TABLE device_sessions.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE device_sessions.deleted_channels (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  purge_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE device_sessions.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE device_sessions.jobs (
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
TABLE device_sessions.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE device_sessions.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE device_sessions.people (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  phone text NOT NULL,
  address text,
  user_id text,
  has_written boolean NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE device_sessions.received (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  from_phone text NOT NULL,
  chat_message_id text NOT NULL,
  number bigint NOT NULL IDENTITY,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  phone text,
  user_id text,
  read_at timestamp(3) with time zone
);
TABLE device_sessions.sends (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  chat_message_id text,
  state text NOT NULL,
  error jsonb,
  version bigint NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  content bytea
);
TABLE device_sessions.session_keys (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  value bytea NOT NULL
);
TABLE device_sessions.sessions (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  raw_status text NOT NULL DEFAULT 'STOPPED'::text,
  epoch bigint NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0,
  owner text,
  lease_expires_at timestamp(3) with time zone,
  desired text NOT NULL DEFAULT 'STOPPED'::text,
  credentials bytea,
  phone_number text,
  last_error text,
  last_seen_at timestamp(3) with time zone,
  last_heartbeat_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_error_reason text,
  engine text,
  restored boolean NOT NULL DEFAULT false
);
TABLE device_sessions.suspended_accounts (
  account_id bigint NOT NULL,
  version integer NOT NULL,
  is_suspended boolean NOT NULL
);

device_sessions.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
device_sessions.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
device_sessions.deleted_channels CONSTRAINT deleted_channels_pkey PRIMARY KEY (account_id, channel_id);
device_sessions.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
device_sessions.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
device_sessions.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
device_sessions.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
device_sessions.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
device_sessions.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
device_sessions.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
device_sessions.people CONSTRAINT people_pkey PRIMARY KEY (account_id, channel_id, phone);
device_sessions.received CONSTRAINT received_pkey PRIMARY KEY (account_id, channel_id, chat_message_id, from_phone);
device_sessions.sends CONSTRAINT sends_chat_message UNIQUE (account_id, channel_id, chat_message_id);
device_sessions.sends CONSTRAINT sends_pkey PRIMARY KEY (account_id, message_id);
device_sessions.sends CONSTRAINT sends_state CHECK ((state = ANY (ARRAY['sending'::text, 'accepted'::text, 'refused'::text, 'unknown'::text])));
device_sessions.session_keys CONSTRAINT session_keys_pkey PRIMARY KEY (account_id, channel_id, kind, id);
device_sessions.sessions CONSTRAINT sessions_desired CHECK ((desired = ANY (ARRAY['RUNNING'::text, 'STOPPED'::text])));
device_sessions.sessions CONSTRAINT sessions_lease CHECK (((owner IS NULL) OR (lease_expires_at IS NOT NULL)));
device_sessions.sessions CONSTRAINT sessions_pkey PRIMARY KEY (account_id, channel_id);
device_sessions.suspended_accounts CONSTRAINT suspended_accounts_pkey PRIMARY KEY (account_id);

CREATE INDEX deleted_channels_due ON device_sessions.deleted_channels USING btree (purge_at);
CREATE INDEX inbox_received_at ON device_sessions.inbox USING btree (received_at);
CREATE INDEX jobs_due ON device_sessions.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON device_sessions.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX outbox_published ON device_sessions.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON device_sessions.outbox USING btree (id) WHERE (published_at IS NULL);
CREATE INDEX people_age ON device_sessions.people USING btree (checked_at);
CREATE INDEX received_age ON device_sessions.received USING btree (received_at);
CREATE INDEX received_unread ON device_sessions.received USING btree (account_id, channel_id, from_phone, number) WHERE (read_at IS NULL);
CREATE INDEX sends_age ON device_sessions.sends USING btree (created_at);
CREATE INDEX sends_content_age ON device_sessions.sends USING btree (created_at) WHERE (content IS NOT NULL);
CREATE INDEX sessions_leased ON device_sessions.sessions USING btree (lease_expires_at) WHERE (owner IS NOT NULL);
CREATE INDEX sessions_orphaned ON device_sessions.sessions USING btree (account_id, channel_id) WHERE ((owner IS NULL) AND (desired = 'RUNNING'::text) AND (credentials IS NOT NULL));
