import { join } from 'node:path';
import { readJson } from '@chat/admin';
import { writeJson } from './write-json';
import type { ProviderApp } from './provider';
import type { Settings } from './settings';

/** The content of `DATA_DIR/demo.json`, for people and programs that try the API. */
export interface DemoAccount extends DemoCredentials {
  readonly base_url: string;
  readonly sandbox_url: string;
  /** Where the demo's phones are; null if those that are linked are real. */
  readonly phones_url: string | null;
  readonly provider: ProviderApp;
}

export interface DemoCredentials {
  readonly account_id: number;
  readonly client_id: string;
  readonly client_secret: string;
  readonly user: { readonly email: string; readonly password: string };
}

/** Returns the demo account of an earlier start on this data if its key still works, otherwise a new one. */
export async function demoAccount(
  settings: Settings,
  natsUrl: string,
  provider: ProviderApp,
): Promise<DemoAccount> {
  const file = join(settings.dataDir, 'demo.json');
  const urls = {
    base_url: settings.baseUrl,
    sandbox_url: settings.sandboxUrl,
    phones_url: phonesUrl(settings),
    provider,
  };
  const earlier = await readJson<DemoAccount>(file);
  if (earlier) {
    const account = { ...earlier, ...urls };
    if (await isAccepted(settings.localUrl, account)) return save(file, account);
  }
  // Loaded only when needed, since it would double what this process loads.
  const { createDemoAccount } = await import('./create-demo-account.js');
  return save(file, { ...urls, ...(await createDemoAccount(natsUrl)) });
}

function phonesUrl({ deviceEngine, sandboxUrl, phoneNetworkUrl }: Settings): string | null {
  return deviceEngine === 'simulated' ? sandboxUrl : (phoneNetworkUrl ?? null);
}

async function save(file: string, account: DemoAccount): Promise<DemoAccount> {
  await writeJson(file, account);
  return account;
}

/** Only a 401 leads to a new account: it means that the database is not that of the last start. Other failures do not. */
async function isAccepted(localUrl: string, account: DemoAccount): Promise<boolean> {
  const headers = { 'client-id': account.client_id, 'client-secret': account.client_secret };
  const response = await fetch(`${localUrl}/v1/ping`, { headers });
  return response.status !== 401;
}
