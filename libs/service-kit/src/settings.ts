import { readFileSync } from 'node:fs';
import { cleanEnv, type ValidatorSpec } from 'envalid';

/** The source of settings: the environment of a process, or a plain object. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An environment that the process cannot run with. The message names every setting to change. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  /** @param violations the problem with each setting, by its name. */
  constructor(readonly violations: Readonly<Record<string, string>>) {
    const lines = Object.entries(violations).map(([name, violation]) => `  ${name}: ${violation}`);
    super(`Change these settings of the environment:\n${lines.join('\n')}`);
  }
}

export type Specs = Record<string, ValidatorSpec<unknown>>;
export type Values<S extends Specs> = {
  readonly [K in keyof S]: S[K] extends ValidatorSpec<infer T> ? T : never;
};

/**
 * Reads and validates these settings. Each can also be read from a file that the setting `<NAME>_FILE` names.
 * @throws ConfigError with all violations.
 */
export function readSettings<S extends Specs>(specs: S, environment: Environment): Values<S> {
  const { complete, violations } = withFiles(Object.keys(specs), environment);
  const values = cleanEnv({ ...complete, NODE_ENV: complete.NODE_ENV ?? 'development' }, specs, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) violations[name] ??= (error as Error).message;
      if (Object.keys(violations).length > 0) throw new ConfigError(violations);
    },
  });
  // A plain object: envalid's own throws on access to undefined members, which Nest does.
  return Object.freeze({ ...values }) as unknown as Values<S>;
}

/**
 * Returns the environment with the contents of the files that it names; a trailing line break is not part of a secret.
 */
function withFiles(
  names: string[],
  environment: Environment,
): { complete: Environment; violations: Record<string, string> } {
  const complete: Record<string, string | undefined> = { ...environment };
  const violations: Record<string, string> = {};
  for (const name of names) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) violations[name] = `must not be set beside ${name}_FILE`;
    else {
      try {
        complete[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        violations[name] =
          `its file cannot be read (${(error as NodeJS.ErrnoException).code}): see ${name}_FILE`;
      }
    }
  }
  return { complete, violations };
}
