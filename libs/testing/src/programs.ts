import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

interface Needs {
  /** Debian's package. */
  package: string;
  /** Whether CI installs it, so that there the tests run or fail. */
  isInCi: boolean;
}

/** The programs that some tests run besides our own. */
const programs = {
  chromium: { package: 'chromium', isInCi: true },
  prometheus: { package: 'prometheus', isInCi: true },
  promtool: { package: 'prometheus', isInCi: true },
  psql: { package: 'postgresql-client', isInCi: false },
  kubectl: { package: 'kubernetes-client', isInCi: false },
  python3: { package: 'python3', isInCi: false },
  php: { package: 'php-cli', isInCi: false },
  ruby: { package: 'ruby', isInCi: false },
  go: { package: 'golang', isInCi: false },
} as const satisfies Readonly<Record<string, Needs>>;

export type Program = keyof typeof programs;

/**
 * Whether the tests that need a program can run; if not, says which tests are skipped for want of it.
 * @param file where it is, or what to look for on the PATH.
 * @throws Error in CI for a program that CI installs, so that a broken installation does not look like success.
 */
export function hasProgram(
  program: Program,
  file: string = program,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (isInstalled(file, environment.PATH)) return true;
  const { package: name, isInCi } = programs[program];
  const missing = `${program} is not installed (apt-get install ${name})`;
  if (environment.CI === 'true' && isInCi) throw new Error(`CI runs all tests, but ${missing}.`);
  process.stderr.write(`Some tests are skipped: ${missing}.\n`);
  return false;
}

function isInstalled(file: string, path = ''): boolean {
  if (isAbsolute(file)) return existsSync(file);
  return path.split(delimiter).some((folder) => existsSync(join(folder, file)));
}
