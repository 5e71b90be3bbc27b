import { Client, DatabaseError } from 'pg';

const EXISTS = ['42710', '23505'];

export interface DatabaseRole {
  readonly role: string;
  readonly password: string;
}

/**
 * Allows a role to create its own schemas in a database, and nothing else: it is not a superuser and cannot access the
 * schemas of other roles. Creates the role unless it exists.
 * @param url the superuser's connection URL for that database.
 */
export async function allowRole(url: string, { role, password }: DatabaseRole): Promise<void> {
  await asSuperuser(url, async (client) => {
    const name = client.escapeIdentifier(role);
    const database = client.escapeIdentifier(client.database ?? '');
    await client.query(`CREATE ROLE ${name}`).catch((error: unknown) => {
      // Of two concurrent creations, the later one violates the unique index of the catalogue.
      if (!(error instanceof DatabaseError && EXISTS.includes(error.code ?? ''))) throw error;
    });
    const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
    await client.query(`ALTER ROLE ${name} ${rights} PASSWORD ${client.escapeLiteral(password)}`);
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${database} TO ${name}`);
  });
}

/** Transfers the superuser's schemas to a role, for a database created before the services had roles. */
export async function handOverSchemas(url: string, role: string): Promise<void> {
  await asSuperuser(url, async (client) => {
    const { rows } = await client.query<{ statement: string }>(OWNED_BY_SUPERUSER, [role]);
    if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(';\n'));
  });
}

/** Selects an ALTER statement for each schema that the superuser owns, and for each table and function in it. */
const OWNED_BY_SUPERUSER = `
  WITH schemas AS (
    SELECT oid, nspname FROM pg_namespace
    WHERE nspowner = current_user::regrole AND nspname <> 'public' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
  )
  SELECT format('ALTER SCHEMA %I OWNER TO %I', nspname, $1::text) AS statement FROM schemas
  UNION ALL
  SELECT format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, $1::text)
  FROM pg_class c JOIN schemas ON c.relnamespace = schemas.oid WHERE c.relkind IN ('r', 'p', 'v', 'm')
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $1::text)
  FROM pg_proc p JOIN schemas ON p.pronamespace = schemas.oid`;

async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
