import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** External programs that some tests need, with Debian's packages. `.ci/run` installs all of them. */
const packages = {
  chromium: 'chromium',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  psql: 'postgresql-client',
  initdb: 'postgresql',
  rclone: 'rclone',
  kubectl: 'kubernetes-client',
  python3: 'python3',
  php: 'php-cli',
  ruby: 'ruby',
  go: 'golang-go',
  'systemd-analyze': 'systemd',
} as const;

export type Program = keyof typeof packages;

/**
 * Whether the tests that need a program can run; if not, prints which tests are skipped without it.
 * @param file its path, or its name on the PATH.
 * @throws Error in CI, so that a broken installation does not look like success.
 */
export function hasProgram(
  program: Program,
  file: string = program,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  if (isInstalled(file, environment.PATH)) return true;
  const missing = `${program} is not installed (apt-get install ${packages[program]})`;
  if (environment.CI === 'true') throw new Error(`CI runs all tests, but ${missing}.`);
  process.stderr.write(`Some tests are skipped: ${missing}.\n`);
  return false;
}

function isInstalled(file: string, path = ''): boolean {
  if (isAbsolute(file)) return existsSync(file);
  return path.split(delimiter).some((folder) => existsSync(join(folder, file)));
}
