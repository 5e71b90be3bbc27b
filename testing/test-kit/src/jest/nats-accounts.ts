import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalNats, NatsUsers } from '@chat/local-servers';

/** Where the specs find the accounts of the test run's NATS. */
const foldersVariable = 'CHAT_TEST_NATS_ACCOUNTS';
const SYSTEM_USER = 'system';

/** How one account of the NATS server is reached. */
export interface NatsAccount {
  readonly name: string;
  /** With all rights in this account, and none outside. */
  readonly url: string;
  /** With the right to look into every account of the server. */
  readonly systemUrl: string;
}

const nameOf = (index: number): string => `spec${index + 1}`;

/** Accounts of one user each, and the system's. Subjects, queue groups and streams of one are unknown to another. */
export function usersOfAccounts(count: number): NatsUsers {
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  const variableOf = (user: string): string => `NATS_PASSWORD_${user.toUpperCase()}`;
  const users = (user: string): string => `users = [{ user: "${user}", password: $${variableOf(user)} }]`;
  const accounts = names.map((name) => `  ${name} { jetstream: enabled, ${users(name)} }\n`);
  return {
    passwordVariables: Object.fromEntries([...names, SYSTEM_USER].map((user) => [user, variableOf(user)])),
    configuration: `authorization { timeout: 10 }\nsystem_account: SYS\naccounts {\n  SYS { ${users(SYSTEM_USER)} }\n${accounts.join('')}}\n`,
  };
}

/** Lets the specs of this run lease the accounts. */
export async function offerAccounts(runFolder: string, nats: LocalNats, count: number): Promise<void> {
  const folder = join(runFolder, 'nats-accounts');
  await mkdir(join(folder, 'leased'), { recursive: true });
  await mkdir(join(folder, 'free'));
  for (let index = 0; index < count; index += 1) {
    const name = nameOf(index);
    const account: NatsAccount = { name, url: nats.url(name), systemUrl: nats.url(SYSTEM_USER) };
    await writeFile(join(folder, 'free', name), JSON.stringify(account), { mode: 0o600 });
  }
  process.env[foldersVariable] = folder;
}

/** An account that nobody else uses, on any worker; undefined when all are taken. */
export async function leaseAccount(): Promise<NatsAccount | undefined> {
  const folder = foldersOfAccounts();
  for (const name of await readdir(join(folder, 'free'))) {
    const leased = join(folder, 'leased', name);
    // Of several who rename one file, one succeeds.
    const isOurs = await rename(join(folder, 'free', name), leased).then(
      () => true,
      () => false,
    );
    if (isOurs) return JSON.parse(await readFile(leased, 'utf8')) as NatsAccount;
  }
  return undefined;
}

/** For an account that is as empty as it was. */
export async function returnAccount({ name }: NatsAccount): Promise<void> {
  const folder = foldersOfAccounts();
  await rename(join(folder, 'leased', name), join(folder, 'free', name));
}

function foldersOfAccounts(): string {
  const folder = process.env[foldersVariable];
  if (!folder) throw new Error('Only specs named *.int-spec.ts have a NATS.');
  return folder;
}
