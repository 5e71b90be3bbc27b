import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@chat/local-servers';
import { hasEngine, until } from '@chat/test-kit';
import { root } from './docs/page-commands';

const run = promisify(execFile);
const describeWithEngine = hasEngine() ? describe : describe.skip;

/** As a new user has it, but with its own data and ports. */
describeWithEngine('npm start with the engine of real phones, beside a network for tests', () => {
  let dataDir: string;
  let launcher: ChildProcess;
  let environment: NodeJS.ProcessEnv;
  let output = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'chat-start-'));
    environment = {
      ...process.env,
      ...{ DATA_DIR: dataDir, DEVICE_ENGINE: 'baileys', DEVICE_NETWORK: 'test' },
      GATEWAY_PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      CALLBACK_PORT: String(await freePort()),
      PHONE_NETWORK_PORT: String(await freePort()),
    };
    delete environment.NODE_ENV;
    launcher = spawn(process.execPath, ['tools/run.mjs', 'start'], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [launcher.stdout, launcher.stderr])
      stream?.on('data', (text) => (output += String(text)));
    await until(() => output.includes('The API is ready') || launcher.exitCode !== null, {
      describe: 'the API to be ready',
      timeoutMs: 200_000,
    });
    expect(output).toContain('The API is ready');
  });

  afterAll(async () => {
    launcher.kill('SIGINT');
    await until(() => launcher.exitCode !== null, { describe: 'everything to leave', timeoutMs: 60_000 });
    await rm(dataDir, { recursive: true, force: true });
  });

  it('tells the whole story of the demo with phones of that network', async () => {
    const { stdout } = await run(process.execPath, ['tools/run.mjs', 'demo'], {
      cwd: root,
      env: environment,
    });
    expect(stdout).toContain('That was the whole story: paired, sent, delivered, answered');
    expect(stdout).toContain(` PHONES=http://127.0.0.1:${environment.PHONE_NETWORK_PORT} `);
    expect(stdout).toContain('"$PHONES/phones/');
    expect(stdout).not.toContain(`127.0.0.1:${environment.SANDBOX_PORT}`);
  });

  it('shows no error, and leaves cleanly', async () => {
    launcher.kill('SIGINT');
    await until(() => launcher.exitCode !== null, { describe: 'everything to leave', timeoutMs: 60_000 });
    expect({
      code: launcher.exitCode,
      errors: output.split('\n').filter((line) => line.includes('!')),
    }).toEqual({
      code: 0,
      errors: [],
    });
    expect(await readFile(join(dataDir, 'logs/standalone.log'), 'utf8')).not.toContain('"level":"error"');
  });
});
