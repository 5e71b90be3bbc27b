import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slowestFiles, summarise } from './summary.rules';
import type { JestReport, JestRun } from './summary.rules';

const root = join(__dirname, '..', '..', '..');
const LISTED_FILES = 10;

/** Runs Jest with its output shown. What a spec that failed leaves open does not hold the run for ever. */
async function runJest(jestArguments: readonly string[], reportFile: string): Promise<JestRun> {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, '--forceExit', '--json', `--outputFile=${reportFile}`, ...jestArguments];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
  await once(child, 'exit');
  const report = await readFile(reportFile, 'utf8').catch(() => undefined);
  return {
    exitCode: child.exitCode,
    report: report === undefined ? undefined : (JSON.parse(report) as JestReport),
  };
}

/** `npm test`: everything; `npm test -- <arguments for Jest>`: what they select. */
async function main(): Promise<void> {
  const reportFolder = await mkdtemp(join(tmpdir(), 'chat-test-report-'));
  const run = await runJest(process.argv.slice(2), join(reportFolder, 'report.json'));
  await rm(reportFolder, { recursive: true });

  const slowest = slowestFiles(run.report, root, LISTED_FILES);
  if (slowest.length > 1) console.log(`The slowest files:\n${slowest.join('\n')}`);
  const { passed, failed } = summarise(run);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

void main();
