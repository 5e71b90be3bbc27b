import type { RunningSum } from './counted';

/** Returns the DDL of the tables that count what accounts keep in a service. */
export function usageTablesSql(schema: string): string {
  return `
    CREATE TABLE ${schema}.usage (
      account_id bigint NOT NULL,
      limit_name text NOT NULL,
      used bigint NOT NULL DEFAULT 0,
      max bigint CONSTRAINT usage_max CHECK (max >= 0),
      told smallint NOT NULL DEFAULT 0,
      tellings integer NOT NULL DEFAULT 0,
      CONSTRAINT usage_pkey PRIMARY KEY (account_id, limit_name)
    );
    COMMENT ON COLUMN ${schema}.usage.used IS 'without what usage_changes still has';
    COMMENT ON COLUMN ${schema}.usage.max IS 'the limit of this account; null: the default';
    COMMENT ON COLUMN ${schema}.usage.told IS 'the percentage that was announced last, until usage falls below it';

    CREATE TABLE ${schema}.usage_changes (
      account_id bigint NOT NULL,
      limit_name text NOT NULL,
      change bigint NOT NULL
    );
    COMMENT ON TABLE ${schema}.usage_changes IS
      'Written with the counted rows and added up each second: no two transactions wait for one row.';

    CREATE TABLE ${schema}.usage_recounts (
      limit_name text CONSTRAINT usage_recounts_pkey PRIMARY KEY,
      after_account_id bigint NOT NULL DEFAULT -1
    );
    COMMENT ON TABLE ${schema}.usage_recounts IS 'Limits whose older rows are not all counted yet.';`;
}

/** Returns the DDL that counts the rows of a table from now on, and has those that exist counted afterwards. */
export function countSql(schema: string, { limit, table, amount }: RunningSum): string {
  const [before, after] = [amount?.('OLD') ?? '1', amount?.('NEW') ?? '1'];
  const changes = {
    insert: { change: after, condition: `(${after}) <> 0`, row: 'NEW' },
    delete: { change: `-(${before})`, condition: `(${before}) <> 0`, row: 'OLD' },
    ...(amount && {
      update: { change: `(${after}) - (${before})`, condition: `(${after}) <> (${before})`, row: 'NEW' },
    }),
  };
  const branches = Object.entries(changes).map(
    ([event, { change, row }]) => `
          WHEN '${event.toUpperCase()}' THEN
            INSERT INTO ${schema}.usage_changes (account_id, limit_name, change)
            VALUES (${row}.account_id, '${limit}', ${change});`,
  );
  const triggers = Object.entries(changes).map(
    ([event, { condition }]) => `
    CREATE TRIGGER count_${limit}_${event} AFTER ${event} ON ${schema}.${table}
      FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${schema}.count_${limit}();`,
  );
  return `
    CREATE FUNCTION ${schema}.count_${limit}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        CASE TG_OP${branches.join('')}
        END CASE;
        RETURN NULL;
      END $$;${triggers.join('')}
    INSERT INTO ${schema}.usage_recounts (limit_name) VALUES ('${limit}');`;
}

/** Returns the DDL that undoes `countSql`. */
export function uncountSql(schema: string, { limit }: Pick<RunningSum, 'limit'>): string {
  return `DROP FUNCTION ${schema}.count_${limit}() CASCADE;`;
}
