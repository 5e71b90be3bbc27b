/**
 * Prints the folders of the workspace that an app runs with, one a line: its own and those of its libraries, and of theirs.
 *
 *   node docker/closure.mjs apps/gateway
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [app] = process.argv.slice(2);
const below = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);
const folders = ['apps', 'libs', 'testing', 'tools']
  .flatMap(below)
  .filter((folder) => existsSync(join(folder, 'package.json')));
const manifests = new Map(
  folders.map((folder) => [folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))]),
);
const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));

if (!manifests.has(app)) {
  process.stderr.write(`Set APP to one of ${folders.join(', ')}.\n`);
  process.exit(1);
}
const closure = new Set();
const add = (folder) => {
  if (folder === undefined || closure.has(folder)) return;
  closure.add(folder);
  for (const name of Object.keys(manifests.get(folder).dependencies ?? {})) add(folderOf.get(name));
};
add(app);
process.stdout.write(
  [...closure]
    .sort()
    .map((folder) => `${folder}\n`)
    .join(''),
);
