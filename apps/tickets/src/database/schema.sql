TABLE tickets.contact_rewrites (
  account_id bigint NOT NULL,
  contact_id bigint NOT NULL,
  text_version integer NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now()
);
TABLE tickets.contact_texts (
  account_id bigint NOT NULL,
  contact_id bigint NOT NULL,
  text text NOT NULL,
  version integer NOT NULL,
  text_version integer NOT NULL DEFAULT 0
);
TABLE tickets.dead_letters (
  id bigint NOT NULL IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  document text NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  subject text
);
TABLE tickets.inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
TABLE tickets.jobs (
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
TABLE tickets.outbox (
  id bigint NOT NULL IDENTITY,
  account_id bigint NOT NULL,
  event_id uuid NOT NULL,
  subject text NOT NULL,
  document text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  published_at timestamp(3) with time zone,
  stream_sequence bigint
);
TABLE tickets.outbox_relay (
  only_row boolean NOT NULL DEFAULT true,
  stream_created_at text NOT NULL,
  republications integer NOT NULL DEFAULT 0
);
TABLE tickets.ticket_counters (
  account_id bigint NOT NULL,
  tickets_created bigint NOT NULL
);
TABLE tickets.ticket_types (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  key text NOT NULL,
  name text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL
);
TABLE tickets.tickets (
  account_id bigint NOT NULL,
  id bigint NOT NULL IDENTITY,
  number text NOT NULL,
  subject text NOT NULL,
  description text,
  status text NOT NULL,
  type_id bigint NOT NULL,
  contact_id bigint,
  conversation_id bigint,
  assignee_id bigint,
  csat_rating integer,
  csat_comment text,
  resolved_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  own_text text NOT NULL,
  contact_text text NOT NULL,
  search_text text NOT NULL GENERATED ((own_text || '
'::text) || contact_text),
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  contact_version integer NOT NULL DEFAULT 0
);
TABLE tickets.usage (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  max bigint,
  told smallint NOT NULL DEFAULT 0,
  tellings integer NOT NULL DEFAULT 0
);
TABLE tickets.usage_changes (
  account_id bigint NOT NULL,
  limit_name text NOT NULL,
  change bigint NOT NULL
);
TABLE tickets.usage_recounts (
  limit_name text NOT NULL,
  after_account_id bigint NOT NULL DEFAULT '-1'::integer
);

tickets.contact_rewrites CONSTRAINT contact_rewrites_pkey PRIMARY KEY (account_id, contact_id, text_version);
tickets.contact_texts CONSTRAINT contact_texts_pkey PRIMARY KEY (account_id, contact_id);
tickets.dead_letters CONSTRAINT dead_letters_event UNIQUE (consumer, event_id);
tickets.dead_letters CONSTRAINT dead_letters_pkey PRIMARY KEY (id);
tickets.inbox CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);
tickets.jobs CONSTRAINT jobs_data CHECK (((state = 'done'::text) OR (data IS NOT NULL)));
tickets.jobs CONSTRAINT jobs_pkey PRIMARY KEY (id);
tickets.jobs CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'dead'::text])));
tickets.outbox CONSTRAINT outbox_pkey PRIMARY KEY (id);
tickets.outbox_relay CONSTRAINT outbox_relay_only_row_check CHECK (only_row);
tickets.outbox_relay CONSTRAINT outbox_relay_pkey PRIMARY KEY (only_row);
tickets.ticket_counters CONSTRAINT ticket_counters_pkey PRIMARY KEY (account_id);
tickets.ticket_types CONSTRAINT ticket_types_key UNIQUE (account_id, key);
tickets.ticket_types CONSTRAINT ticket_types_pkey PRIMARY KEY (account_id, id);
tickets.tickets CONSTRAINT tickets_csat_rating CHECK (((csat_rating >= 1) AND (csat_rating <= 5)));
tickets.tickets CONSTRAINT tickets_number UNIQUE (account_id, number);
tickets.tickets CONSTRAINT tickets_pkey PRIMARY KEY (account_id, id);
tickets.tickets CONSTRAINT tickets_status CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'waiting_customer'::text, 'resolved'::text, 'closed'::text, 'reopened'::text])));
tickets.tickets CONSTRAINT tickets_type_id FOREIGN KEY (account_id, type_id) REFERENCES tickets.ticket_types(account_id, id);
tickets.usage CONSTRAINT usage_max CHECK ((max >= 0));
tickets.usage CONSTRAINT usage_pkey PRIMARY KEY (account_id, limit_name);
tickets.usage_recounts CONSTRAINT usage_recounts_pkey PRIMARY KEY (limit_name);

CREATE INDEX contact_rewrites_due ON tickets.contact_rewrites USING btree (account_id, due_at);
CREATE INDEX contact_texts_outdated ON tickets.contact_texts USING btree (account_id, contact_id) WHERE ("right"(text, 1) <> ALL (ARRAY[''::text, '
'::text]));
CREATE INDEX inbox_received_at ON tickets.inbox USING btree (received_at);
CREATE INDEX jobs_due ON tickets.jobs USING btree (account_id, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX jobs_finished ON tickets.jobs USING btree (state, updated_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));
CREATE INDEX outbox_published ON tickets.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX outbox_unpublished ON tickets.outbox USING btree (id) WHERE (published_at IS NULL);
CREATE INDEX tickets_by_assignee ON tickets.tickets USING btree (account_id, assignee_id, id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX tickets_by_contact_version ON tickets.tickets USING btree (account_id, contact_id, contact_version) WHERE (contact_id IS NOT NULL);
CREATE INDEX tickets_by_conversation ON tickets.tickets USING btree (account_id, conversation_id, id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX tickets_by_status ON tickets.tickets USING btree (account_id, status, id);
CREATE INDEX tickets_by_type ON tickets.tickets USING btree (account_id, type_id, id);
CREATE INDEX tickets_outdated_texts ON tickets.tickets USING btree (account_id, id) WHERE (("right"(own_text, 1) <> ALL (ARRAY[''::text, '
'::text])) OR ("right"(contact_text, 1) <> ALL (ARRAY[''::text, '
'::text])));
CREATE INDEX tickets_search_terms ON tickets.tickets USING gin (tickets.search_terms(account_id, search_text)) WITH (fastupdate=off);

CREATE OR REPLACE FUNCTION tickets.count_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN
            INSERT INTO tickets.usage_changes (account_id, limit_name, change)
            VALUES (NEW.account_id, 'tickets', 1);
          WHEN 'DELETE' THEN
            INSERT INTO tickets.usage_changes (account_id, limit_name, change)
            VALUES (OLD.account_id, 'tickets', -(1));
        END CASE;
        RETURN NULL;
      END $function$
;
CREATE OR REPLACE FUNCTION tickets.search_terms(account_id bigint, search_text text)
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

CREATE TRIGGER count_tickets_delete AFTER DELETE ON tickets.tickets FOR EACH ROW WHEN ((1 <> 0)) EXECUTE FUNCTION tickets.count_tickets();
CREATE TRIGGER count_tickets_insert AFTER INSERT ON tickets.tickets FOR EACH ROW WHEN ((1 <> 0)) EXECUTE FUNCTION tickets.count_tickets();
