import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import type { Order } from './failpoint';

const HOOK = join(__dirname, '../../../test-kit/src/typescript-hook.cjs');
const PRELOAD = join(__dirname, 'preload.ts');
const PROGRAM = join(__dirname, 'testing/writes-notes.main.ts');

describe('failpoints', () => {
  let database: TestDatabase;
  let reader: Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    reader = new Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('CREATE SCHEMA skeleton; CREATE TABLE skeleton.notes (text text)');
  });

  afterEach(async () => {
    await reader.end();
    await database.drop();
  });

  /** Runs the program, which writes one note on its own and two in a transaction. @returns how it ended. */
  async function run(orders: Order[], nodeOptions: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const child: ChildProcess = fork(PROGRAM, [database.url], {
      execArgv: ['--require', HOOK, ...nodeOptions],
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    for (const order of orders) child.send(order);
    child.send('go');
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? `exit code ${code}`;
  }

  const arm = (moment: 'before' | 'after', skip = 0): Order => ({
    do: 'arm',
    point: { moment, action: 'commit', object: 'notes' },
    signal: 'SIGKILL',
    skip,
  });

  const notes = async () =>
    (await reader.query<{ text: string }>('SELECT text FROM skeleton.notes')).rows.map(({ text }) => text);

  it.each([
    ['before the first commit', arm('before'), []],
    ['after the first commit', arm('after'), ['alone']],
    ['before the second commit, which ends a transaction', arm('before', 1), ['alone']],
    ['after the second commit', arm('after', 1), ['alone', 'one', 'two']],
  ])('kill a process %s', async (_case, order, left) => {
    expect(await run([order], ['--require', PRELOAD])).toBe('SIGKILL');
    expect(await notes()).toEqual(left);
  });

  it('do not exist in a process without the preload, whatever orders it gets', async () => {
    expect(await run([arm('before')], [])).toBe('exit code 0');
    expect(await notes()).toEqual(['alone', 'one', 'two']);
  });

  it('cannot be loaded in production', async () => {
    expect(await run([], ['--require', PRELOAD], { NODE_ENV: 'production' })).toBe('exit code 1');
    expect(await notes()).toEqual([]);
  });

  it('include a clock that can be shifted', async () => {
    const aheadMs = 10 * 60_000;
    expect(
      await run([{ do: 'shift-clock', byMs: aheadMs }], ['--require', PRELOAD], { NOTE: 'the time' }),
    ).toBe('exit code 0');
    const [time] = await notes();
    expect(Number(time) - Date.now()).toBeGreaterThan(aheadMs / 2);
  });
});
