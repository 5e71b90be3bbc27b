import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { claim, portProblem } from './claim';

const run = promisify(execFile);
const tools = join(__dirname, '../..');
const launcher = JSON.stringify(join(tools, 'start', 'launcher.cjs'));

describe('the data of npm start', () => {
  let folder: string;
  let dataDir: string;
  const starts: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'start-claim-'));
    dataDir = join(folder, '.data');
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    for (const start of starts.splice(0)) {
      start.kill('SIGKILL');
      if (start.exitCode === null && start.signalCode === null) await once(start, 'exit');
    }
    await rm(folder, { recursive: true });
  });

  /** Runs code in another process, which looks like an `npm start` and stays. @returns what it logs. */
  async function runElsewhere(code: string): Promise<string> {
    const args = ['-e', `${code}; setInterval(() => undefined, 60_000);`, 'tools/run.mjs', 'start'];
    const start = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    starts.push(start);
    const [line] = (await once(start.stdout, 'data')) as [Buffer];
    return line.toString().trim();
  }

  const claimElsewhere = () =>
    runElsewhere(
      `require(${launcher}).claimData(${JSON.stringify(dataDir)}).then(() => console.log('claimed'))`,
    );

  /** Runs a command in a checkout where nothing is installed or built. @returns what it prints before it fails. */
  async function runFresh(command: string): Promise<string> {
    await mkdir(join(folder, 'tools', 'start'), { recursive: true });
    for (const file of ['run.mjs', 'run-command.mjs', 'build.mjs', 'start/launcher.cjs', 'start/lock.cjs'])
      await copyFile(join(tools, file), join(folder, 'tools', file));
    await copyFile(join(tools, '..', '.swcrc'), join(folder, '.swcrc'));
    await writeFile(join(folder, 'package-lock.json'), '{}');
    const env = { ...process.env, DATA_DIR: dataDir };
    const ran = run(process.execPath, ['tools/run.mjs', command], { cwd: folder, env });
    return ran.then(
      () => 'success',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  }

  /** Everything in a folder: owners, modes, times, and what the files contain. */
  async function stateOf(path: string): Promise<unknown[]> {
    const names = ['.', ...(await readdir(path, { recursive: true })).sort()];
    return Promise.all(
      names.map(async (name) => {
        const status = await lstat(join(path, name));
        const text = status.isFile() ? await readFile(join(path, name), 'utf8') : null;
        const { uid, gid, mode, mtimeMs } = status;
        return { name, uid, gid, mode, mtimeMs, text };
      }),
    );
  }

  it('belongs to the user of the first start; other users are refused', async () => {
    await claim(dataDir);
    await claim(dataDir);
    jest.spyOn(process, 'getuid').mockReturnValue(4711);
    await expect(claim(dataDir)).rejects.toThrow(/another user.*DATA_DIR/);
  });

  it('stays as it is, to the last mode, if a second start is refused', async () => {
    await claimElsewhere();
    const cluster = join(dataDir, 'postgres', 'cluster');
    await mkdir(cluster, { recursive: true, mode: 0o755 });
    for (const file of [join(cluster, 'PG_VERSION'), join(dataDir, 'stack.json')])
      await writeFile(file, '18');
    // As under root, where Postgres is another user who reaches its files by the permissions of its group.
    if (process.getuid?.() === 0) await chown(join(dataDir, 'postgres'), 0, 65_534);
    const before = await stateOf(dataDir);

    await expect(claim(dataDir)).rejects.toThrow(
      `npm start already runs on ${dataDir} (process ${starts[0]!.pid}). Stop it first`,
    );
    expect(await runFresh('start')).toMatch(/^npm start already runs on .*\n$/);

    expect(await stateOf(dataDir)).toEqual(before);
  });

  it('has one owner, however many start at the same moment after one that was killed', async () => {
    await claimElsewhere();
    starts[0]!.kill('SIGKILL');
    await once(starts[0]!, 'exit');
    const folders = Array.from({ length: 100 }, (_, index) => join(dataDir, String(index)));
    for (const each of folders) {
      await mkdir(join(each, 'launcher.lock'), { recursive: true });
      await copyFile(join(dataDir, 'launcher.pid'), join(each, 'launcher.pid'));
      // It also died while it held the lock.
      await writeFile(join(each, 'launcher.lock', `${starts[0]!.pid}-x`), '');
    }

    // Each process waits for the same moments without leaving its core.
    const firstMs = Date.now() + 1_500;
    const race = `(async () => {
      const outcomes = [];
      for (const [index, folder] of ${JSON.stringify(folders)}.entries()) {
        while (Date.now() < ${firstMs} + index * 20);
        outcomes.push(await require(${launcher}).claimData(folder).then(() => 'claimed', () => 'refused'));
      }
      console.log(JSON.stringify(outcomes));
    })()`;
    const outcomes = await Promise.all([race, race, race].map(runElsewhere));

    const owners = folders.map(
      (_, index) => outcomes.filter((each) => (JSON.parse(each) as string[])[index] === 'claimed').length,
    );
    expect(owners).toEqual(folders.map(() => 1));
  });

  it('keeps other commands from replacing the packages that its stack runs on', async () => {
    await claimElsewhere();
    expect(await runFresh('demo')).toBe(
      `The dependencies have changed, but npm start (process ${starts[0]!.pid}) still runs on the old ones. ` +
        'Stop it, then run this again.\n',
    );
  });
});

describe('the error of npm start for an unavailable port', () => {
  it.each([
    ['127.0.0.1', 3000, 'EADDRINUSE', /taken by another program.* GATEWAY_PORT=3001 npm start/],
    ['127.0.0.1', 65_535, 'EADDRINUSE', /GATEWAY_PORT=65534 npm start/],
    ['127.0.0.1', 80, 'EACCES', /may not listen on port 80: .*GATEWAY_PORT=8080 npm start/],
    ['10.1.2.3', 3000, 'EADDRNOTAVAIL', /GATEWAY_HOST is 10\.1\.2\.3/],
    ['no.such.host', 3000, 'ENOTFOUND', /GATEWAY_HOST is no\.such\.host/],
  ])('%s:%i, %s: names the setting to change', (host, port, code, problem) => {
    expect(portProblem('GATEWAY', host, port, code)).toMatch(problem);
  });
});
