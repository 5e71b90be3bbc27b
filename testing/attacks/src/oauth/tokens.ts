import { createHash } from 'node:crypto';
import { scopes, type Scope } from '@chat/contracts';
import {
  deleteDeveloperApp,
  disableUser,
  listGrants,
  revokeGrant,
  updateAccount,
  type AgentAccess,
} from '@chat/contracts/gateway';
import { systemContext } from '@chat/service-kit';
import type { Browser, OAuthApp } from '@chat/test-kit';
import type { World } from '../world/world';
import { makeApp, signIn, type Cast } from './cast';

export interface ScopedToken {
  readonly name: string;
  readonly granted: readonly Scope[];
  readonly token: string;
}

/** A token for each single scope, and one for all. */
export async function tokensByScope({ world, app, browser }: Cast): Promise<ScopedToken[]> {
  const tokens: ScopedToken[] = [];
  for (const granted of [...scopes.map((scope) => [scope]), scopes]) {
    const { body } = await app.redeem(await app.codeFor(browser, { scope: granted.join(' ') }));
    const token = body.access_token!;
    world.marks.plant(token, 'an access token', null);
    tokens.push({ name: granted.length === 1 ? granted[0]! : 'all scopes', granted, token });
  }
  return tokens;
}

/** Tokens that give no access, by the reason. */
export async function deadTokens(cast: Cast): Promise<Record<string, string>> {
  const { app, browser, world } = cast;
  const scope = scopes.join(' ');
  const pair = async (of = app, by = browser) => (await of.redeem(await of.codeFor(by, { scope }))).body;
  const [revoked, reused, expired, living] = [await pair(), await pair(), await pair(), await pair()];
  await app.revoke(revoked.refresh_token!);
  await app.refresh(reused.refresh_token!);
  await letGracePass(world, reused.refresh_token!);
  await app.refresh(reused.refresh_token!);
  await letTokenExpire(world, expired.access_token!);
  return {
    'a revoked token': revoked.access_token!,
    'a token whose refresh token was reused': reused.access_token!,
    'an expired token': expired.access_token!,
    ...(await tokensOfTheGone(cast, async (of, by) => (await pair(of, by)).access_token!)),
    'a token for MCP': await tokenForMcp(cast, 'write'),
    'a refresh token': living.refresh_token!,
    'an authorization code': await app.codeFor(browser, { scope }),
    'the secret of an app': app.clientSecret!,
    'a token with one character less': living.access_token!.slice(0, -1),
    'a token in capitals': living.access_token!.toUpperCase(),
  };
}

/** A token with which an agent goes as far as this, in an account that lets agents in. */
export async function tokenForMcp(
  { world, tenant: { accountId }, app, browser }: Cast,
  access: AgentAccess,
): Promise<string> {
  const body = { account_id: accountId, mcp: true };
  await world.stack.admin.bus.request(updateAccount, systemContext(accountId), { body });
  const asks = { scope: scopes.join(' '), resource: `${world.stack.gatewayUrls[0]!}/mcp` };
  const { body: tokens } = await app.redeem(await app.codeFor(browser, asks, { access }));
  world.marks.plant(tokens.access_token!, 'an access token', null);
  return tokens.access_token!;
}

/** Tokens whose app, grant or person has been removed. */
async function tokensOfTheGone(
  { world, tenant, app, other, browser }: Cast,
  tokenOf: (app: OAuthApp, browser: Browser) => Promise<string>,
): Promise<Record<string, string>> {
  const { bus } = world.stack.admin;
  const context = systemContext(tenant.accountId);
  const doomedApp = await makeApp(world, tenant);
  const doomedPerson = await signIn(world, tenant, `gone-${tenant.mark}@example.com`);
  const tokens = {
    'a token of a deleted app': await tokenOf(doomedApp, browser),
    'a token of a disabled person': await tokenOf(app, doomedPerson.browser),
    'a token of a withdrawn grant': await tokenOf(other, browser),
  };
  await bus.request(deleteDeveloperApp, context, { body: { app: doomedApp.clientId } });
  await bus.request(disableUser, context, { body: { user: doomedPerson.email } });
  const { grants } = await bus.request(listGrants, context, { body: { account_id: tenant.accountId } });
  const { id } = grants.find(({ client_id }) => client_id === other.clientId)!;
  await bus.request(revokeGrant, context, { body: { grant_id: id } });
  return tokens;
}

/** Lets an access or refresh token expire. */
export async function letTokenExpire(world: World, token: string): Promise<void> {
  await world.letPass('gateway.oauth_tokens SET expires_at = now() WHERE digest = $1', [digestOf(token)]);
}

/** Lets the use of a refresh token lie an hour back. */
export async function letGracePass(world: World, token: string): Promise<void> {
  await world.letPass("gateway.oauth_tokens SET used_at = used_at - interval '1 hour' WHERE digest = $1", [
    digestOf(token),
  ]);
}

/** Lets an authorization code expire. */
export async function letCodeExpire(world: World, code: string): Promise<void> {
  await world.letPass('gateway.oauth_families SET code_expires_at = now() WHERE code_digest = $1', [
    digestOf(code),
  ]);
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
