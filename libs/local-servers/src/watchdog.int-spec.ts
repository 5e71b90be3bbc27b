import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { transformFile } from '@swc/core';
import { isAlive } from './processes';

/** Starts a server, writes its pid file as it is told, and has the server watched. */
const launcher = `
  const { spawn } = require('node:child_process');
  const { writeFileSync } = require('node:fs');
  const { stopServerWithThisProcess } = require('./watchdog.js');
  const server = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  writeFileSync('server.pid', process.argv[2].replace('PID', String(server.pid)));
  stopServerWithThisProcess(server.pid, 'server.pid');
  console.log(server.pid);
  setInterval(() => undefined, 1_000);
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchdog-'));
  const { code } = await transformFile(join(__dirname, 'watchdog.ts'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  await writeFile(join(folder, 'watchdog.js'), code);
  await writeFile(join(folder, 'launcher.js'), launcher);
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs the launcher, kills it, and tells the process id of the server that it leaves behind. */
async function serverOfKilledLauncher(pidFile: string): Promise<number> {
  const child = spawn(process.execPath, ['launcher.js', pidFile], { cwd: folder });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return Number(printed.toString());
}

async function hasLeft(pid: number, withinMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + withinMs;
  while (isAlive(pid) && Date.now() < giveUpAt) await delay(20);
  return !isAlive(pid);
}

it.each([
  ['as Postgres writes it', 'PID\nmore\n'],
  ['as NATS writes it', 'PID'],
])('stops the server of a killed process, with a pid file %s', async (_writer, pidFile) => {
  const server = await serverOfKilledLauncher(pidFile);

  expect(await hasLeft(server, 10_000)).toBe(true);
});

it('leaves a process alone that the pid file does not name', async () => {
  const server = await serverOfKilledLauncher('1');

  expect(await hasLeft(server, 500)).toBe(false);
  process.kill(server, 'SIGKILL');
});
