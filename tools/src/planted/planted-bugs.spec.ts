import { removedGuards } from '../attacks/planted/removed-guards';
import { plantedFaults } from '../faults/planted/planted-faults';
import { formatPlanted, patchOf, strayPatches } from './planted-bugs';
import { applyPatch, ROOT } from './tree-copy';

/** Every suite that is tested with planted bugs; a new one is one line here. */
const suites = [removedGuards, plantedFaults];
const patches = suites.flatMap((suite) =>
  suite.bugs.map((bug) => [suite.folder, bug.name, patchOf(suite, bug)] as const),
);

describe('planted bugs', () => {
  it.each(patches)('%s/%s applies to the current code', async (_, __, file) => {
    await expect(applyPatch(file, ROOT, true)).resolves.toBeUndefined();
  });

  it.each(suites)('of $folder are all tried', async (suite) => {
    expect(await strayPatches(suite)).toEqual([]);
  });

  it('count as failed when the suite did not detect them', () => {
    const results = [
      { name: 'no-lock', wasNoticed: true, seconds: 31, line: '10 passed, 2 failed' },
      { name: 'no-guard', wasNoticed: false, seconds: 12, line: '12 passed, 0 failed' },
    ];
    expect(formatPlanted(results)).toMatch(/NOT NOTICED .* 12 passed, 0 failed\n\n1 passed, 1 failed$/);
  });
});
