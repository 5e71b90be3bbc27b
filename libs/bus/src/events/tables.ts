/** A migration of tables that a library keeps in each service's schema. */
export interface TableMigration {
  /** Ends with a timestamp. Migrations run in the order of their timestamps, before the service's own. */
  name: string;
  sql: string;
}

/**
 * Returns the migrations of the tables behind the events of one service: the events it publishes (outbox), those it has
 * consumed (inbox), those it gave up on (dead_letters) and the state of its relay (outbox_relay).
 */
export function eventTables(schema: string): TableMigration[] {
  return [
    { name: 'EventTables1763000000000', sql: createTables(schema) },
    {
      name: 'UnpublishedDeadLetters1763100000000',
      sql: `
        ALTER TABLE ${schema}.dead_letters ADD COLUMN subject text;
        COMMENT ON COLUMN ${schema}.dead_letters.subject IS
          'Where an event that NATS refused is to be published; null for what a consumer gave up.';`,
    },
    {
      name: 'OutboxRepublications1763200000000',
      sql: `
        ALTER TABLE ${schema}.outbox_relay ADD COLUMN republications integer NOT NULL DEFAULT 0;
        COMMENT ON COLUMN ${schema}.outbox_relay.republications IS
          'How often the whole outbox was published anew: what a relay knew of it before does not count any more.';`,
    },
  ];
}

/** `IF NOT EXISTS`, because the first migration of each service used to create these tables. */
function createTables(schema: string): string {
  return `
    CREATE TABLE IF NOT EXISTS ${schema}.outbox (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_pkey PRIMARY KEY,
      account_id bigint NOT NULL,
      event_id uuid NOT NULL,
      subject text NOT NULL,
      document text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      published_at timestamptz(3),
      stream_sequence bigint
    );
    CREATE INDEX IF NOT EXISTS outbox_unpublished ON ${schema}.outbox (id) WHERE published_at IS NULL;
    CREATE INDEX IF NOT EXISTS outbox_published ON ${schema}.outbox (published_at) WHERE published_at IS NOT NULL;

    CREATE TABLE IF NOT EXISTS ${schema}.outbox_relay (
      only_row boolean CONSTRAINT outbox_relay_pkey PRIMARY KEY DEFAULT true CHECK (only_row),
      stream_created_at text NOT NULL
    );

    CREATE TABLE IF NOT EXISTS ${schema}.inbox (
      consumer text NOT NULL,
      event_id uuid NOT NULL,
      received_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
    );
    CREATE INDEX IF NOT EXISTS inbox_received_at ON ${schema}.inbox (received_at);

    CREATE TABLE IF NOT EXISTS ${schema}.dead_letters (
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
