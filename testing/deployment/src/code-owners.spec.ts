import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const rules = readFileSync(join(root, 'CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/))
  .map(([pattern = '', ...owners]) => ({ pattern, owners }));
const named = rules.filter(({ pattern }) => pattern !== '*');
const foldersOf = (folder: string) => readdirSync(join(root, folder)).map((name) => `/${folder}/${name}/`);

describe('CODEOWNERS', () => {
  it('names an owner for every app, every library and the folders beside them', () => {
    const folders = [
      ...['apps', 'libs', 'testing', 'tools', 'engines'].flatMap(foldersOf),
      '/docs/',
      '/backup/',
      '/docker/',
      '/k8s/',
    ];
    expect(folders.length).toBeGreaterThan(30);
    expect(folders.filter((folder) => !named.some(({ pattern }) => folder.startsWith(pattern)))).toEqual([]);
  });

  it('names only folders that exist, each once and with an owner', () => {
    const patterns = named.map(({ pattern }) => pattern);
    expect(patterns.filter((pattern) => !existsSync(join(root, pattern)))).toEqual([]);
    expect(new Set(patterns).size).toBe(patterns.length);
    expect(rules.filter(({ owners }) => owners.length === 0)).toEqual([]);
  });

  it('names only teams that docs/deployment.md describes', () => {
    const described = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
    const teams = new Set(rules.flatMap(({ owners }) => owners));
    expect([...teams].filter((team) => !described.includes(`\`${team}\``))).toEqual([]);
  });
});
