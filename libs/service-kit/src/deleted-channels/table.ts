/** Returns the DDL of the table of deleted channels, for the first migration of a service that stores channel data. */
export function deletedChannelsSql(schema: string): string {
  return `
    CREATE TABLE ${schema}.deleted_channels (
      account_id bigint NOT NULL,
      channel_id bigint NOT NULL,
      deleted_at timestamptz(3) NOT NULL DEFAULT now(),
      -- When to look for what is left of it.
      purge_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT deleted_channels_pkey PRIMARY KEY (account_id, channel_id)
    );
    CREATE INDEX deleted_channels_due ON ${schema}.deleted_channels (purge_at);
  `;
}
