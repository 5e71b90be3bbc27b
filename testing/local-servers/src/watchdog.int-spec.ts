import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { transformFile } from '@swc/core';
import { isAlive } from './processes';
import { stopServerWithThisProcess } from './watchdog';

/** Starts a server, writes its pid file with the given content, and has the server watched. */
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

/** Brings up a server that is never ready and writes its pid file late. */
const impatientLauncher = `
  const { bringUp } = require('./bring-up.js');
  const { spawnServer, stopProcess } = require('./processes.js');
  const pidFile = require('node:path').resolve('late.pid');
  const script = 'sleep 1; echo $$ > ' + pidFile + '; exec sleep 60';
  const start = async () => {
    const { pid } = await spawnServer({ file: '/bin/sh', args: ['-c', script], env: {}, logFile: 'log' });
    return { port: 0, pid, stop: () => stopProcess(pid, 'SIGINT') };
  };
  const answers = async ({ pid }) => void console.log(pid);
  bringUp({ name: 'x', pidFile, logFile: 'log', running: async () => undefined, start, answers, log() {} });
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchdog-'));
  for (const name of ['watchdog', 'bring-up', 'processes']) {
    const { code } = await transformFile(join(__dirname, `${name}.ts`), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
    });
    await writeFile(join(folder, `${name}.js`), code);
  }
  await writeFile(join(folder, 'launcher.js'), launcher);
  await writeFile(join(folder, 'impatient-launcher.js'), impatientLauncher);
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs the launcher, kills it, and returns the process id of the server that it leaves behind. */
async function serverOfKilledLauncher(...command: string[]): Promise<number> {
  const child = spawn(process.execPath, command, { cwd: folder });
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
  const server = await serverOfKilledLauncher('launcher.js', pidFile);

  expect(await hasLeft(server, 30_000)).toBe(true);
});

it('stops the server of a process that was killed before the server was ready, or had written its pid file', async () => {
  const server = await serverOfKilledLauncher('impatient-launcher.js');

  expect(await hasLeft(server, 30_000)).toBe(true);
});

it('leaves alone a process that the pid file does not name', async () => {
  const server = await serverOfKilledLauncher('launcher.js', '1');

  expect(await hasLeft(server, 500)).toBe(false);
  process.kill(server, 'SIGKILL');
});

it('leaves no process behind once the watch has ended', async () => {
  const pidFile = join(folder, 'watch-has-ended.pid');
  const server = spawn('sleep', ['60']);
  const endWatch = stopServerWithThisProcess(server.pid!, pidFile);
  server.kill('SIGKILL');
  await once(server, 'exit');

  await endWatch();

  expect(execFileSync('ps', ['-eo', 'args=']).toString()).not.toContain(pidFile);
});
