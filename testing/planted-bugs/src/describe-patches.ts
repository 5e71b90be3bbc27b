import { patchOf, strayPatches, type PlantedSuite } from './planted-bugs';
import { applyPatch, ROOT } from './tree-copy';

/** The specs of a suite's patches: each still applies to the code, and none is forgotten. */
export function describePatches(suite: PlantedSuite): void {
  describe('the planted bugs', () => {
    it.each(suite.bugs.map((bug) => [bug.name, patchOf(suite, bug)] as const))(
      '%s applies to the current code',
      async (_, file) => {
        await expect(applyPatch(file, ROOT, true)).resolves.toBeUndefined();
      },
    );

    it('are all tried', async () => {
      expect(await strayPatches(suite)).toEqual([]);
    });
  });
}
