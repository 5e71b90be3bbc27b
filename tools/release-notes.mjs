/**
 * Prints the notes of a release, for its tag:
 *
 *   node tools/release-notes.mjs            what is not released yet
 *   node tools/release-notes.mjs 0.3.0      a version of CHANGELOG.md
 *
 * They are the section of the changelog, and what a large installation runs before the upgrade (ADR 2): each index that a
 * migration would build while others wait for the table, as the schema in the repository has it. The release before is
 * the line before it in docs/releases.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const [wanted = 'Unreleased'] = process.argv.slice(2);
const read = (path) => readFileSync(path, 'utf8');
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const releases = [...read('docs/releases.md').matchAll(/^\| v(\S+) +\| `(\w+)`/gm)].map(
  ([, version, commit]) => ({
    version,
    commit,
  }),
);
const index = releases.findIndex(({ version }) => version === wanted);
const [before, commit] = [releases.at(index === -1 ? -1 : index - 1), releases[index]?.commit];
if (!before || index === 0) fail(`docs/releases.md has no release before ${wanted}.`);
/** The text of a file in the release that the notes are about. */
const now = (path) => (commit ? git('show', `${commit}:${path}`) : read(path));

process.stdout.write(`${section()}\n\n## Upgrade\n\n${upgrade()}`);

function section() {
  const text = read('CHANGELOG.md')
    .split(/^## /m)
    .find((part) => part.split(/[ \n]/)[0] === wanted);
  if (!text) fail(`CHANGELOG.md has no section ${wanted}.`);
  const [title, ...lines] = text.trim().split('\n');
  return [`# ${title}`, ...lines].join('\n');
}

function upgrade() {
  const statements = schemas().flatMap(statementsOf);
  const first = `Upgrade from ${before.version}, and from no other release (docs/operations.md#upgrade).\n`;
  if (statements.length === 0) return first;
  return (
    `${first}\nA large installation runs this before, as the owners of the tables; a small one need not:\n\n` +
    `\`\`\`sql\n${statements.join('\n')}\n\`\`\`\n`
  );
}

function schemas() {
  const files = commit
    ? git('ls-tree', '-r', '--name-only', commit, 'apps').split('\n')
    : git('ls-files', 'apps').split('\n').filter(existsSync);
  return files
    .filter((file) => file.endsWith('/src/database/schema.sql'))
    .map((file) => ({
      schema: parse(now(file)),
      old: parse(showOld(file)),
      migrations: files
        .filter((one) => one.startsWith(file.replace('schema.sql', 'migrations/')) && one.endsWith('.ts'))
        .map(now)
        .join('\n'),
    }));
}

function showOld(file) {
  try {
    return git('show', `${before.commit}:${file}`);
  } catch {
    return '';
  }
}

/** The columns of each table, and the statement of each index with its name and its table. */
function parse(text) {
  const tables = new Map(
    [...text.matchAll(/^(?:UNLOGGED )?TABLE (\S+) \(\n([^]*?)\n\);$/gm)].map(([, name, columns]) => [
      name,
      new Map(columns.split(',\n').map((column) => column.trim().split(/ (.*)/s))),
    ]),
  );
  const indexes = [...text.matchAll(/^CREATE (?:UNIQUE )?INDEX (\S+) ON (\S+) .*;$/gm)].map(
    ([statement, name, table]) => ({ statement, name, table }),
  );
  return { tables, indexes };
}

/** The statements for new indexes of tables that the release before has, if their migration accepts that they exist. */
function statementsOf({ schema, old, migrations }) {
  const known = new Set(old.indexes.map(({ name }) => name));
  return schema.indexes
    .filter(({ name, table }) => !known.has(name) && old.tables.has(table))
    .filter(({ name }) => new RegExp(`INDEX IF NOT EXISTS ${name}\\b`).test(migrations))
    .flatMap(({ statement, table }) => [
      ...[...schema.tables.get(table)]
        .filter(
          ([column]) => !old.tables.get(table).has(column) && new RegExp(`\\b${column}\\b`).test(statement),
        )
        .map(([column, type]) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${column} ${type};`),
      statement.replace(' INDEX ', ' INDEX CONCURRENTLY IF NOT EXISTS '),
    ]);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
