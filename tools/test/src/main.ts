import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findNginx, nodeBinary } from '@chat/local-servers';
import { createCertificate, environmentBehindIngress } from '@chat/test-kit';
import { jestArguments, readOptions, type TestOptions } from './options.rules';
import { slowestFiles, summarise } from './summary.rules';
import type { JestReport, JestRun } from './summary.rules';

const root = join(__dirname, '..', '..', '..');
const LISTED_FILES = 10;

/** Runs Jest with its output shown. Handles left open by a failed spec do not block the run. */
async function runJest(options: TestOptions, folder: string): Promise<JestRun> {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const reportFile = join(folder, 'report.json');
  const args = [jest, '--forceExit', '--json', `--outputFile=${reportFile}`, ...jestArguments(options)];
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

/** `npm test`: everything; `npm test -- <arguments for Jest>`: the selected tests. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.topology === 'ingress' && findNginx() === undefined)
    throw new Error('The topology ingress needs nginx: apt-get install nginx-light');
  const folder = await mkdtemp(join(tmpdir(), 'chat-test-report-'));
  const run = await runJest(options, folder).finally(() => rm(folder, { recursive: true }));

  const slowest = slowestFiles(run.report, root, LISTED_FILES);
  if (slowest.length > 1) console.log(`The slowest files:\n${slowest.join('\n')}`);
  const { passed, failed } = summarise(run);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
