import type { TableMigration } from '@chat/bus';

/** Returns the migrations of the table `jobs` of one service. */
export function jobTables(schema: string): TableMigration[] {
  return [
    {
      name: 'JobTables1763200000000',
      sql: `
        CREATE TABLE ${schema}.jobs (
          id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT jobs_pkey PRIMARY KEY,
          account_id bigint NOT NULL,
          type text NOT NULL,
          data text,
          state text NOT NULL DEFAULT 'waiting'
            CONSTRAINT jobs_state CHECK (state IN ('waiting', 'running', 'done', 'dead')),
          due_at timestamptz(3) NOT NULL,
          deadline timestamptz(3),
          attempts integer NOT NULL DEFAULT 0,
          claims integer NOT NULL DEFAULT 0,
          reason text,
          traceparent text NOT NULL,
          created_at timestamptz(3) NOT NULL DEFAULT now(),
          updated_at timestamptz(3) NOT NULL DEFAULT now(),
          CONSTRAINT jobs_data CHECK (state = 'done' OR data IS NOT NULL)
        );
        COMMENT ON COLUMN ${schema}.jobs.due_at IS 'Of a running job: when its lease ends, and anybody may take it.';
        COMMENT ON COLUMN ${schema}.jobs.attempts IS 'Since it was added or last made progress.';
        COMMENT ON COLUMN ${schema}.jobs.claims IS
          'Fencing token: only the latest claim of a job can conclude it.';
        CREATE INDEX jobs_due ON ${schema}.jobs (account_id, due_at) WHERE state IN ('waiting', 'running');
        CREATE INDEX jobs_finished ON ${schema}.jobs (state, updated_at) WHERE state IN ('done', 'dead');`,
    },
  ];
}
