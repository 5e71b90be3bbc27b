import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BusClient, BusConnection } from '@chat/bus';
import { scopes } from '@chat/contracts';
import { createAccount, createApiKey, createUser } from '@chat/contracts/gateway';
import { systemContext } from '@chat/service-kit';
import type { Settings } from './settings';

/** What `DATA_DIR/demo.json` holds for people and programs that try the API. */
export interface DemoAccount {
  readonly base_url: string;
  readonly sandbox_url: string;
  readonly account_id: number;
  readonly client_id: string;
  readonly client_secret: string;
  readonly user: { readonly email: string; readonly password: string };
}

/** The demo account of this data: the one of an earlier start while its key works, else a new one. */
export async function demoAccount(settings: Settings, natsUrl: string): Promise<DemoAccount> {
  const file = join(settings.dataDir, 'demo.json');
  const urls = { base_url: settings.baseUrl, sandbox_url: settings.sandboxUrl };
  const earlier = await readFile(file, 'utf8').catch(() => undefined);
  if (earlier !== undefined) {
    const account = { ...(JSON.parse(earlier) as DemoAccount), ...urls };
    if (await isAccepted(settings.localUrl, account)) return save(file, account);
  }
  return save(file, { ...urls, ...(await create(natsUrl)) });
}

async function save(file: string, account: DemoAccount): Promise<DemoAccount> {
  await writeFile(file, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 });
  return account;
}

/** Only a plain refusal makes a new account: the database may be another one than last time. */
async function isAccepted(localUrl: string, account: DemoAccount): Promise<boolean> {
  const headers = { 'client-id': account.client_id, 'client-secret': account.client_secret };
  const response = await fetch(`${localUrl}/v1/ping`, { headers });
  return response.status !== 401;
}

async function create(natsUrl: string): Promise<Omit<DemoAccount, 'base_url' | 'sandbox_url'>> {
  const connection = await BusConnection.open(natsUrl, 'npm-start');
  try {
    const bus = new BusClient(connection);
    const { account } = await bus.request(createAccount, systemContext(0), {
      body: {
        name: 'Demo',
        account_limit: 10,
        device_channels: true,
        cloud_channels: true,
        coexistence: true,
        rate_limit: 120,
      },
    });
    const { api_key, client_secret } = await bus.request(createApiKey, systemContext(account.id), {
      // Every scope by name: some routes refuse a key whose list is left open.
      body: { account_id: account.id, scopes: [...scopes], allowlist: ['127.0.0.0/8', '::1/128'] },
    });
    const user = { email: `demo-${account.id}@example.com`, password: randomBytes(12).toString('base64url') };
    await bus.request(createUser, systemContext(account.id), { body: { account_id: account.id, ...user } });
    return { account_id: account.id, client_id: api_key.client_id, client_secret, user };
  } finally {
    await connection.drain();
  }
}
