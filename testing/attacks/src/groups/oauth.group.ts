import { scopesOf } from '@chat/contracts';
import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { assemble, type Cast } from '../oauth/cast';
import { deadTokens, tokensByScope, type ScopedToken } from '../oauth/tokens';
import { exampleOf, targetOf } from '../routes/examples';
import { closedRoutes, type Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** Every route with tokens that grant access and tokens that do not. */
export const oauth: AttackGroup = {
  name: 'oauth',
  about: 'every route with a token of each scope, and with revoked, expired, reused and other invalid ones',
  attacks: async (world) => {
    const cast = await assemble(world, 'grantor');
    const tokens = await tokensByScope(cast);
    const dead = await deadTokens(cast);
    return closedRoutes(world.routes).flatMap((route) => [
      ...tokens.map((token) => asks(cast, route, token)),
      ...Object.entries(dead).map(([name, token]) => isUnknown(cast, route, name, token)),
    ]);
  },
};

/** A request that would succeed is refused only for its scope; one with the scope passes the scope check. */
function asks({ world, tenant }: Cast, route: Route, { name, granted, token }: ScopedToken): Attack {
  const required = scopesOf(route.operation?.scope);
  const opens = required.length === 0 || required.some((scope) => granted.includes(scope));
  return {
    name: `${route.http} with a token for ${name}`,
    run: async () => {
      const answer = await sendWith(world, tenant, route, token, opens);
      const code = /"code":"(\w+)"/.exec(answer.bytes.toString())?.[1];
      if (!opens) return world.judge(answer, { codes: ['insufficient_scope'] }, tenant.name, route.http);
      const isClosed = code === 'insufficient_scope' || code === 'unauthenticated';
      return isClosed ? [`It answered ${code} to a token that has the scope.`] : [];
    },
  };
}

function isUnknown({ world, tenant }: Cast, route: Route, name: string, token: string): Attack {
  return {
    name: `${route.http} with ${name}`,
    run: async () => {
      const send = () => sendWith(world, tenant, route, token, false);
      const isRefused = async () => (await send()).status === 401;
      await until(isRefused, { describe: 'the refusal', timeoutMs: 5_000 }).catch(() => undefined);
      return world.judge(await send(), { codes: ['unauthenticated'] }, 'nobody', route.http);
    },
  };
}

/** @param harmless whether the request names no record and has an unknown member, so that it changes nothing. */
async function sendWith(world: World, tenant: Tenant, route: Route, token: string, harmless: boolean) {
  const example = await exampleOf(route, tenant, { fresh: false });
  const takesBody = harmless ? (route.operation?.body ?? null) !== null : example.body !== null;
  const body = harmless ? '{"nobody_knows_this":1}' : JSON.stringify(example.body);
  return world.gateway.send({
    method: route.method,
    path: harmless ? route.path.replace(/\{\w+\}/g, '999999999') : targetOf(example),
    headers: { authorization: `Bearer ${token}`, ...(takesBody && { 'content-type': 'application/json' }) },
    body: takesBody ? body : undefined,
  });
}
