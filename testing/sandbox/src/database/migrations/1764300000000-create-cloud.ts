import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the provider's cloud: business accounts, their numbers, their messages, and pending callbacks. */
export class CreateCloud1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ACCOUNTS);
    await runner.query(MESSAGES);
    await runner.query(TEMPLATES_AND_MEDIA);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sandbox.cloud_callbacks, sandbox.cloud_messages, sandbox.cloud_chats, sandbox.cloud_media_chunks,
        sandbox.cloud_media, sandbox.cloud_templates, sandbox.cloud_codes, sandbox.cloud_tokens,
        sandbox.cloud_numbers, sandbox.cloud_accounts`);
  }
}

const ACCOUNTS = `
  CREATE TABLE sandbox.cloud_accounts (
    id text CONSTRAINT cloud_accounts_pkey PRIMARY KEY,
    label text NOT NULL CONSTRAINT cloud_accounts_label UNIQUE,
    is_subscribed boolean NOT NULL DEFAULT false,
    is_restricted boolean NOT NULL DEFAULT false,
    callback_url text,
    callback_verify_token text,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );
  COMMENT ON COLUMN sandbox.cloud_accounts.is_subscribed IS 'Without the subscription of the app no callback is sent.';

  CREATE TABLE sandbox.cloud_numbers (
    id text CONSTRAINT cloud_numbers_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT cloud_numbers_account REFERENCES sandbox.cloud_accounts (id),
    digits text NOT NULL CONSTRAINT cloud_numbers_digits UNIQUE,
    name text NOT NULL,
    is_coexistence boolean NOT NULL,
    is_registered boolean NOT NULL DEFAULT true,
    is_removed boolean NOT NULL DEFAULT false,
    pin text,
    wrong_pins timestamptz(3)[] NOT NULL DEFAULT '{}',
    profile json NOT NULL DEFAULT '{}',
    callback_url text,
    callback_verify_token text,
    onboarded_at timestamptz(3) NOT NULL DEFAULT now(),
    contacts_requested_at timestamptz(3),
    history_requested_at timestamptz(3),
    shared_contacts json,
    shared_threads json,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX cloud_numbers_of_account ON sandbox.cloud_numbers (account_id, id);

  CREATE TABLE sandbox.cloud_tokens (
    token text CONSTRAINT cloud_tokens_pkey PRIMARY KEY,
    number_id text NOT NULL CONSTRAINT cloud_tokens_number REFERENCES sandbox.cloud_numbers (id),
    is_valid boolean NOT NULL DEFAULT true,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX cloud_tokens_of_number ON sandbox.cloud_tokens (number_id, created_at);

  CREATE TABLE sandbox.cloud_codes (
    code text CONSTRAINT cloud_codes_pkey PRIMARY KEY,
    number_id text NOT NULL CONSTRAINT cloud_codes_number REFERENCES sandbox.cloud_numbers (id),
    expires_at timestamptz(3) NOT NULL,
    used_at timestamptz(3)
  );
`;

const MESSAGES = `
  CREATE TABLE sandbox.cloud_chats (
    number_id text NOT NULL CONSTRAINT cloud_chats_number REFERENCES sandbox.cloud_numbers (id),
    wa_id text NOT NULL,
    user_id text NOT NULL,
    last_inbound_at timestamptz(3),
    CONSTRAINT cloud_chats_pkey PRIMARY KEY (number_id, wa_id),
    CONSTRAINT cloud_chats_user UNIQUE (number_id, user_id)
  );
  CREATE INDEX cloud_chats_of_person ON sandbox.cloud_chats (wa_id);

  CREATE TABLE sandbox.cloud_messages (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT cloud_messages_pkey PRIMARY KEY,
    wamid text NOT NULL CONSTRAINT cloud_messages_wamid UNIQUE,
    number_id text NOT NULL CONSTRAINT cloud_messages_number REFERENCES sandbox.cloud_numbers (id),
    wa_id text NOT NULL,
    direction text NOT NULL CONSTRAINT cloud_messages_direction CHECK (direction IN ('in', 'out', 'echo')),
    reference text,
    content json NOT NULL,
    media_id text,
    failure integer,
    sent_at timestamptz(3) NOT NULL,
    read_at timestamptz(3)
  );
  COMMENT ON TABLE sandbox.cloud_messages IS
    'Whatever the provider accepted. Rows with direction out are the ledger of sends: a double send is two rows.';
  COMMENT ON COLUMN sandbox.cloud_messages.failure IS 'The code of the failed status; the person never saw the message.';
  CREATE INDEX cloud_messages_of_person ON sandbox.cloud_messages (wa_id, id);
  CREATE INDEX cloud_messages_of_chat ON sandbox.cloud_messages (number_id, wa_id, id);
  CREATE INDEX cloud_messages_reference ON sandbox.cloud_messages (reference) WHERE reference IS NOT NULL;
  CREATE INDEX cloud_messages_sends ON sandbox.cloud_messages (id) WHERE direction = 'out';

  CREATE TABLE sandbox.cloud_callbacks (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT cloud_callbacks_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT cloud_callbacks_account REFERENCES sandbox.cloud_accounts (id),
    number_id text CONSTRAINT cloud_callbacks_number REFERENCES sandbox.cloud_numbers (id),
    field text NOT NULL,
    value json NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz(3) NOT NULL DEFAULT now(),
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE sandbox.cloud_callbacks IS 'What the callback endpoints have not acknowledged yet.';
  CREATE INDEX cloud_callbacks_due ON sandbox.cloud_callbacks (due_at, id);
`;

const TEMPLATES_AND_MEDIA = `
  CREATE TABLE sandbox.cloud_templates (
    id text CONSTRAINT cloud_templates_pkey PRIMARY KEY,
    account_id text NOT NULL CONSTRAINT cloud_templates_account REFERENCES sandbox.cloud_accounts (id),
    name text NOT NULL,
    language text NOT NULL,
    category text NOT NULL,
    parameter_format text NOT NULL,
    components json NOT NULL,
    ttl_seconds integer,
    status text NOT NULL,
    rejected_reason text NOT NULL DEFAULT 'NONE',
    review_due_at timestamptz(3),
    edited_at timestamptz(3)[] NOT NULL DEFAULT '{}',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    deleted_at timestamptz(3),
    was_approved boolean NOT NULL DEFAULT false
  );
  CREATE UNIQUE INDEX cloud_templates_name ON sandbox.cloud_templates (account_id, name, language) WHERE deleted_at IS NULL;
  CREATE INDEX cloud_templates_of_account ON sandbox.cloud_templates (account_id, id);
  CREATE INDEX cloud_templates_review ON sandbox.cloud_templates (review_due_at) WHERE review_due_at IS NOT NULL;

  CREATE TABLE sandbox.cloud_media (
    id text CONSTRAINT cloud_media_pkey PRIMARY KEY,
    account_id text,
    number_id text,
    mime_type text NOT NULL,
    filename text,
    declared_size bigint,
    size bigint NOT NULL DEFAULT 0,
    sha256 text,
    handle text CONSTRAINT cloud_media_handle UNIQUE,
    expires_at timestamptz(3) NOT NULL
  );
  CREATE INDEX cloud_media_expiry ON sandbox.cloud_media (expires_at);

  CREATE TABLE sandbox.cloud_media_chunks (
    media_id text NOT NULL CONSTRAINT cloud_media_chunks_media REFERENCES sandbox.cloud_media (id) ON DELETE CASCADE,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT cloud_media_chunks_pkey PRIMARY KEY (media_id, number)
  );
`;
