/**
 * Runs every check of the tree (`npm run check`), the linter beside the others: it alone takes more than half of the time, on
 * one processor.
 */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Those of a lane run one after the other, and all of them whatever one finds. */
const LANES = [['check:lint'], ['check:types', 'check:format', 'check:doors']];

function run(script) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

const failed = [];
await Promise.all(
  LANES.map(async (lane) => {
    for (const script of lane) if (!(await run(script))) failed.push(script);
  }),
);
if (failed.length > 0) {
  process.stderr.write(`Failed: npm run ${failed.join(', npm run ')}\n`);
  process.exitCode = 1;
}
