import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './testing/manifests';

interface Locked {
  packages: Record<string, { license?: string; link?: boolean; resolved?: string }>;
}

interface Manifest {
  license: string;
  dependencies: Record<string, string>;
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const lockOf = (folder: string) => JSON.parse(read(join(folder, 'package-lock.json'))) as Locked;
const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest;
const nameOf = (path: string) => path.split('node_modules/').at(-1)!;
const linesOf = (path: string) => read(path).split('\n');

const product = lockOf('.');
const engines = readdirSync(join(root, 'engines')).map((name) => `engines/${name}`);

describe.each(engines)('%s', (engine) => {
  const licensed = Object.entries(lockOf(engine).packages).filter(
    ([path, { license = '' }]) => path !== '' && /GPL/.test(license),
  );

  it('brings none of its packages to whoever installs the product', () => {
    const names = [
      ...Object.keys(manifestOf(engine).dependencies),
      ...licensed.map(([path]) => nameOf(path)),
    ];
    const installed = new Set(Object.keys(product.packages).map(nameOf));
    expect(names).toEqual(expect.arrayContaining(['@whiskeysockets/baileys', 'libsignal']));
    expect(names.filter((name) => installed.has(name))).toEqual([]);
  });

  it('has no code under the AGPL', () => {
    expect(licensed.filter(([, { license }]) => license!.includes('AGPL'))).toEqual([]);
    // The package of this name is labelled otherwise, but compiled from such code.
    expect(lockOf(engine).packages['node_modules/whatsapp-rust-bridge']).toEqual({
      resolved: 'rust-bridge',
      link: true,
    });
  });

  it('names the library exactly, and says under which licence it is', () => {
    expect(manifestOf(engine).dependencies['@whiskeysockets/baileys']).toMatch(/^\d+\.\d+\.\d+(-rc\d+)?$/);
    expect(manifestOf(engine).license).toBe('GPL-3.0-or-later');
    expect(read(join(engine, 'LICENSE'))).toContain(
      'GNU GENERAL PUBLIC LICENSE\n                       Version 3',
    );
  });
});

describe('the product', () => {
  it('has no package that is under the GPL alone', () => {
    const only = Object.entries(product.packages).filter(([, { license = '' }]) =>
      license.split(' OR ').every((each) => /GPL/.test(each)),
    );
    expect(only).toEqual([]);
  });

  it('links no folder of an engine', () => {
    const links = Object.values(product.packages).map(({ resolved = '' }) => resolved);
    expect(links.filter((resolved) => resolved.startsWith('engines'))).toEqual([]);
  });

  it('is built into images that cannot see an engine', () => {
    const [first, ...shown] = linesOf('.dockerignore').filter((line) => !/^(#|$)/.test(line));
    expect(first).toBe('*');
    expect(shown.filter((line) => line.includes('engines'))).toEqual([]);
  });
});
