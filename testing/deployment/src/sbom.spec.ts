import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './testing/manifests';

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Locked extends Manifest {
  readonly version?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

interface Component {
  /** `name@version`. */
  readonly 'bom-ref': string;
  readonly purl: string;
  readonly hashes?: readonly object[];
}

const lock = (
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
).packages;
const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');
const [, stage = ''] = /^FROM \S+ AS modules$([^]*?)^FROM/m.exec(dockerfile) ?? [];

/** Where Node finds a package from a folder, by the lockfile. */
function find(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder) === '.' ? '' : dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (lock[path]) return lock[path].link ? lock[path].resolved : path;
    if (folder === '') return undefined;
  }
}

/** The folders of the packages that production needs of any app, with those inside them. */
function inProduction(): string[] {
  return Object.keys(lock).filter(
    (path) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
      !lock[path]!.dev &&
      !lock[path]!.link &&
      existsSync(join(root, path)),
  );
}

/** The packages of others that an app and its libraries need, and what these need, as `name@version`. */
function neededBy(app: string): string[] {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = lock[path]!;
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const next = find(name, path);
      if (next !== undefined) visit(next);
    }
  };
  visit(app);
  const others = [...found].filter((path) => path.includes('node_modules/'));
  return [
    ...new Set(others.map((path) => `${path.split('node_modules/').at(-1)}@${lock[path]!.version}`)),
  ].sort();
}

describe.each(['apps/gateway'])('the bill of materials in the image of %s', (app) => {
  let folder: string;
  let components: Component[];
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  beforeAll(() => {
    // Beside the packages, which are linked here: npm removes what the app does not need, as in the image.
    folder = mkdtempSync(join(root, '.data-sbom-'));
    const installed = [
      ...inProduction(),
      ...readdirSync(join(root, 'node_modules/@chat')).map((name) => `node_modules/@chat/${name}`),
    ];
    execFileSync('cp', ['-al', '--parents', ...installed, folder], { cwd: root });
    const closure = execFileSync(process.execPath, ['docker/closure.mjs', app], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const path of ['', ...closure.trim().split('\n')].map((one) => join(one, 'package.json'))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(join(root, path), join(folder, path));
    }
    cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
    const commands = [...stage.matchAll(/&& (npm (?:pkg|prune|sbom) .*?)(?: > \S+)? \\$/gm)].map(
      ([, command]) => command!,
    );
    expect(commands.map((command) => command.split(' ')[1])).toEqual(['pkg', 'pkg', 'prune', 'sbom']);
    const outputs = commands.map(run);
    ({ components } = JSON.parse(outputs.at(-1)!) as { components: Component[] });
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  const ofOthers = () => components.filter((component) => !component['bom-ref'].startsWith('@chat/'));

  it('names what the app and its libraries bring, and nothing else', () => {
    const names = ofOthers().map((component) => component['bom-ref']);
    expect(names.sort()).toEqual(neededBy(app));
    expect(names.length).toBeGreaterThan(30);
  });

  it('has the address and the digest of each package', () => {
    expect(ofOthers().filter(({ purl }) => !purl.startsWith('pkg:npm/'))).toEqual([]);
    expect(ofOthers().filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
  });
});
