TABLE crm.app_contacts (
  account_id bigint NOT NULL,
  canonical_phone text NOT NULL,
  firstname text,
  lastname text,
  changed_at timestamp(3) with time zone NOT NULL,
  contact_id bigint
);
TABLE crm.contacts (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  firstname text NOT NULL,
  lastname text,
  mobile_code text NOT NULL,
  mobile text NOT NULL,
  canonical_phone text NOT NULL,
  marketing_opted_out boolean NOT NULL,
  search_text text NOT NULL,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  national_number text
);
TABLE crm.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE crm.erasures (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  erased jsonb NOT NULL DEFAULT '{}'::jsonb,
  requested_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  erased_at timestamp(3) with time zone
);
TABLE crm.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE crm.jobs (
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
TABLE crm.opt_outs (
  account_id bigint NOT NULL,
  canonical_phone text NOT NULL,
  opted_out boolean NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL
);
TABLE crm.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE crm.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE crm.usage (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  max bigint,
  told smallint NOT NULL DEFAULT 0,
  tellings integer NOT NULL DEFAULT 0
);
TABLE crm.usage_changes (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  change bigint NOT NULL
);
TABLE crm.usage_recounts (
  limit_name text NOT NULL,
  after_account_id bigint NOT NULL DEFAULT '-1'::integer
);

crm.app_contacts CONSTRAINT app_contacts_pkey PRIMARY KEY (account_id, canonical_phone);
crm.contacts CONSTRAINT contacts_canonical_phone UNIQUE (account_id, canonical_phone);
crm.contacts CONSTRAINT contacts_pkey PRIMARY KEY (account_id, id);
crm.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
crm.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
crm.erasures CONSTRAINT erasures_pkey PRIMARY KEY (account_id, id);
crm.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
crm.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
crm.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
crm.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
crm.opt_outs CONSTRAINT opt_outs_pkey PRIMARY KEY (account_id, canonical_phone);
crm.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
crm.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
crm.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
crm.usage CONSTRAINT usage_max CHECK ((max >= 0));
crm.usage CONSTRAINT usage_pkey PRIMARY KEY (account_id, limit_name);
crm.usage_recounts CONSTRAINT usage_recounts_pkey PRIMARY KEY (limit_name);

CREATE INDEX contacts_outdated_texts ON crm.contacts USING btree (account_id, id) WHERE ("right"(search_text, 1) <> ALL (ARRAY[''::text, '
'::text]));
CREATE INDEX contacts_search_terms ON crm.contacts USING gin (crm.search_terms(account_id, search_text)) WITH (fastupdate=off);
CREATE INDEX inbox_received_at ON crm.inbox USING btree (received_at);
CREATE INDEX jobs_due ON crm.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON crm.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX outbox_published ON crm.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON crm.outbox USING btree (id) WHERE (published_at IS NULL);

CREATE OR REPLACE FUNCTION crm.count_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN
            INSERT INTO crm.usage_changes (account_id, limit_name, change)
            VALUES (NEW.account_id, 'contacts', 1);
          WHEN 'DELETE' THEN
            INSERT INTO crm.usage_changes (account_id, limit_name, change)
            VALUES (OLD.account_id, 'contacts', -(1));
        END CASE;
        RETURN NULL;
      END $function$
;
CREATE OR REPLACE FUNCTION crm.search_terms(account_id bigint, search_text text)
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

CREATE TRIGGER count_contacts_delete AFTER DELETE ON crm.contacts FOR EACH ROW WHEN ((1 <> 0)) EXECUTE FUNCTION crm.count_contacts();
CREATE TRIGGER count_contacts_insert AFTER INSERT ON crm.contacts FOR EACH ROW WHEN ((1 <> 0)) EXECUTE FUNCTION crm.count_contacts();
