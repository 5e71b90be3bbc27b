TABLE messaging.assets (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  kind text NOT NULL,
  name text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE messaging.blobs (
  account_id bigint NOT NULL,
  blob text NOT NULL,
  channel_id bigint NOT NULL,
  due_at timestamp(3) with time zone,
  size bigint
);
TABLE messaging.contact_names (
  account_id bigint NOT NULL,
  canonical_phone text NOT NULL,
  contact_id bigint,
  name text,
  version integer NOT NULL,
  marketing_opted_out boolean NOT NULL DEFAULT false
);
TABLE messaging.conversation_texts (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  search_text text NOT NULL
);
TABLE messaging.conversations (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  channel_id bigint NOT NULL,
  contact_phone text,
  canonical_phone text NOT NULL,
  contact_name text,
  unread_count integer NOT NULL DEFAULT 0,
  last_sequence bigint NOT NULL DEFAULT 1,
  last_message_id bigint NOT NULL,
  last_message_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_inbound_id bigint,
  last_inbound_at timestamp(3) with time zone,
  provider_user_id text,
  erasure_id bigint,
  username text,
  is_merged boolean NOT NULL DEFAULT false,
  typed_at timestamp(3) with time zone
);
TABLE messaging.counting (
  only_row boolean NOT NULL DEFAULT true,
  since timestamp(3) with time zone NOT NULL DEFAULT now(),
  counted_to bigint NOT NULL DEFAULT 0
);
TABLE messaging.daily_counts (
  account_id bigint NOT NULL,
  start timestamp with time zone NOT NULL,
  channel_id bigint NOT NULL,
  direction text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  category text NOT NULL,
  count bigint NOT NULL
);
TABLE messaging.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE messaging.deleted_channels (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  purge_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE messaging.forgotten_messages (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  direction text NOT NULL,
  id_digest bytea NOT NULL,
  forgotten_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE messaging.hourly_counts (
  account_id bigint NOT NULL,
  start timestamp with time zone NOT NULL,
  channel_id bigint NOT NULL,
  direction text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  category text NOT NULL,
  count bigint NOT NULL
);
TABLE messaging.idempotency_records (
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
TABLE messaging.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE messaging.jobs (
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
TABLE messaging.merged_conversations (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  merged_into bigint NOT NULL,
  base bigint NOT NULL,
  is_moving boolean NOT NULL DEFAULT true
);
TABLE messaging.message_changes (
  account_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  direction text NOT NULL,
  chat_message_id text NOT NULL,
  canonical_phone text NOT NULL,
  provider_user_id text,
  is_deletion boolean NOT NULL,
  body text,
  changed_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone NOT NULL DEFAULT (now() + '00:00:01'::interval),
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE messaging.messages (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  conversation_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  direction text NOT NULL,
  source text NOT NULL,
  type text NOT NULL,
  body text,
  chat_message_id text,
  status text NOT NULL,
  error jsonb,
  sequence bigint NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  settle_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  content jsonb,
  connector text NOT NULL DEFAULT 'device-sessions'::text,
  origin jsonb,
  extra jsonb,
  pricing jsonb,
  edited_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone
);
TABLE messaging.opt_outs (
  account_id bigint NOT NULL,
  canonical_phone text NOT NULL,
  opted_out boolean NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL
);
TABLE messaging.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE messaging.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE messaging.renamed_people (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  canonical_phone text NOT NULL
);
TABLE messaging.retention (
  account_id bigint NOT NULL,
  message_days integer,
  media_days integer,
  media_up_to_id bigint NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE messaging.suspended_accounts (
  account_id bigint NOT NULL,
  version integer NOT NULL,
  is_suspended boolean NOT NULL
);
TABLE messaging.uploaded_media (
  account_id bigint NOT NULL,
  id text NOT NULL,
  blob text,
  filename text,
  mime_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);
TABLE messaging.usage (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  max bigint,
  told smallint NOT NULL DEFAULT 0,
  tellings integer NOT NULL DEFAULT 0
);
TABLE messaging.usage_changes (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  change bigint NOT NULL
);
TABLE messaging.usage_recounts (
  limit_name text NOT NULL,
  after_account_id bigint NOT NULL DEFAULT '-1'::integer
);

messaging.assets CONSTRAINT assets_kind CHECK ((kind = ANY (ARRAY['cta_url'::text, 'interactive_list'::text])));
messaging.assets CONSTRAINT assets_pkey PRIMARY KEY (account_id, id);
messaging.blobs CONSTRAINT blobs_pkey PRIMARY KEY (account_id, blob);
messaging.contact_names CONSTRAINT contact_names_pkey PRIMARY KEY (account_id, canonical_phone);
messaging.conversation_texts CONSTRAINT conversation_texts_conversation FOREIGN KEY (account_id, id) REFERENCES messaging.conversations(account_id, id) ON DELETE CASCADE;
messaging.conversation_texts CONSTRAINT conversation_texts_pkey PRIMARY KEY (account_id, id);
messaging.conversations CONSTRAINT conversations_contact UNIQUE (account_id, channel_id, canonical_phone);
messaging.conversations CONSTRAINT conversations_pkey PRIMARY KEY (account_id, id);
messaging.counting CONSTRAINT counting_only_row_check CHECK (only_row);
messaging.counting CONSTRAINT counting_pkey PRIMARY KEY (only_row);
messaging.daily_counts CONSTRAINT daily_counts_pkey PRIMARY KEY (account_id, start, channel_id, direction, kind, status, category);
messaging.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
messaging.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
messaging.deleted_channels CONSTRAINT deleted_channels_pkey PRIMARY KEY (account_id, channel_id);
messaging.forgotten_messages CONSTRAINT forgotten_messages_pkey PRIMARY KEY (account_id, channel_id, direction, id_digest);
messaging.hourly_counts CONSTRAINT hourly_counts_pkey PRIMARY KEY (account_id, start, channel_id, direction, kind, status, category);
messaging.idempotency_records CONSTRAINT idempotency_records_pkey PRIMARY KEY (account_id, namespace, key);
messaging.idempotency_records CONSTRAINT idempotency_records_state CHECK ((state = ANY (ARRAY['in_flight'::text, 'done'::text, 'unknown'::text])));
messaging.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
messaging.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
messaging.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
messaging.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
messaging.merged_conversations CONSTRAINT merged_conversations_pkey PRIMARY KEY (account_id, id);
messaging.merged_conversations CONSTRAINT merged_conversations_survivor FOREIGN KEY (account_id, merged_into) REFERENCES messaging.conversations(account_id, id) ON DELETE CASCADE;
messaging.message_changes CONSTRAINT message_changes_pkey PRIMARY KEY (account_id, channel_id, direction, chat_message_id, canonical_phone);
messaging.messages CONSTRAINT messages_chat_message_id UNIQUE (account_id, channel_id, direction, chat_message_id);
messaging.messages CONSTRAINT messages_conversation FOREIGN KEY (account_id, conversation_id) REFERENCES messaging.conversations(account_id, id);
messaging.messages CONSTRAINT messages_direction CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text])));
messaging.messages CONSTRAINT messages_pkey PRIMARY KEY (account_id, id);
messaging.messages CONSTRAINT messages_status CHECK ((status = ANY (ARRAY['sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'unknown'::text])));
messaging.opt_outs CONSTRAINT opt_outs_pkey PRIMARY KEY (account_id, canonical_phone);
messaging.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
messaging.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
messaging.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
messaging.renamed_people CONSTRAINT renamed_people_pkey PRIMARY KEY (id);
messaging.retention CONSTRAINT retention_media_days CHECK ((media_days >= 7));
messaging.retention CONSTRAINT retention_message_days CHECK ((message_days >= 7));
messaging.retention CONSTRAINT retention_pkey PRIMARY KEY (account_id);
messaging.suspended_accounts CONSTRAINT suspended_accounts_pkey PRIMARY KEY (account_id);
messaging.uploaded_media CONSTRAINT uploaded_media_pkey PRIMARY KEY (account_id, id);
messaging.usage CONSTRAINT usage_max CHECK ((max >= 0));
messaging.usage CONSTRAINT usage_pkey PRIMARY KEY (account_id, limit_name);
messaging.usage_recounts CONSTRAINT usage_recounts_pkey PRIMARY KEY (limit_name);

CREATE INDEX blobs_due ON messaging.blobs USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX blobs_of_channel ON messaging.blobs USING btree (account_id, channel_id);
CREATE INDEX blobs_unsized ON messaging.blobs USING btree (account_id, blob) WHERE (size IS NULL);
CREATE INDEX contact_names_contact ON messaging.contact_names USING btree (account_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX conversation_texts_search_terms ON messaging.conversation_texts USING gin (messaging.search_terms(account_id, search_text)) WITH (fastupdate=off);
CREATE INDEX conversations_erasure ON messaging.conversations USING btree (account_id, erasure_id) WHERE (erasure_id IS NOT NULL);
CREATE INDEX conversations_latest ON messaging.conversations USING btree (account_id, last_message_at DESC, id DESC);
CREATE INDEX conversations_latest_of_channel ON messaging.conversations USING btree (account_id, channel_id, last_message_at DESC, id DESC);
CREATE INDEX conversations_provider_user ON messaging.conversations USING btree (account_id, channel_id, provider_user_id) WHERE (provider_user_id IS NOT NULL);
CREATE INDEX conversations_unread ON messaging.conversations USING btree (account_id, last_message_at DESC, id DESC) WHERE (unread_count > 0);
CREATE INDEX conversations_unread_of_channel ON messaging.conversations USING btree (account_id, channel_id, last_message_at DESC, id DESC) WHERE (unread_count > 0);
CREATE INDEX deleted_channels_due ON messaging.deleted_channels USING btree (purge_at);
CREATE INDEX forgotten_messages_forgotten_at ON messaging.forgotten_messages USING btree (forgotten_at);
CREATE INDEX hourly_counts_start ON messaging.hourly_counts USING btree (start);
CREATE INDEX idempotency_records_channel ON messaging.idempotency_records USING btree (account_id, channel_id) WHERE ((channel_id IS NOT NULL) AND (result IS NOT NULL));
CREATE INDEX idempotency_records_expiry ON messaging.idempotency_records USING btree (expires_at);
CREATE INDEX inbox_received_at ON messaging.inbox USING btree (received_at);
CREATE INDEX jobs_due ON messaging.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON messaging.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX merged_conversations_moving ON messaging.merged_conversations USING btree (account_id, merged_into) WHERE is_moving;
CREATE INDEX merged_conversations_of ON messaging.merged_conversations USING btree (account_id, merged_into);
CREATE INDEX message_changes_due ON messaging.message_changes USING btree (due_at);
CREATE INDEX messages_newest ON messaging.messages USING btree (account_id, conversation_id, occurred_at DESC, id DESC);
CREATE INDEX messages_reactions ON messaging.messages USING btree (account_id, channel_id, (((content -> 'reaction'::text) ->> 'message_id'::text))) WHERE (type = 'reaction'::text);
CREATE INDEX messages_to_settle ON messaging.messages USING btree (settle_at) WHERE (settle_at IS NOT NULL);
CREATE INDEX outbox_published ON messaging.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON messaging.outbox USING btree (id) WHERE (published_at IS NULL);
CREATE INDEX retention_due ON messaging.retention USING btree (due_at);
CREATE INDEX uploaded_media_bytes ON messaging.uploaded_media USING btree (account_id, sha256);
CREATE INDEX uploaded_media_expiry ON messaging.uploaded_media USING btree (expires_at);
CREATE INDEX uploaded_media_kept ON messaging.uploaded_media USING btree (expires_at) WHERE (blob IS NOT NULL);

CREATE OR REPLACE FUNCTION messaging.count_media_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN
            INSERT INTO messaging.usage_changes (account_id, limit_name, change)
            VALUES (NEW.account_id, 'media_bytes', coalesce(NEW.size, 0));
          WHEN 'DELETE' THEN
            INSERT INTO messaging.usage_changes (account_id, limit_name, change)
            VALUES (OLD.account_id, 'media_bytes', -(coalesce(OLD.size, 0)));
          WHEN 'UPDATE' THEN
            INSERT INTO messaging.usage_changes (account_id, limit_name, change)
            VALUES (NEW.account_id, 'media_bytes', (coalesce(NEW.size, 0)) - (coalesce(OLD.size, 0)));
        END CASE;
        RETURN NULL;
      END $function$
;
CREATE OR REPLACE FUNCTION messaging.count_send_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN
            INSERT INTO messaging.usage_changes (account_id, limit_name, change)
            VALUES (NEW.account_id, 'send_keys', 1);
          WHEN 'DELETE' THEN
            INSERT INTO messaging.usage_changes (account_id, limit_name, change)
            VALUES (OLD.account_id, 'send_keys', -(1));
        END CASE;
        RETURN NULL;
      END $function$
;
CREATE OR REPLACE FUNCTION messaging.note_renamed_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        BEGIN
          INSERT INTO messaging.renamed_people (account_id, canonical_phone)
          VALUES (NEW.account_id, NEW.canonical_phone);
          RETURN NULL;
        END $function$
;
CREATE OR REPLACE FUNCTION messaging.search_terms(account_id bigint, search_text text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL RESTRICTED STRICT COST 1000
AS $function$
      DECLARE
        -- substr() would count the characters from the start of the text again for each position.
        characters text[] := string_to_array(search_text, NULL);
        terms text[];
      BEGIN
        FOR i IN 1 .. cardinality(characters) LOOP
          terms[i] := concat(account_id, ':', characters[i], characters[i + 1], characters[i + 2]);
        END LOOP;
        RETURN array_to_tsvector(terms);
      END $function$
;

CREATE TRIGGER count_media_bytes_delete AFTER DELETE ON messaging.blobs FOR EACH ROW WHEN ((COALESCE(old.size, (0)::bigint) <> 0)) EXECUTE FUNCTION messaging.count_media_bytes();
CREATE TRIGGER count_media_bytes_insert AFTER INSERT ON messaging.blobs FOR EACH ROW WHEN ((COALESCE(new.size, (0)::bigint) <> 0)) EXECUTE FUNCTION messaging.count_media_bytes();
CREATE TRIGGER count_media_bytes_update AFTER UPDATE ON messaging.blobs FOR EACH ROW WHEN ((COALESCE(new.size, (0)::bigint) <> COALESCE(old.size, (0)::bigint))) EXECUTE FUNCTION messaging.count_media_bytes();
CREATE TRIGGER note_new_contact AFTER INSERT ON messaging.contact_names FOR EACH ROW WHEN ((new.name IS NOT NULL)) EXECUTE FUNCTION messaging.note_renamed_person();
CREATE TRIGGER note_renamed_contact AFTER UPDATE OF name ON messaging.contact_names FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION messaging.note_renamed_person();
CREATE TRIGGER note_new_person AFTER INSERT ON messaging.conversations FOR EACH ROW EXECUTE FUNCTION messaging.note_renamed_person();
CREATE TRIGGER note_renamed_person AFTER UPDATE OF canonical_phone, contact_phone, contact_name, username ON messaging.conversations FOR EACH ROW WHEN (((((old.canonical_phone IS DISTINCT FROM new.canonical_phone) OR (old.contact_phone IS DISTINCT FROM new.contact_phone)) OR (old.contact_name IS DISTINCT FROM new.contact_name)) OR (old.username IS DISTINCT FROM new.username))) EXECUTE FUNCTION messaging.note_renamed_person();
CREATE TRIGGER count_send_keys_delete AFTER DELETE ON messaging.idempotency_records FOR EACH ROW WHEN ((1 <> 0)) EXECUTE FUNCTION messaging.count_send_keys();
CREATE TRIGGER count_send_keys_insert AFTER INSERT ON messaging.idempotency_records FOR EACH ROW WHEN ((1 <> 0)) EXECUTE FUNCTION messaging.count_send_keys();
