import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'nats';
import type { Stack } from '@chat/test-kit';

/** Replaces the users of NATS and makes it read them, without a restart. Does not wait until it has. */
export async function reloadUsers(stack: Stack, configuration: string): Promise<void> {
  await writeFile(join(stack.dataOf('nats'), 'users.conf'), configuration);
  stack.signal('nats', 'SIGHUP');
}

/** @param url the address of NATS; its user is ignored. */
export async function acceptsPassword(url: string, user: string, pass: string): Promise<boolean> {
  try {
    const nats = await connect({ servers: new URL(url).host, user, pass, reconnect: false });
    await nats.close();
    return true;
  } catch {
    return false;
  }
}
