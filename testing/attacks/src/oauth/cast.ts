import { Browser, OAuthApp, REDIRECT_URI } from '@chat/test-kit';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

const PASSWORD = 'correct horse battery';

/** An app, a signed-in person, and a second app for attacks between them. */
export interface Cast {
  readonly world: World;
  readonly tenant: Tenant;
  readonly app: OAuthApp;
  readonly other: OAuthApp;
  readonly browser: Browser;
}

/**
 * Creates two apps, and signs a person in.
 * @param name of the tenant whose account is granted.
 */
export async function assemble(world: World, name: string): Promise<Cast> {
  const tenant = await world.openTenant(name);
  const [app, other] = [await makeApp(world, tenant), await makeApp(world, tenant)];
  const { browser } = await signIn(world, tenant, `${tenant.mark}@example.com`);
  return { world, tenant, app, other, browser };
}

export async function makeApp({ stack, marks }: World, { accountId }: Tenant): Promise<OAuthApp> {
  const created = await stack.admin.createApp(accountId, { redirect_uris: [REDIRECT_URI] });
  marks.plant(created.client_secret!, 'the secret of an app', null);
  return new OAuthApp(stack.gatewayUrls[0]!, created);
}

/** Creates a person of the account, and signs them in. @returns their browser. */
export async function signIn({ stack }: World, { accountId }: Tenant, email: string) {
  await stack.admin.createUser(accountId, email, PASSWORD);
  const browser = new Browser(stack.gatewayUrls[0]!);
  await browser.signIn(email, PASSWORD);
  return { browser, email };
}
