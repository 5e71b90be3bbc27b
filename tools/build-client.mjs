/**
 * Compiles what the package of the client consists of: `dist` for `require`, `package/esm` for `import`, and their declarations. swc
 * writes all of it, because an installation has no TypeScript. It fails for an export without an explicit type.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { build, planBuild } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const client = join(root, 'libs/client');
const configFile = join(root, '.swcrc');
const exclude = JSON.parse(readFileSync(configFile, 'utf8')).exclude.map((pattern) => new RegExp(pattern));
const DECLARATIONS = '__swc_isolated_declarations__';

await build(await planBuild([client]));
await rm(join(client, 'package/cjs'), { recursive: true, force: true });
await rm(join(client, 'package/esm'), { recursive: true, force: true });
const entries = await readdir(join(client, 'src'), { recursive: true });
const sources = entries.filter((name) => name.endsWith('.ts') && !exclude.some((one) => one.test(name)));
await Promise.all(sources.map(compile));
await write('esm/package.json', '{ "type": "module" }\n');

async function compile(source) {
  const { code, output } = await transformFile(join(client, 'src', source), {
    configFile,
    module: { type: 'es6' },
    sourceMaps: false,
    jsc: { rewriteRelativeImportExtensions: true, experimental: { emitIsolatedDts: true } },
  });
  const declarations = JSON.parse(output)[DECLARATIONS];
  const name = source.replace(/\.ts$/, '');
  await write(`esm/${name}.js`, code);
  await write(`esm/${name}.d.ts`, declarations);
  await write(`cjs/${name}.d.ts`, declarations);
}

async function write(name, text) {
  const file = join(client, 'package', name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
