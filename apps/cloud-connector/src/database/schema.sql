TABLE cloud_connector.callbacks (
  id bigint NOT NULL IDENTITY,
  body text NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE cloud_connector.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE cloud_connector.deleted_channels (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  purge_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE cloud_connector.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE cloud_connector.installation (
  only_row boolean NOT NULL DEFAULT true,
  id text NOT NULL DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text),
  named_from timestamp(3) with time zone NOT NULL
);
TABLE cloud_connector.jobs (
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
TABLE cloud_connector.numbers (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  waba_id text NOT NULL,
  phone_number_id text NOT NULL,
  phone_number text NOT NULL,
  is_coexistence boolean NOT NULL,
  is_registered_here boolean NOT NULL DEFAULT false,
  credentials bytea NOT NULL,
  credentials_version integer NOT NULL DEFAULT 1,
  status text NOT NULL,
  reason text NOT NULL,
  last_error text,
  is_billing_blocked boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  sync jsonb,
  state_at timestamp(3) with time zone,
  token_expires_at timestamp(3) with time zone,
  token_check_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  restrictions jsonb NOT NULL DEFAULT '[]'::jsonb,
  quality_rating text,
  messaging_limit text,
  name_status text,
  described_at timestamp(3) with time zone,
  last_error_reason text
);
TABLE cloud_connector.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE cloud_connector.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE cloud_connector.received (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  chat_message_id text NOT NULL,
  number bigint NOT NULL IDENTITY,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE cloud_connector.registration_pins (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  phone_number_id text NOT NULL,
  pin bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE cloud_connector.sends (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  chat_message_id text,
  state text NOT NULL,
  error jsonb,
  told smallint NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  is_named boolean NOT NULL DEFAULT false
);
TABLE cloud_connector.sign_ups (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  session_id uuid NOT NULL,
  code_digest bytea NOT NULL,
  is_coexistence boolean NOT NULL,
  credentials bytea,
  hinted_waba_id text,
  hinted_phone_number_id text,
  waba_id text,
  phone_number_id text,
  is_registered_here boolean NOT NULL DEFAULT false,
  is_begun boolean NOT NULL DEFAULT false,
  busy_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE cloud_connector.suspended_accounts (
  account_id bigint NOT NULL,
  version integer NOT NULL,
  is_suspended boolean NOT NULL
);

cloud_connector.callbacks CONSTRAINT callbacks_pkey PRIMARY KEY (id);
cloud_connector.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
cloud_connector.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
cloud_connector.deleted_channels CONSTRAINT deleted_channels_pkey PRIMARY KEY (account_id, channel_id);
cloud_connector.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
cloud_connector.installation CONSTRAINT installation_only_row_check CHECK (only_row);
cloud_connector.installation CONSTRAINT installation_pkey PRIMARY KEY (only_row);
cloud_connector.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
cloud_connector.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
cloud_connector.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
cloud_connector.numbers CONSTRAINT numbers_phone_number_id UNIQUE (phone_number_id);
cloud_connector.numbers CONSTRAINT numbers_pkey PRIMARY KEY (account_id, channel_id);
cloud_connector.numbers CONSTRAINT numbers_status CHECK ((status = ANY (ARRAY['connected'::text, 'disconnected'::text])));
cloud_connector.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
cloud_connector.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
cloud_connector.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
cloud_connector.received CONSTRAINT received_pkey PRIMARY KEY (account_id, channel_id, chat_message_id);
cloud_connector.registration_pins CONSTRAINT registration_pins_number UNIQUE (phone_number_id);
cloud_connector.registration_pins CONSTRAINT registration_pins_pkey PRIMARY KEY (account_id, id);
cloud_connector.sends CONSTRAINT sends_pkey PRIMARY KEY (account_id, message_id);
cloud_connector.sends CONSTRAINT sends_state CHECK ((state = ANY (ARRAY['sending'::text, 'accepted'::text, 'refused'::text, 'unknown'::text])));
cloud_connector.sign_ups CONSTRAINT sign_ups_code UNIQUE (account_id, code_digest);
cloud_connector.sign_ups CONSTRAINT sign_ups_pkey PRIMARY KEY (account_id, id);
cloud_connector.suspended_accounts CONSTRAINT suspended_accounts_pkey PRIMARY KEY (account_id);

CREATE INDEX deleted_channels_due ON cloud_connector.deleted_channels USING btree (purge_at);
CREATE INDEX inbox_received_at ON cloud_connector.inbox USING btree (received_at);
CREATE INDEX jobs_due ON cloud_connector.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON cloud_connector.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX numbers_token_check ON cloud_connector.numbers USING btree (token_check_at) WHERE (status = 'connected'::text);
CREATE INDEX numbers_token_expiry ON cloud_connector.numbers USING btree (token_expires_at) WHERE ((status = 'connected'::text) AND (token_expires_at IS NOT NULL));
CREATE INDEX numbers_waba ON cloud_connector.numbers USING btree (waba_id);
CREATE INDEX outbox_published ON cloud_connector.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON cloud_connector.outbox USING btree (id) WHERE (published_at IS NULL);
CREATE INDEX received_age ON cloud_connector.received USING btree (received_at);
CREATE INDEX sends_age ON cloud_connector.sends USING btree (created_at);
CREATE INDEX sends_chat_message ON cloud_connector.sends USING btree (account_id, channel_id, chat_message_id) WHERE (chat_message_id IS NOT NULL);
CREATE INDEX sign_ups_created ON cloud_connector.sign_ups USING btree (created_at);
