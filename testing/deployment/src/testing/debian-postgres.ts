import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { userForPostgres } from '@chat/local-servers';
import { hasProgram } from '@chat/test-kit/programs';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

/** The folder with the programs of the newest server that Debian's packages installed; undefined if there is none. */
export function debianPostgres(): string | undefined {
  const versions = listed(VERSIONS)
    .map(Number)
    .sort((one, other) => other - one);
  const folder = join(VERSIONS, String(versions[0] ?? 'none'), 'bin');
  return hasProgram('initdb', join(folder, 'initdb')) ? folder : undefined;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export interface Output {
  readonly code: number;
  /** Both streams. */
  readonly text: string;
}

/** Runs a program as the user as whom Postgres runs, which must not be root. */
export async function runAsPostgres(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Output> {
  const user = await userForPostgres();
  return run(file, args, { ...user, cwd: '/', env: { PATH: process.env.PATH, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}
