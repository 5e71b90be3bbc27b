/**
 * Lets a Node process of a spec run our sources: `node -C @chat/source -r typescript-hook.cjs main.ts`. Plain JavaScript,
 * because it is loaded before anything is compiled.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const { $schema, exclude, ...options } = JSON.parse(readFileSync(join(__dirname, '../../../.swcrc'), 'utf8'));

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const { code } = transformSync(source, { ...options, sourceMaps: 'inline', filename, swcrc: false });
  module._compile(code, filename);
};
