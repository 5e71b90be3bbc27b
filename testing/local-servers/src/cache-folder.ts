import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder for downloaded programs, shared by all checkouts of this user. */
export function cacheFolder(): string {
  const base =
    process.env['XDG_CACHE_HOME'] ??
    (process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache'));
  return join(base, 'chat-api');
}
