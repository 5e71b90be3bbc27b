import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summarise } from './summary.rules';
import type { JestReport, JestRun } from './summary.rules';

const root = join(__dirname, '..', '..', '..');

/**
 * Journeys start whole stacks, so they come after everything else and one at a time. What a stack that failed to start
 * leaves open must not hold the run for ever.
 */
const EVERYTHING = [
  ['--selectProjects', 'unit', 'integration'],
  ['--selectProjects', 'e2e', '--runInBand', '--forceExit'],
];

/** Runs Jest with its output shown. */
async function runJest(jestArguments: readonly string[], reportFile: string): Promise<JestRun> {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, '--json', `--outputFile=${reportFile}`, ...jestArguments];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
  await once(child, 'exit');
  const report = await readFile(reportFile, 'utf8').catch(() => undefined);
  return {
    exitCode: child.exitCode,
    report: report === undefined ? undefined : (JSON.parse(report) as JestReport),
  };
}

/** `npm test`: everything; `npm test -- <arguments for Jest>`: one run with those. */
async function main(): Promise<void> {
  const extra = process.argv.slice(2);
  const reportFolder = await mkdtemp(join(tmpdir(), 'chat-test-report-'));
  const runs: JestRun[] = [];
  for (const [index, jestArguments] of (extra.length > 0 ? [extra] : EVERYTHING).entries()) {
    runs.push(await runJest(jestArguments, join(reportFolder, `${index}.json`)));
  }
  await rm(reportFolder, { recursive: true });

  const { passed, failed } = summarise(runs);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

void main();
