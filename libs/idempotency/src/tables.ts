/** Returns the SQL of the table of idempotency records, for the first migration of a service that needs it. */
export function idempotencyTableSql(schema: string): string {
  return `
    CREATE TABLE ${schema}.idempotency_records (
      account_id bigint NOT NULL,
      -- The credential and the operation: keys of two of them never meet.
      namespace text NOT NULL,
      key text NOT NULL,
      fingerprint bytea NOT NULL,
      state text NOT NULL DEFAULT 'in_flight',
      -- Who works on it, and until when it counts as alive.
      owner uuid NOT NULL,
      lease_until timestamptz(3) NOT NULL,
      -- Whether the provider may have been reached.
      is_reached boolean NOT NULL DEFAULT false,
      -- What the operation made, and the channel whose deletion erases the result.
      entity_id bigint,
      channel_id bigint,
      -- The answer: its status, and its data or error in JSON; null when the channel is deleted.
      status integer,
      result text,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT idempotency_records_pkey PRIMARY KEY (account_id, namespace, key),
      CONSTRAINT idempotency_records_state CHECK (state IN ('in_flight', 'done', 'unknown'))
    );
    CREATE INDEX idempotency_records_expiry ON ${schema}.idempotency_records (expires_at);
    CREATE INDEX idempotency_records_channel ON ${schema}.idempotency_records (account_id, channel_id)
      WHERE channel_id IS NOT NULL AND result IS NOT NULL;
  `;
}
