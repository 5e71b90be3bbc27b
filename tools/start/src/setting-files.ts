import { readFileSync } from 'node:fs';

/**
 * The settings that `npm start` itself reads or sets, and that may be in files. It passes their values to the services,
 * which would refuse a setting together with its file. The services read the files of all other settings themselves.
 */
const NAMES = [
  'DATABASE_URL',
  'NATS_URL',
  'NATS_USER',
  'NATS_PASSWORD',
  'SECRET_KEY',
  'PROVIDER_APP_SECRET',
  'PROVIDER_VERIFY_TOKEN',
];

/**
 * Puts the content of `<NAME>_FILE` into `<NAME>`, as the services do.
 * @throws Error that names the setting to change.
 */
export function readSettingFiles(env: NodeJS.ProcessEnv): void {
  for (const name of NAMES) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new Error(`Set ${name} or ${name}_FILE, not both.`);
    env[name] = contentOf(file, name);
    delete env[`${name}_FILE`];
  }
}

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Error(`${name}_FILE names ${file}, which cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
