/**
 * The tables behind the events of one service, for its first migration: what it publishes (outbox), what it has
 * consumed (inbox), what it could not consume (dead_letters) and where its relay stands (outbox_relay).
 */
export function eventTablesSql(schema: string): string {
  return `
    CREATE TABLE ${schema}.outbox (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_pkey PRIMARY KEY,
      account_id bigint NOT NULL,
      event_id uuid NOT NULL,
      subject text NOT NULL,
      document text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      published_at timestamptz(3),
      stream_sequence bigint
    );
    CREATE INDEX outbox_unpublished ON ${schema}.outbox (id) WHERE published_at IS NULL;
    CREATE INDEX outbox_published ON ${schema}.outbox (published_at) WHERE published_at IS NOT NULL;

    CREATE TABLE ${schema}.outbox_relay (
      only_row boolean CONSTRAINT outbox_relay_pkey PRIMARY KEY DEFAULT true CHECK (only_row),
      stream_created_at text NOT NULL
    );

    CREATE TABLE ${schema}.inbox (
      consumer text NOT NULL,
      event_id uuid NOT NULL,
      received_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
    );
    CREATE INDEX inbox_received_at ON ${schema}.inbox (received_at);

    CREATE TABLE ${schema}.dead_letters (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT dead_letters_pkey PRIMARY KEY,
      consumer text NOT NULL,
      event_id uuid NOT NULL,
      document text NOT NULL,
      reason text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT dead_letters_event UNIQUE (consumer, event_id)
    );
  `;
}
