import { createDeveloperApp, createUser, type CreateDeveloperApp } from '@chat/contracts/gateway';
import { Browser, OAuthApp, REDIRECT_URI } from '@chat/test-kit';
import type { GatewayUnderTest } from './gateway-under-test';

export const PASSWORD = 'correct horse battery';

/** Creates a developer app of the account. */
export async function createApp(
  gateway: GatewayUnderTest,
  account_id: number,
  settings: Partial<CreateDeveloperApp> = {},
): Promise<OAuthApp> {
  const body = { account_id, name: 'Acme <CRM>', redirect_uris: [REDIRECT_URI], public: false, ...settings };
  return new OAuthApp(gateway.url, await gateway.bus.request(createDeveloperApp, { body }));
}

let people = 0;

/** Creates a user of the account, and a browser in which they are signed in. */
export async function signedInPerson(gateway: GatewayUnderTest, account_id: number) {
  const email = `oauth-${(people += 1)}@example.com`;
  const { user } = await gateway.bus.request(createUser, { body: { account_id, email, password: PASSWORD } });
  const browser = new Browser(gateway.url);
  await browser.signIn(email, PASSWORD);
  return { user, browser };
}
