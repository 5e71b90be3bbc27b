import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalNats, NatsUsers } from '@chat/local-servers';

/** The file that lists the NATS accounts of the test run. */
const foldersVariable = 'CHAT_TEST_NATS_ACCOUNTS';
const SYSTEM_USER = 'system';

/** The address and credentials of one account of the NATS server. */
export interface NatsAccount {
  readonly name: string;
  /** May do everything in this account, and nothing outside. */
  readonly url: string;
  /** May inspect every account of the server. */
  readonly systemUrl: string;
}

const nameOf = (index: number): string => `spec${index + 1}`;

/** Accounts with one user each, and the system account. They share no subjects, queue groups or streams. */
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

/** Leases an account for one spec, among all workers; undefined if none is free. */
export async function leaseAccount(): Promise<NatsAccount | undefined> {
  const folder = foldersOfAccounts();
  for (const name of await readdir(join(folder, 'free'))) {
    const leased = join(folder, 'leased', name);
    // If several processes rename one file, one succeeds.
    const isOurs = await rename(join(folder, 'free', name), leased).then(
      () => true,
      () => false,
    );
    if (isOurs) return JSON.parse(await readFile(leased, 'utf8')) as NatsAccount;
  }
  return undefined;
}

/** Returns an account, which must be empty again. */
export async function returnAccount({ name }: NatsAccount): Promise<void> {
  const folder = foldersOfAccounts();
  await rename(join(folder, 'leased', name), join(folder, 'free', name));
}

function foldersOfAccounts(): string {
  const folder = process.env[foldersVariable];
  if (!folder) throw new Error('Only specs named *.int-spec.ts have a NATS.');
  return folder;
}
