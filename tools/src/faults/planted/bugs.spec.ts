import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plantedRows } from '../rows/planted';
import { patchOf, plantedBugs, workspace } from './bugs';

const run = promisify(execFile);

describe('a planted bug', () => {
  it.each(plantedBugs)('$name still applies to the source, and has its row', async (bug) => {
    await run('git', ['apply', '--check', patchOf(bug)], { cwd: workspace });
    expect(plantedRows.map(({ name }) => name)).toContain(bug.row);
  });
});
