/**
 * Doors open one way: the feature folders of a package import each other in one direction only. A word that two folders need
 * belongs to the lower one, or to a folder of its own. Files at the top of `src` put a package together, and are exempt.
 */
const feature = '^(apps|libs|testing|tools)/([^/]+)/src/[^/]+$';

module.exports = {
  forbidden: [
    {
      name: 'no-circle-among-folders',
      comment: 'Move what both need to the folder that needs less.',
      severity: 'error',
      scope: 'folder',
      from: { path: feature },
      to: { circular: true, path: '^$1/$2/src/[^/]+$' },
    },
  ],
  options: {
    includeOnly: '^(apps|libs|testing|tools)/[^/]+/src/[^/]+/',
    exclude: { path: ['spec\\.ts$', '/src/testing/', '\\.journeys\\.ts$'] },
    tsPreCompilationDeps: true,
    parser: 'swc',
  },
};
