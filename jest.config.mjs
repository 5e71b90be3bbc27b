import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The build's own compiler options. Its `exclude` keeps specs out of `dist`, and Jest turns `import()` into `require`. */
function swcOptions() {
  const options = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
  delete options.$schema;
  delete options.exclude;
  delete options.sourceMaps;
  return { ...options, swcrc: false, module: { type: 'commonjs' } };
}

const esModules = [
  // Its module for Node imports `node:http` when it is first needed.
  '@opentelemetry/otlp-exporter-base',
  '@borewit/text-codec',
  '@tokenizer/inflate',
  '@whiskeysockets/baileys',
  'change-case',
  'eventemitter3',
  'file-type',
  'index-to-position',
  'jose',
  'long',
  'music-metadata',
  'oauth4webapi',
  'openapi-typescript',
  'openid-client',
  'p-queue',
  'p-timeout',
  'parse-json',
  'strtok3',
  'supports-color',
  'token-types',
  'uint8array-extras',
];

const shared = {
  resolver: '<rootDir>/jest.resolver.cjs',
  runtime: '<rootDir>/jest.runtime.cjs',
  testEnvironment: '<rootDir>/jest.environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['@chat/source', 'require', 'node', 'default'] },
  transform: { '\\.[jt]s$': ['@swc/jest', swcOptions()] },
  // Node loads ES modules with `require`; Jest does not, so those that we use are compiled like our own source.
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/(apps|engines|libs|testing|tools)/[^/]+/dist/'],
};

const sources = '<rootDir>/{apps,libs,testing,tools}/*/src/**';

/** An engine is installed on request, in its own folder. Its specs run where it is. */
const isInstalled = existsSync(
  new URL('engines/linked-phone/node_modules/.package-lock.json', import.meta.url),
);
const engineSources = isInstalled ? ['<rootDir>/engines/*/src/**'] : [];
const specsOf = (kind) => [sources, ...engineSources].map((folders) => `${folders}/*.${kind}.ts`);

/** Jest runs a project's global setup only when one of its tests is to run, so rules need no servers. */
export default {
  // For machines that are busy with other things; no test may rely on it.
  testTimeout: 60_000,
  // Specs of services spend half of their time waiting for Postgres, NATS and the clock, so two more than there are
  // processors keep these busy. Many more would want more connections than the one Postgres has, and journeys more memory
  // than machines have.
  maxWorkers: Math.min(availableParallelism(), 8) + 2,
  // A worker that has ended still frees the memory of hundreds of files. Jest would report one that takes half a second as
  // a leak.
  workerGracefulExitTimeout: 20_000,
  testSequencer: '<rootDir>/jest.sequencer.mjs',
  projects: [
    { ...shared, displayName: 'unit', testMatch: specsOf('spec') },
    {
      ...shared,
      displayName: 'integration',
      testMatch: specsOf('int-spec'),
      globalSetup: '<rootDir>/testing/test-kit/src/jest/global-setup.ts',
      globalTeardown: '<rootDir>/testing/test-kit/src/jest/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'e2e',
      runner: '<rootDir>/jest.journeys-runner.cjs',
      // Journeys load little; their time passes in other processes.
      testEnvironment: 'node',
      testMatch: ['<rootDir>/testing/e2e/src/**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/testing/test-kit/src/jest/journeys-setup.ts',
      globalTeardown: '<rootDir>/testing/test-kit/src/jest/journeys-teardown.ts',
      setupFilesAfterEnv: ['<rootDir>/testing/e2e/src/patience.ts'],
    },
  ],
};
