import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import S3rver from 's3rver';
import { freePort } from '@chat/local-servers';
import { until } from '@chat/test-kit';
import { hasProgram } from '@chat/test-kit/programs';
import { debianPostgres, runAsPostgres, type Output } from './testing/debian-postgres';
import { root } from './testing/manifests';

const BUCKETS = ['chat-media', 'chat-backups', 'chat-media-restored'];
const OLD = '2020-01-01T000000Z';
const KEYS = ['7/2020-01-01/one', '7/2020-01-01/two'];
const postgres = debianPostgres();
const describeWithPrograms = postgres && hasProgram('rclone') ? describe : describe.skip;

const timeOf = (date: Date) => date.toISOString().replace(/:/g, '').replace(/\..*/, 'Z');

describeWithPrograms('the scripts of backups, with a server of Debian and a store that speaks S3', () => {
  let folder: string;
  let store: S3rver;
  let settings: Record<string, string>;

  const start = async () => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    for (const path of ['backup', 'docs/restore.sql']) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    mkdirSync(join(folder, 'metrics'));
    for (const key of KEYS) {
      mkdirSync(join(folder, 'media', dirname(key)), { recursive: true });
      writeFileSync(join(folder, 'media', key), `bytes of ${key}`);
    }
    store = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: mkdtempSync(join(tmpdir(), 'backup-s3-')),
      configureBuckets: BUCKETS.map((name) => ({ name, configs: [] })),
    });
    const { port } = await store.run();
    const keys = 'access_key_id = S3RVER\nsecret_access_key = S3RVER\nno_check_bucket = true\n';
    writeFileSync(
      join(folder, 'rclone.conf'),
      `[s3]\ntype = s3\nprovider = Other\nendpoint = http://127.0.0.1:${port}\n${keys}`,
    );
    execFileSync('chown', ['-R', 'nobody', folder]);
    settings = {
      HOME: folder,
      TMPDIR: folder,
      POSTGRES_BIN: postgres!,
      PGHOST: '127.0.0.1',
      PGPORT: String(await freePort()),
      PGUSER: 'chat_backup',
      RCLONE_CONFIG: join(folder, 'rclone.conf'),
      BACKUP_STORE: 's3:chat-backups',
      BACKUP_MEDIA: 's3:chat-media',
      BACKUP_METRICS_FOLDER: join(folder, 'metrics'),
    };
    await succeed(join(postgres!, 'initdb'), [
      '-D',
      join(folder, 'cluster'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ]);
    const options = `-p ${settings.PGPORT} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    await succeed(join(postgres!, 'pg_ctl'), [
      'start',
      '-s',
      '-w',
      '-D',
      join(folder, 'cluster'),
      '-l',
      join(folder, 'log'),
      '-o',
      options,
    ]);
  };

  const stop = async () => {
    await runAsPostgres(
      join(postgres!, 'pg_ctl'),
      ['stop', '-s', '-m', 'immediate', '-D', join(folder, 'cluster')],
      {},
    );
    await store.close();
    rmSync(folder, { recursive: true });
  };

  async function succeed(
    file: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<string> {
    const { code, text } = await runAsPostgres(file, args, { ...settings, ...env });
    expect([code, text]).toEqual([0, text]);
    return text;
  }

  const script = (
    name: string,
    args: readonly string[] = [],
    env: Record<string, string> = {},
  ): Promise<Output> => runAsPostgres(join(folder, 'backup', name), args, { ...settings, ...env });
  const rclone = (...args: string[]) => succeed('rclone', args);
  const filesIn = async (path: string) =>
    (await rclone('lsf', '-R', '--files-only', path)).split('\n').filter(Boolean).sort();
  const ask = async (sql: string, database = 'chat', user = 'postgres') =>
    (await succeed('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-U', user, '-d', database, '-c', sql])).trim();
  const metrics = (name: string) => readFileSync(join(folder, 'metrics', name), 'utf8');
  const backups = async () =>
    (await filesIn('s3:chat-backups/database'))
      .filter((file) => file.endsWith('/complete'))
      .map((file) => file.split('/')[0]!);

  async function backUp(env: Record<string, string> = {}): Promise<string> {
    const before = await backups();
    // Two of the same second would be one.
    await until(() => !before.includes(timeOf(new Date())), { describe: 'the next second' });
    expect(await script('backup.sh', [], env)).toMatchObject({ code: 0 });
    return (await backups()).find((time) => !before.includes(time))!;
  }

  beforeAll(async () => {
    await start();
    await ask(
      `CREATE ROLE chat_messaging LOGIN; CREATE ROLE chat_crm LOGIN; CREATE ROLE chat_backup LOGIN IN ROLE pg_read_all_data`,
      'postgres',
    );
    await ask('CREATE DATABASE chat', 'postgres');
    await ask('GRANT CREATE ON DATABASE chat TO chat_messaging, chat_crm');
    await ask(
      `CREATE SCHEMA messaging;
       CREATE TABLE messaging.blobs (account_id bigint, blob text, due_at timestamptz);
       INSERT INTO messaging.blobs VALUES ${KEYS.map((key) => `(7, '${key}')`).join()};
       CREATE TABLE messaging.messages (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, body text NOT NULL);
       INSERT INTO messaging.messages (body) SELECT repeat('x', 100) FROM generate_series(1, 20000)`,
      'chat',
      'chat_messaging',
    );
    await ask('CREATE SCHEMA crm; CREATE TABLE crm."Odd name" (n int)', 'chat', 'chat_crm');
    await rclone('copy', join(folder, 'media'), 's3:chat-media');
  }, 60_000);

  afterAll(stop);

  it('back up and restore, while rows are written and media is deleted: what was there at one moment, and nothing else', async () => {
    let isOver = false;
    const writing = (async () => {
      while (!isOver)
        await ask(`INSERT INTO messaging.messages (body) SELECT 'later' FROM generate_series(1, 50)`);
    })();
    const first = await backUp();
    isOver = true;
    await writing;
    await rclone('deletefile', `s3:chat-media/${KEYS[0]}`);
    await ask(`DELETE FROM messaging.blobs WHERE blob = '${KEYS[0]}'`);
    await backUp();

    await ask('CREATE DATABASE again', 'postgres');
    const target = { PGDATABASE: 'again', PGUSER: 'postgres', BACKUP_MEDIA: 's3:chat-media-restored' };
    expect(await script('restore.sh', [first], target)).toMatchObject({ code: 0 });
    const rows = (await rclone('cat', `s3:chat-backups/database/${first}/rows`)).trim().split('\n');
    expect(rows.map((row) => row.split('|')[0])).toEqual([
      'crm."Odd name"',
      'messaging.blobs',
      'messaging.messages',
    ]);
    const [before, restored] = [
      rows[2]!.split('|')[1],
      await ask('SELECT count(*) FROM messaging.messages', 'again'),
    ];
    expect(Number(before)).toBeGreaterThanOrEqual(20_000);
    expect(restored).toBe(before);
    expect(await filesIn('s3:chat-media-restored')).toEqual(KEYS);
    // The services' roles own what is theirs, and no id is given out twice.
    expect(
      await ask(
        `INSERT INTO messaging.messages (body) VALUES ('') RETURNING id > 10000000`,
        'again',
        'chat_messaging',
      ),
    ).toBe('t');

    const refused = await script('restore.sh', [first], target);
    expect(refused).toMatchObject({
      code: 1,
      text: expect.stringContaining('Restore into an empty one.') as string,
    });
  }, 60_000);

  it('test the newest backup on a server of their own, and report when it was restored', async () => {
    const tested = await script('test-restore.sh', [], { PGHOST: '203.0.113.1' });
    expect(tested).toMatchObject({ code: 0 });
    expect(tested.text).toMatch(/was restored: 3 tables, \d{5} rows/);
    const names = (metrics('chat-restore-test.prom') + metrics('chat-backup.prom'))
      .split('\n')
      .map((line) => line.split(/[ {]/)[0]!);
    const alerts = readFileSync(join(root, 'observability/prometheus/alerts.yml'), 'utf8');
    expect(names.filter((name) => !alerts.includes(name))).toEqual([]);
    expect(metrics('chat-restore-test.prom')).toContain('chat_restore_test_failed 0\n');
  }, 60_000);

  describe('say that a backup is not good', () => {
    const fails = async (what: RegExp) => {
      const [, success] = /last_success\S* (\d+)/.exec(metrics('chat-restore-test.prom'))!;
      const tested = await script('test-restore.sh');
      expect(tested).toMatchObject({ code: 1, text: expect.stringMatching(what) as string });
      expect(metrics('chat-restore-test.prom')).toBe(
        `chat_restore_test_failed 1\nchat_restore_test_last_success_timestamp_seconds ${success}\n`,
      );
    };

    it('if its dump is shorter than what was written', async () => {
      const time = await backUp();
      const file = `s3:chat-backups/database/${time}/chat.dump`;
      await succeed('sh', ['-c', `rclone cat --head 2000 ${file} | rclone rcat ${file}`]);
      await fails(/is not what was written/);
    }, 60_000);

    it('if a table has other rows than in the snapshot', async () => {
      const time = await backUp();
      const file = `s3:chat-backups/database/${time}/rows`;
      await succeed('sh', [
        '-c',
        `rclone cat ${file} | sed 's/messages|.*/messages|7/' | rclone rcat ${file}`,
      ]);
      await fails(/do not have the rows of the backup/);
    }, 60_000);

    it('if media that the database names is missing', async () => {
      await ask(`INSERT INTO messaging.blobs VALUES (7, '7/2020-01-02/lost')`);
      await backUp();
      await fails(/Of 2 files that the database names, 1 are not in the backup/);
      await ask(`DELETE FROM messaging.blobs WHERE blob LIKE '%lost'`);
    }, 60_000);
  });

  it('leave no backup behind if the dump breaks off', async () => {
    const before = await backups();
    await ask('CREATE ROLE nobody_else LOGIN; GRANT CONNECT ON DATABASE chat TO nobody_else', 'postgres');
    const broken = await script('backup.sh', [], { PGUSER: 'nobody_else' });
    expect(broken).toMatchObject({ code: 1, text: expect.stringContaining('could not be dumped') as string });
    expect(await backups()).toEqual(before);
  }, 60_000);

  it('delete backups that are too old, with the media that only they had', async () => {
    for (const file of [
      `database/${OLD}/complete`,
      `database/${OLD}/chat.dump`,
      `media-deleted/${OLD}/7/x/y`,
    ]) {
      await succeed('sh', ['-c', `echo old | rclone rcat s3:chat-backups/${file}`]);
    }
    const before = await backups();
    expect(before).toContain(OLD);
    const time = await backUp({ BACKUP_KEEP_DAYS: '30', BACKUP_METRICS_FOLDER: '' });
    expect(await backups()).toEqual([...before.filter((one) => one !== OLD), time]);
    expect(await filesIn('s3:chat-backups/media-deleted')).toEqual([expect.stringMatching(`/${KEYS[0]}$`)]);
  }, 60_000);
});
