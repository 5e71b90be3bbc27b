import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { findNginx, nodeBinary } from '@chat/local-servers';
import { createCertificate, environmentBehindIngress } from '@chat/test-kit';
import { jestRuns, readOptions, type Changes, type TestOptions } from './options.rules';
import { failures, slowestFiles, total } from './summary.rules';
import type { JestReport, JestRun } from './summary.rules';

const run = promisify(execFile);
const root = join(__dirname, '..', '..', '..');
const LISTED_FILES = 10;

/** Runs Jest with its output shown. Handles left open by a failed spec do not block the run. */
async function runJest(jestArguments: string[], options: TestOptions, folder: string): Promise<JestRun> {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const reportFile = join(folder, 'report.json');
  await rm(reportFile, { force: true });
  const args = [jest, '--forceExit', '--json', `--outputFile=${reportFile}`, ...jestArguments];
  const node = options.node === null ? process.execPath : await nodeBinary(options.node);
  const env = {
    ...process.env,
    // For programs that take Node from the PATH.
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    ...(options.topology === 'ingress' && environmentBehindIngress(await createCertificate(folder))),
  };
  const child = spawn(node, args, { cwd: root, env, stdio: ['inherit', 'ignore', 'inherit'] });
  await once(child, 'exit');
  const report = await readFile(reportFile, 'utf8').catch(() => undefined);
  return {
    exitCode: child.exitCode,
    report: report === undefined ? undefined : (JSON.parse(report) as JestReport),
  };
}

async function changesOfBranch(): Promise<Changes> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();
  const since = await git('merge-base', 'HEAD', 'main').catch(() => {
    throw new Error('--changed compares with the branch main, which is not here: git fetch origin main:main');
  });
  const lists = [
    await git('diff', '--name-only', since),
    await git('ls-files', '--others', '--exclude-standard'),
  ];
  return { since, files: lists.flatMap((list) => list.split('\n')) };
}

/**
 * `npm test`: everything; `npm test -- --changed`: what the branch can have broken; `npm test -- <arguments for Jest>`: the
 * selected tests.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.topology === 'ingress' && findNginx() === undefined)
    throw new Error('The topology ingress needs nginx: apt-get install nginx-light');
  const folder = await mkdtemp(join(tmpdir(), 'chat-test-report-'));
  const changes = options.changed ? await changesOfBranch() : { since: 'HEAD', files: [] };
  const runs: JestRun[] = [];
  try {
    for (const args of jestRuns(options, changes)) runs.push(await runJest(args, options, folder));
  } finally {
    await rm(folder, { recursive: true });
  }

  const slowest = slowestFiles(runs, root, LISTED_FILES);
  if (slowest.length > 1) console.log(`The slowest files:\n${slowest.join('\n')}`);
  const failedTests = failures(runs, root).map(stripVTControlCharacters);
  if (failedTests.length > 0) console.log(`The failed tests:\n${failedTests.join('\n')}`);
  const { passed, failed } = total(runs);
  console.log(`${passed} passed, ${failed} failed`);
  // Nothing at all is a success only where nothing has changed.
  process.exitCode = failed === 0 && (passed > 0 || options.changed) ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
