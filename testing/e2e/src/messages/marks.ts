import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from '@chat/test-kit';

/** Unique texts, by what they mark. */
export type Marks = Readonly<Record<string, string>>;

/** Schemas of the outside world, whose phones and provider may keep anything. */
const OUTSIDE = ['sandbox', 'information_schema', 'pg_catalog'];

/**
 * Returns where marks are found in an installation, as `<mark> in <place>`: in any row of any table of our services,
 * and in any file of the services or of NATS (blobs, the stream, logs).
 */
export async function findMarks(stack: Stack, marks: Marks): Promise<string[]> {
  return [...(await findInTables(stack, marks)), ...(await findInFiles(stack, marks))].sort();
}

async function findInTables(stack: Stack, marks: Marks): Promise<string[]> {
  const tables = await stack.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema <> ALL ($1)`,
    [OUTSIDE],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    // Bytes appear as hexadecimal in the text of a row.
    const rows = await stack.query<{ mark: string }>(
      `SELECT mark FROM json_each_text($1) AS given(mark, value) WHERE EXISTS (
         SELECT FROM ${name} AS kept WHERE strpos(lower(kept::text), lower(given.value)) > 0
           OR strpos(kept::text, encode(convert_to(given.value, 'UTF8'), 'hex')) > 0)`,
      [JSON.stringify(marks)],
    );
    found.push(...rows.map(({ mark }) => `${mark} in ${name}`));
  }
  return found;
}

async function findInFiles(stack: Stack, marks: Marks): Promise<string[]> {
  const entries = await readdir(stack.folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(stack.folder.length + 1))
    // Postgres is searched through its tables; the sandbox is the outside world.
    .filter((file) => !/^(postgres|sandbox)/.test(file));
  const found: string[] = [];
  for (const file of files) {
    const bytes = await readFile(join(stack.folder, file)).catch(() => Buffer.alloc(0));
    for (const [mark, value] of Object.entries(marks)) {
      if (bytes.includes(value)) found.push(`${mark} in ${kindOf(file)}`);
    }
  }
  return [...new Set(found)];
}

/** Blobs and the stream's files have random names. */
function kindOf(file: string): string {
  if (file.startsWith('blobs')) return 'blobs';
  return file.endsWith('.log') ? `the log ${file}` : file.split('/')[0]!;
}
