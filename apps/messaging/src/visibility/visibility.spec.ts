import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '..');
const TABLES = /\bmessaging\.(conversations|messages)\b/;
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/**
 * Files whose statements see rows of deleted channels and of people who are being erased, each with the reason. All others
 * build their conditions from `visible.ts`.
 */
const SEES_HIDDEN_ROWS: Readonly<Record<string, string>> = {
  'deleted-channels/channel-purge.service.ts': 'deletes the rows of deleted channels',
  'erasures/erasures.repository.ts': 'hides and deletes what is known of a person',
  'erasures/exports.repository.ts': 'exports everything that is still stored of a person',
  'erasures/people-found.repository.ts': 'finds every conversation of a person',
  'retention/retention.repository.ts': 'deletes what an account no longer keeps',
  'sending/unsettled-sends.repository.ts': 'settles sends, which nobody sees by it',
};

function statementsOf(file: string): string {
  return readFileSync(join(SOURCE, file), 'utf8').replaceAll(COMMENTS, '');
}

describe('conversations and messages', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('spec.ts') && !/^(database|testing|visibility)\//.test(file),
  );
  const readers = files.filter((file) => TABLES.test(statementsOf(file)));

  it('are read and written only by files that hide deleted and erased ones, or say why they do not', () => {
    const unguarded = readers.filter((file) => !statementsOf(file).includes("/visibility/visible'"));
    expect(unguarded.sort()).toEqual(Object.keys(SEES_HIDDEN_ROWS).sort());
  });

  it('are named by files that exist', () => {
    expect(readers.length).toBeGreaterThan(10);
    expect(Object.keys(SEES_HIDDEN_ROWS).filter((file) => !existsSync(join(SOURCE, file)))).toEqual([]);
  });
});
