import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../engines/linked-phone');

/** The compiled programs of the engine that is installed on request. */
export const enginePrograms = {
  deviceSessions: join(folder, 'dist/main.js'),
  phoneNetwork: join(folder, 'dist/phone-network.js'),
};

/**
 * Whether the engine of real phones is installed; if not, says that its tests are skipped.
 * @throws Error in CI, which installs it.
 */
export function hasEngine(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return true;
  const missing = 'the engine of linked phones is not installed (npm ci --prefix engines/linked-phone)';
  if (environment.CI === 'true') throw new Error(`CI runs all tests, but ${missing}.`);
  process.stderr.write(`Some tests are skipped: ${missing}.\n`);
  return false;
}
