import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '..');

/** The classes that a component takes from a style sheet by name, and that are not there. */
function missingIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)].flatMap(([, name, sheet]) => {
    const rules = readFileSync(join(dirname(file), sheet!), 'utf8');
    const has = (member: string) => new RegExp(`\\.${member}(?![\\w-])`).test(rules);
    return [...source.matchAll(new RegExp(`(?<!/)\\b${name}\\.(\\w+)`, 'g'))]
      .filter(([, member]) => !has(member!))
      .map(([used]) => `${relative(root, file)}: ${used}`);
  });
}

describe('styles', () => {
  it('have every class that a component takes from them', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tsx'),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((name) => missingIn(join(root, name)))).toEqual([]);
  });
});
