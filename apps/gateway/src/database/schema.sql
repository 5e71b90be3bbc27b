TABLE gateway.accounts (
  id bigint NOT NULL IDENTITY,
  name text NOT NULL,
  account_limit integer NOT NULL,
  device_channels boolean NOT NULL,
  cloud_channels boolean NOT NULL,
  coexistence boolean NOT NULL,
  rate_limit integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  manual_probes boolean NOT NULL DEFAULT true,
  suspended_at timestamp(3) with time zone,
  suspension_version integer NOT NULL DEFAULT 0,
  mcp boolean NOT NULL DEFAULT false
);
TABLE gateway.api_keys (
  account_id bigint NOT NULL,
  client_id text NOT NULL,
  secret_digest bytea NOT NULL,
  scopes text[],
  allowlist text[] NOT NULL,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  former_secret_digest bytea,
  former_secret_until timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  secret_digest_key bytea,
  former_secret_digest_key bytea,
  name text,
  expires_at timestamp(3) with time zone,
  created_by bigint
);
TABLE gateway.audit_entries (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  event_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  target text NOT NULL,
  address text,
  request_id text,
  changed text[] NOT NULL,
  before jsonb,
  after jsonb
);
TABLE gateway.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE gateway.developer_apps (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  name text NOT NULL,
  client_id text NOT NULL,
  secret_digest bytea,
  redirect_uris text[] NOT NULL,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  secret_digest_key bytea
);
TABLE gateway.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE gateway.jobs (
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
TABLE gateway.known_browsers (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  digest bytea NOT NULL,
  wrong_passwords integer NOT NULL DEFAULT 0,
  last_used_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE gateway.oauth_families (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  grant_id bigint NOT NULL,
  scopes text[] NOT NULL,
  code_digest bytea NOT NULL,
  code_expires_at timestamp(3) with time zone NOT NULL,
  code_challenge text NOT NULL,
  redirect_uri text NOT NULL,
  redeemed_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  resource text
);
TABLE gateway.oauth_grants (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  user_id bigint NOT NULL,
  app_account_id bigint NOT NULL,
  app_id bigint NOT NULL,
  scopes text[] NOT NULL,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  announced_at timestamp(3) with time zone,
  mcp_scopes text[],
  mcp_access text,
  mcp_conversation_ids bigint[] NOT NULL DEFAULT '{}'::bigint[],
  mcp_channel_id bigint,
  mcp_until timestamp(3) with time zone
);
TABLE gateway.oauth_tokens (
  account_id bigint NOT NULL,
  digest bytea NOT NULL,
  family_id bigint NOT NULL,
  kind text NOT NULL,
  scopes text[] NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  successor_salt bytea
);
UNLOGGED TABLE gateway.open_streams (
  id uuid NOT NULL,
  gateway_id uuid NOT NULL,
  account_id bigint NOT NULL,
  user_id bigint
);
TABLE gateway.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE gateway.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE gateway.pending_sign_ins (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  digest bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);
TABLE gateway.person_links (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  kind text NOT NULL,
  digest bytea NOT NULL,
  email text,
  role text,
  user_id bigint,
  made_by bigint NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  removes_second_factor boolean NOT NULL DEFAULT false
);
UNLOGGED TABLE gateway.rate_windows (
  account_id bigint NOT NULL,
  second bigint NOT NULL,
  slots integer[] NOT NULL,
  used integer NOT NULL
);
TABLE gateway.recovery_codes (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  digest bytea NOT NULL
);
TABLE gateway.sessions (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  digest bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  wrong_passwords integer NOT NULL DEFAULT 0,
  previous_sign_in_at timestamp(3) with time zone,
  id bigint NOT NULL IDENTITY,
  address text,
  user_agent text,
  proven_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE gateway.sign_in_guesses (
  email_digest bytea NOT NULL,
  guesses integer NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL
);
UNLOGGED TABLE gateway.stream_gateways (
  id uuid NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE gateway.uploads (
  account_id bigint NOT NULL,
  blob text NOT NULL,
  service text NOT NULL,
  due_at timestamp(3) with time zone NOT NULL
);
TABLE gateway.users (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  email text,
  name text,
  password_hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  disabled_at timestamp(3) with time zone,
  wrong_passwords integer NOT NULL DEFAULT 0,
  last_sign_in_at timestamp(3) with time zone,
  role text NOT NULL,
  totp_secret bytea,
  totp_confirmed_at timestamp(3) with time zone,
  totp_last_step bigint NOT NULL DEFAULT 0,
  is_operator boolean NOT NULL DEFAULT false,
  sign_in_account_id bigint,
  sign_in_id bigint
);

gateway.accounts CONSTRAINT accounts_account_limit CHECK ((account_limit >= '-1'::integer));
gateway.accounts CONSTRAINT accounts_pkey PRIMARY KEY (id);
gateway.accounts CONSTRAINT accounts_rate_limit CHECK ((rate_limit >= 1));
gateway.api_keys CONSTRAINT api_keys_account FOREIGN KEY (account_id) REFERENCES gateway.accounts(id);
gateway.api_keys CONSTRAINT api_keys_creator FOREIGN KEY (account_id, created_by) REFERENCES gateway.users(account_id, id);
gateway.api_keys CONSTRAINT api_keys_former_secret CHECK (((former_secret_digest IS NULL) = (former_secret_until IS NULL)));
gateway.api_keys CONSTRAINT api_keys_pkey PRIMARY KEY (account_id, client_id);
gateway.api_keys CONSTRAINT api_keys_secret_digest CHECK ((octet_length(secret_digest) = ANY (ARRAY[32, 37])));
gateway.audit_entries CONSTRAINT audit_entries_event UNIQUE (event_id);
gateway.audit_entries CONSTRAINT audit_entries_pkey PRIMARY KEY (account_id, id);
gateway.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
gateway.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
gateway.developer_apps CONSTRAINT developer_apps_account FOREIGN KEY (account_id) REFERENCES gateway.accounts(id);
gateway.developer_apps CONSTRAINT developer_apps_client_id UNIQUE (client_id);
gateway.developer_apps CONSTRAINT developer_apps_pkey PRIMARY KEY (account_id, id);
gateway.developer_apps CONSTRAINT developer_apps_secret_digest CHECK ((octet_length(secret_digest) = 37));
gateway.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
gateway.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
gateway.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
gateway.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
gateway.known_browsers CONSTRAINT known_browsers_pkey PRIMARY KEY (account_id, user_id, digest);
gateway.known_browsers CONSTRAINT known_browsers_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users(account_id, id);
gateway.oauth_families CONSTRAINT oauth_families_grant FOREIGN KEY (account_id, grant_id) REFERENCES gateway.oauth_grants(account_id, id);
gateway.oauth_families CONSTRAINT oauth_families_pkey PRIMARY KEY (account_id, id);
gateway.oauth_families CONSTRAINT oauth_families_resource CHECK ((resource = 'mcp'::text));
gateway.oauth_grants CONSTRAINT oauth_grants_app FOREIGN KEY (app_account_id, app_id) REFERENCES gateway.developer_apps(account_id, id);
gateway.oauth_grants CONSTRAINT oauth_grants_mcp_access CHECK ((mcp_access = ANY (ARRAY['read'::text, 'answer'::text, 'answer_named'::text, 'write'::text])));
gateway.oauth_grants CONSTRAINT oauth_grants_mcp_named CHECK (((mcp_access <> 'answer_named'::text) OR ((mcp_until IS NOT NULL) AND ((mcp_channel_id IS NULL) = (cardinality(mcp_conversation_ids) > 0)))));
gateway.oauth_grants CONSTRAINT oauth_grants_pkey PRIMARY KEY (account_id, id);
gateway.oauth_grants CONSTRAINT oauth_grants_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users(account_id, id);
gateway.oauth_tokens CONSTRAINT oauth_tokens_family FOREIGN KEY (account_id, family_id) REFERENCES gateway.oauth_families(account_id, id) ON DELETE CASCADE;
gateway.oauth_tokens CONSTRAINT oauth_tokens_kind CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])));
gateway.oauth_tokens CONSTRAINT oauth_tokens_pkey PRIMARY KEY (account_id, digest);
gateway.open_streams CONSTRAINT open_streams_gateway FOREIGN KEY (gateway_id) REFERENCES gateway.stream_gateways(id) ON DELETE CASCADE;
gateway.open_streams CONSTRAINT open_streams_pkey PRIMARY KEY (id);
gateway.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
gateway.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
gateway.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
gateway.pending_sign_ins CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (account_id, digest);
gateway.pending_sign_ins CONSTRAINT pending_sign_ins_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users(account_id, id);
gateway.person_links CONSTRAINT person_links_kind CHECK ((kind = ANY (ARRAY['invitation'::text, 'reset'::text])));
gateway.person_links CONSTRAINT person_links_maker FOREIGN KEY (account_id, made_by) REFERENCES gateway.users(account_id, id);
gateway.person_links CONSTRAINT person_links_of_kind CHECK (
CASE kind
    WHEN 'invitation'::text THEN ((email IS NOT NULL) AND (role IS NOT NULL) AND (user_id IS NULL))
    ELSE ((email IS NULL) AND (role IS NULL) AND (user_id IS NOT NULL))
END);
gateway.person_links CONSTRAINT person_links_pkey PRIMARY KEY (account_id, id);
gateway.person_links CONSTRAINT person_links_role CHECK ((role = ANY (ARRAY['viewer'::text, 'agent'::text, 'developer'::text, 'admin'::text, 'owner'::text])));
gateway.person_links CONSTRAINT person_links_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users(account_id, id);
gateway.rate_windows CONSTRAINT rate_windows_pkey PRIMARY KEY (account_id);
gateway.recovery_codes CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, user_id, digest);
gateway.recovery_codes CONSTRAINT recovery_codes_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users(account_id, id);
gateway.sessions CONSTRAINT sessions_pkey PRIMARY KEY (account_id, digest);
gateway.sessions CONSTRAINT sessions_user FOREIGN KEY (account_id, user_id) REFERENCES gateway.users(account_id, id);
gateway.sign_in_guesses CONSTRAINT sign_in_guesses_pkey PRIMARY KEY (email_digest);
gateway.stream_gateways CONSTRAINT stream_gateways_pkey PRIMARY KEY (id);
gateway.uploads CONSTRAINT uploads_pkey PRIMARY KEY (account_id, blob);
gateway.users CONSTRAINT users_account FOREIGN KEY (account_id) REFERENCES gateway.accounts(id);
gateway.users CONSTRAINT users_email UNIQUE (email);
gateway.users CONSTRAINT users_one_address CHECK (((email IS NULL) = (sign_in_id IS NOT NULL)));
gateway.users CONSTRAINT users_operator CHECK (((NOT is_operator) OR (totp_confirmed_at IS NOT NULL)));
gateway.users CONSTRAINT users_other_account CHECK ((sign_in_account_id <> account_id));
gateway.users CONSTRAINT users_pkey PRIMARY KEY (account_id, id);
gateway.users CONSTRAINT users_role CHECK ((role = ANY (ARRAY['viewer'::text, 'agent'::text, 'developer'::text, 'admin'::text, 'owner'::text])));
gateway.users CONSTRAINT users_sign_in FOREIGN KEY (sign_in_account_id, sign_in_id) REFERENCES gateway.users(account_id, id);
gateway.users CONSTRAINT users_totp CHECK (((totp_confirmed_at IS NULL) OR (totp_secret IS NOT NULL)));
gateway.users CONSTRAINT users_whole_sign_in CHECK (((sign_in_account_id IS NULL) = (sign_in_id IS NULL)));

CREATE INDEX api_keys_client_id ON gateway.api_keys USING btree (client_id);
CREATE INDEX api_keys_former_secret_until ON gateway.api_keys USING btree (former_secret_until) WHERE (former_secret_until IS NOT NULL);
CREATE INDEX audit_entries_action ON gateway.audit_entries USING btree (account_id, action, at DESC, id DESC);
CREATE INDEX audit_entries_actor ON gateway.audit_entries USING btree (account_id, actor_id, at DESC, id DESC);
CREATE INDEX audit_entries_at ON gateway.audit_entries USING btree (at);
CREATE INDEX audit_entries_newest ON gateway.audit_entries USING btree (account_id, at DESC, id DESC);
CREATE INDEX audit_entries_target ON gateway.audit_entries USING btree (account_id, target, at DESC, id DESC);
CREATE INDEX developer_apps_deleted_at ON gateway.developer_apps USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX developer_apps_id ON gateway.developer_apps USING btree (id);
CREATE INDEX inbox_received_at ON gateway.inbox USING btree (received_at);
CREATE INDEX jobs_due ON gateway.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON gateway.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX known_browsers_last_used_at ON gateway.known_browsers USING btree (last_used_at);
CREATE UNIQUE INDEX oauth_families_code_digest ON gateway.oauth_families USING btree (code_digest);
CREATE INDEX oauth_families_expires_at ON gateway.oauth_families USING btree (expires_at);
CREATE INDEX oauth_families_grant ON gateway.oauth_families USING btree (account_id, grant_id);
CREATE INDEX oauth_grants_app ON gateway.oauth_grants USING btree (app_account_id, app_id);
CREATE INDEX oauth_grants_app_in_use ON gateway.oauth_grants USING btree (app_account_id, app_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX oauth_grants_id ON gateway.oauth_grants USING btree (id);
CREATE UNIQUE INDEX oauth_grants_in_use ON gateway.oauth_grants USING btree (account_id, user_id, app_id) WHERE (revoked_at IS NULL);
CREATE INDEX oauth_grants_revoked_at ON gateway.oauth_grants USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX oauth_grants_unannounced ON gateway.oauth_grants USING btree (revoked_at) WHERE ((revoked_at IS NOT NULL) AND (announced_at IS NULL));
CREATE UNIQUE INDEX oauth_tokens_digest ON gateway.oauth_tokens USING btree (digest);
CREATE INDEX oauth_tokens_expires_at ON gateway.oauth_tokens USING btree (expires_at);
CREATE INDEX oauth_tokens_family ON gateway.oauth_tokens USING btree (account_id, family_id);
CREATE INDEX open_streams_account ON gateway.open_streams USING btree (account_id, user_id);
CREATE INDEX open_streams_of_gateway ON gateway.open_streams USING btree (gateway_id);
CREATE INDEX outbox_published ON gateway.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON gateway.outbox USING btree (id) WHERE (published_at IS NULL);
CREATE UNIQUE INDEX pending_sign_ins_digest ON gateway.pending_sign_ins USING btree (digest);
CREATE INDEX pending_sign_ins_expires_at ON gateway.pending_sign_ins USING btree (expires_at);
CREATE INDEX pending_sign_ins_user ON gateway.pending_sign_ins USING btree (account_id, user_id);
CREATE UNIQUE INDEX person_links_digest ON gateway.person_links USING btree (digest);
CREATE INDEX person_links_expires_at ON gateway.person_links USING btree (expires_at);
CREATE INDEX person_links_user ON gateway.person_links USING btree (account_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX requests_newest ON ONLY gateway.requests USING btree (account_id, at DESC, id DESC);
CREATE INDEX requests_request_id ON ONLY gateway.requests USING btree (account_id, request_id);
CREATE UNIQUE INDEX sessions_digest ON gateway.sessions USING btree (digest);
CREATE INDEX sessions_expires_at ON gateway.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON gateway.sessions USING btree (account_id, user_id);
CREATE INDEX sign_in_guesses_ends_at ON gateway.sign_in_guesses USING btree (ends_at);
CREATE INDEX uploads_due ON gateway.uploads USING btree (due_at);
CREATE UNIQUE INDEX users_id ON gateway.users USING btree (id);
CREATE UNIQUE INDEX users_sign_in ON gateway.users USING btree (sign_in_account_id, sign_in_id, account_id) WHERE (sign_in_id IS NOT NULL);

CREATE OR REPLACE FUNCTION gateway.give_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF NEW.role IS NULL THEN
          NEW.role := CASE WHEN EXISTS (SELECT FROM gateway.users WHERE account_id = NEW.account_id)
            THEN 'admin' ELSE 'owner' END;
        END IF;
        RETURN NEW;
      END $function$
;
CREATE OR REPLACE FUNCTION gateway.take_requests(p_account_id bigint, p_asked integer, p_limit integer, p_now timestamp with time zone DEFAULT NULL::timestamp with time zone, OUT granted integer, OUT remaining integer, OUT reset_ms integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
  DECLARE
    now_seconds numeric;
    current_second bigint;
    latest bigint;
    taken integer[];
    total integer;
    leaving integer := 0;
  BEGIN
    SELECT second, slots, used INTO latest, taken, total
      FROM gateway.rate_windows WHERE account_id = p_account_id FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO gateway.rate_windows (account_id, second, slots, used)
        VALUES (p_account_id, 0, array_fill(0, ARRAY[61]), 0) ON CONFLICT DO NOTHING;
      SELECT second, slots, used INTO latest, taken, total
        FROM gateway.rate_windows WHERE account_id = p_account_id FOR UPDATE;
    END IF;

    now_seconds := extract(epoch FROM coalesce(p_now, clock_timestamp()));
    current_second := floor(now_seconds);
    -- After a pause, or on a clock that was set, nothing in the slots is of this minute.
    IF abs(current_second - latest) > 60 THEN
      taken := array_fill(0, ARRAY[61]);
      total := 0;
    ELSE
      current_second := greatest(latest, current_second);
      FOR passed IN latest + 1 .. current_second LOOP
        total := total - taken[passed % 61 + 1];
        taken[passed % 61 + 1] := 0;
      END LOOP;
    END IF;

    granted := least(p_asked, greatest(p_limit - total, 0));
    total := total + granted;
    remaining := greatest(p_limit - total, 0);
    IF granted > 0 THEN
      taken[current_second % 61 + 1] := taken[current_second % 61 + 1] + granted;
      UPDATE gateway.rate_windows SET second = current_second, slots = taken, used = total
        WHERE account_id = p_account_id;
    END IF;

    FOR past IN current_second - 60 .. current_second LOOP
      leaving := leaving + taken[past % 61 + 1];
      IF leaving > 0 AND total - leaving < p_limit THEN
        reset_ms := ceil((past + 61 - now_seconds) * 1000);
        EXIT;
      END IF;
    END LOOP;
  END $function$
;
CREATE OR REPLACE FUNCTION gateway.take_stream(p_id uuid, p_gateway_id uuid, p_account_id bigint, p_user_id bigint, p_of_account integer, p_of_person integer, OUT refusal text, OUT is_doubtful boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
  END $function$
;

CREATE TRIGGER users_give_role BEFORE INSERT ON gateway.users FOR EACH ROW EXECUTE FUNCTION gateway.give_role();
