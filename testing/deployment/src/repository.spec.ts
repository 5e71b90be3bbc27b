import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeReleases } from '@chat/local-servers';

const root = join(__dirname, '../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** The text of a page without its code. */
const proseOf = (page: string) => read(page).replace(/^( *)```[^]*?^\1```$/gm, '');

/** The anchors of a page's headings, as code hosts and `/docs` make them. */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\d_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The links of a page within the repository whose file or heading does not exist. */
function brokenLinksOf(page: string): string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href!);
  const broken = links.filter((href) => {
    // Of other sites, and of a running API.
    if (/^([a-z]+:|\/)/.test(href)) return false;
    const [path, anchor] = href.split('#');
    const target = path === '' ? page : join(dirname(page), path!);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
  });
  return broken.map((href) => `${page}: ${href}`);
}

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

  it('has no link to a page or a heading that is not there', () => {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
    const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const pages = files.filter((file) => existsSync(join(root, file)));
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.flatMap(brokenLinksOf)).toEqual([]);
  });

  it('leads from the README or CONTRIBUTING to each page of docs', () => {
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const text = read('README.md') + read('CONTRIBUTING.md') + read('docs/webhooks.md');
    expect(pages.filter((name) => !text.includes(name))).toEqual([]);
  });
});
