import { gzipSync } from 'node:zlib';
import { defaultClientConditions } from 'vite';

/** Compressed sizes in kB beyond which the build fails. A route is what its first page loads, the entry included. */
const BUDGET = { entry: 130, route: 220, scripts: 500, styles: 25 };

/** The page's files are asked for below its `<base>`, which the gateway writes: its path is known at run time only. */
export default {
  base: './',
  // Of the packages of this workspace, the sources: what they are compiled to is for Node.
  resolve: { conditions: ['@chat/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { hashCharacters: 'hex' } },
  },
  css: { modules: { localsConvention: 'camelCase' } },
  plugins: [localeOfWidgets(), sizes()],
};

/** React Aria brings its few sentences in thirty languages. These are the ones that the console has, and Arabic for the proof. */
function localeOfWidgets() {
  const kept = ['en-US', 'es-ES', 'pt-BR', 'ar-AE'];
  return {
    name: 'locale-of-widgets',
    enforce: 'pre',
    load(id) {
      const [, locale] =
        /react-(?:aria|stately)[\w/.-]*\/intl\/[\w/-]+\/([a-z]{2}-[A-Z]{2})\.(?:m?js|json)$/.exec(id) ?? [];
      if (locale === undefined || kept.includes(locale)) return null;
      return id.endsWith('.json') ? '{}' : 'export default {};';
    },
  };
}

/** Measures what browsers load. @throws Error that names what is larger than its budget. */
function sizes() {
  return {
    name: 'sizes',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const chunks = files.filter(({ type }) => type === 'chunk');
      const styles = files.filter(({ fileName }) => fileName.endsWith('.css'));
      const sizeOf = (content) => gzipSync(content, { level: 9 }).length / 1024;
      const sizeOfChunks = (names) => sum([...names].map((name) => sizeOf(bundle[name].code)));
      const entry = chunks.find(({ isEntry }) => isEntry);
      const first = withImports(bundle, entry.fileName);
      const routes = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
      const largest = routes.map(({ fileName }) =>
        sizeOfChunks(new Set([...first, ...withImports(bundle, fileName)])),
      );
      const measured = {
        entry: sizeOfChunks(first),
        route: Math.max(...largest, 0),
        scripts: sum(chunks.map(({ code }) => sizeOf(code))),
        styles: sum(styles.map(({ source }) => sizeOf(source))),
      };
      this.info(JSON.stringify(measured));
      const excess = Object.entries(measured).filter(([what, size]) => size > BUDGET[what]);
      if (excess.length === 0) return;
      const told = excess.map(([what, size]) => `${what}: ${size.toFixed(1)} kB of ${BUDGET[what]}`);
      throw new Error(`The console has grown beyond its budget (gzip): ${told.join(', ')}.`);
    },
  };
}

function withImports(bundle, name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const other of bundle[name].imports) if (bundle[other]) withImports(bundle, other, found);
  return found;
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
