import type { TableMigration } from '@chat/bus';

/** Returns the migrations of the table `suspended_accounts`, for a service that stops for suspended accounts. */
export function suspendedAccountTables(schema: string): TableMigration[] {
  return [
    {
      name: 'SuspendedAccountTables1763300000000',
      sql: `
        CREATE TABLE ${schema}.suspended_accounts (
          account_id bigint CONSTRAINT suspended_accounts_pkey PRIMARY KEY,
          version integer NOT NULL,
          is_suspended boolean NOT NULL
        );
        COMMENT ON COLUMN ${schema}.suspended_accounts.version IS 'Counts the suspensions and resumptions of the account.';`,
    },
  ];
}
