import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeReleases } from '@chat/local-servers';

const root = join(__dirname, '../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

describe('the repository', () => {
  it('lists every decision once, by its title', () => {
    const files = readdirSync(join(root, 'docs/adr')).filter((name) => name !== 'README.md');
    const listed = [...read('docs/adr/README.md').matchAll(/^- \[(.+)\]\((.+)\)$/gm)];
    const lines = listed.map(([, title, file]) => `${file}: ${title}`);
    const expected = files.map(
      (file) => `${file}: ${read(`docs/adr/${file}`).split('\n')[0]!.replace('# ', '')}`,
    );
    expect(lines.sort()).toEqual(expected.sort());
  });

  it('recommends a release of Node that it is tested with', () => {
    expect(Object.keys(nodeReleases)).toContain(read('.nvmrc').trim());
  });

  it('has a section of the changelog for every release', () => {
    const releases = [...read('docs/releases.md').matchAll(/^\| v(\d\S+) /gm)].map(([, version]) => version!);
    expect(releases.length).toBeGreaterThan(1);
    for (const version of releases) expect(read('CHANGELOG.md')).toContain(`\n## ${version} (`);
  });

  it('keeps the data of every start out of commits', () => {
    expect(read('.gitignore').split('\n')).toContain('.data*');
  });

  it('leads from the README or CONTRIBUTING to each page of docs', () => {
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const text = read('README.md') + read('CONTRIBUTING.md') + read('docs/webhooks.md');
    expect(pages.filter((name) => !text.includes(name))).toEqual([]);
  });
});
