import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopes, scopeSentences, scopesOf } from '.';
import { operations } from './table';

const PAGE = join(__dirname, '../../../docs/oauth.md');
const TABLE = /(<!-- scopes:[^>]*-->\n\n)[\s\S]*?(\n*<!-- \/scopes -->)/;

/** Returns the table as Prettier formats it. */
function printTable(): string {
  const rows = scopes.map((scope) => [
    `\`${scope}\``,
    scopeSentences[scope],
    operations
      .filter((operation) => operation.http && scopesOf(operation.scope).includes(scope))
      .map(({ http }) => `\`${http}\``)
      .join(', '),
  ]);
  const all = [['scope', 'lets an app', 'operations'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(all[0]!), rule, ...rows.map(line)].join('\n');
}

describe('the table of scopes in docs/oauth.md', () => {
  it('lists every scope with the operations that it grants, as the contracts declare them', () => {
    const page = readFileSync(PAGE, 'utf8');
    const printed = page.replace(TABLE, (_, start: string) => `${start}${printTable()}\n\n<!-- /scopes -->`);
    if (process.env.UPDATE_SCHEMAS) writeFileSync(PAGE, printed);
    else expect(page).toBe(printed);
    expect(printed).toMatch(TABLE);
  });

  it('describes each scope in a different sentence', () => {
    expect(Object.keys(scopeSentences)).toEqual(scopes);
    expect(new Set(Object.values(scopeSentences)).size).toBe(scopes.length);
  });
});
