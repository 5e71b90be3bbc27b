import { until } from '@chat/test-kit';
import type { Attack } from '../attack';
import type { HttpAnswer } from '../http/exchange';
import { refusedOrDone } from '../judge/answer.rules';
import { exampleOf, fill, targetOf, type Example, type Place } from '../routes/examples';
import type { Reference } from '../world/record-kind';
import type { Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/**
 * Members that change by themselves: the signs of life of a phone or an endpoint, what is left of the rate limit, and the
 * request id.
 */
const VOLATILE =
  /"(?:last_seen_at|last_heartbeat_at|failing_since|request_id)":(?:"[^"]*"|null),?|"rate_limit":\{[^}]*\}/g;
const CHANGED_BY_ITSELF = /"updated_at":"[^"]*"/g;
const CHANGES_BY_ITSELF = / \/v1\/(?:devices|webhooks)/;
/** A message without its receipt. */
const UNDER_WAY = /"status":"(?:queued|sent)"/;

/**
 * Sends the same request with a record of the victim and with an unknown one: the answers must not differ in any byte.
 * @param of whose record it is, for the name of the attack.
 */
export function namesForeign(
  world: World,
  route: Route,
  place: Place,
  { intruder, victim, of }: { intruder: Tenant; victim: Tenant; of: string },
): Attack {
  return {
    name: `${route.http} ${place.part} ${place.name} = ${place.kind.name} of ${of}`,
    run: async () => {
      const example = await exampleOf(route, intruder, { fresh: false });
      const foreign = await victim.own(place.kind);
      const ask = async (reference: Reference) => {
        const { path, query, body } = withReference(route, example, place, reference);
        return intruder.send(
          route.method,
          targetOf({ path, query }),
          body ? JSON.stringify(body) : undefined,
        );
      };
      const [unknown, other] = [await ask(place.kind.unknown), await ask(foreign)];
      const expected = place.part === 'path' ? { codes: ['not_found'] as const } : refusedOrDone;
      return [
        ...world.judge(other, expected, intruder.name, route.http),
        ...differences(comparable(unknown), comparable(other)),
      ];
    },
  };
}

function withReference(route: Route, example: Example, place: Place, reference: Reference): Example {
  switch (place.part) {
    case 'path': {
      const known = new Map(paramValues(route.path, example.path));
      return {
        ...example,
        path: fill(route.path, (name) => (name === place.name ? reference : known.get(name)!)),
      };
    }
    case 'query':
      return { ...example, query: { ...example.query, [place.name]: String(reference) } };
    case 'body':
      return { ...example, body: { ...example.body, [place.name]: reference } };
  }
}

function paramValues(template: string, path: string): [string, string][] {
  const values = path.split('/');
  return template
    .split('/')
    .flatMap((segment, index): [string, string][] =>
      segment.startsWith('{') ? [[segment.slice(1, -1), decodeURIComponent(values[index]!)]] : [],
    );
}

/** An answer without what always differs. For two successful creations, only the status is compared. */
function comparable({ status, bytes }: HttpAnswer): string {
  const body = bytes.toString().replace(/"request_id":"[^"]*"/, '');
  return `${status} ${status < 300 && body.includes('"created_at"') ? 'done' : body}`;
}

function differences(unknown: string, foreign: string): string[] {
  return unknown === foreign
    ? []
    : [
        `An unknown record is answered ${unknown.slice(0, 300)}`,
        `and one of somebody else ${foreign.slice(0, 300)}`,
      ];
}

/** Afterwards, the victim sees all that it saw before. */
export function keepsAll(
  routes: readonly Route[],
  victim: Tenant,
  before: ReadonlyMap<string, string>,
): Attack {
  return {
    name: `what ${victim.name} sees afterwards`,
    isLast: true,
    run: async () => {
      const after = await viewOf(routes, victim);
      return [...before].flatMap(([http, text]) =>
        after.get(http) === text
          ? []
          : [`${http} showed ${text.slice(0, 500)}`, `and shows ${after.get(http)?.slice(0, 500)}`],
      );
    },
  };
}

/** All that the tenant can read by these routes, but what is counted a moment after it happened. */
export async function viewOf(routes: readonly Route[], tenant: Tenant): Promise<ReadonlyMap<string, string>> {
  const view = new Map<string, string>();
  for (const route of routes) {
    if (route.method !== 'GET' || route.successor.includes(' /v1/usage/')) continue;
    const example = await exampleOf(route, tenant, { fresh: false });
    const { bytes } = await tenant.send('GET', targetOf(example));
    const text = bytes.toString().replace(VOLATILE, '');
    view.set(
      route.http,
      CHANGES_BY_ITSELF.test(route.successor) ? text.replace(CHANGED_BY_ITSELF, '') : text,
    );
  }
  return view;
}

/** The view once every message has its receipt, after which nothing in it changes by itself. */
export async function settledViewOf(
  routes: readonly Route[],
  tenant: Tenant,
): Promise<ReadonlyMap<string, string>> {
  const read = async () => {
    const view = await viewOf(routes, tenant);
    return [...view.values()].some((text) => UNDER_WAY.test(text)) ? null : view;
  };
  return until(read, { describe: `everything of ${tenant.name} to settle` });
}
