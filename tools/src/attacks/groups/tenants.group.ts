import { membersOf } from '@chat/contracts';
import { until } from '@chat/testing';
import type { Attack, AttackGroup } from '../attack';
import type { HttpAnswer } from '../http/exchange';
import { refusedOrDone } from '../judge/answer.rules';
import { exampleOf, fill, placesOf, targetOf, type Example, type Place } from '../routes/examples';
import type { Reference } from '../routes/records/record-kind';
import { closedRoutes, type Route } from '../routes/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** Members that change by themselves: the phone's signs of life, and the request id. */
const VOLATILE = /"(?:last_seen_at|last_heartbeat_at|request_id)":(?:"[^"]*"|null),?/g;
/** A message without its receipt. */
const UNDER_WAY = /"status":"(?:queued|sent)"/;
const VOLATILE_OF_CHANNELS = /"updated_at":"[^"]*"/g;

/** Everything that names a record, with a record of another account. */
export const tenants: AttackGroup = {
  name: 'tenants',
  about: 'ids, numbers, filters, references and cursors of B with the key of A: handled as unknown',
  atOnce: 4,
  attacks: async (world) => {
    const [intruder, victim] = [await world.openTenant('intruder'), await world.openTenant('victim')];
    const sender = await world.openTenant('sender');
    await furnish(world, victim);
    const before = await settledViewOf(world, victim);
    const attacks = closedRoutes(world.routes).flatMap((route) => [
      ...placesOf(route).map((place) => namesForeign(world, route, place, intruder, victim)),
      ...(hasCursor(route) ? [goesOnFromForeign(world, route, intruder, victim)] : []),
      ...(route.operation?.idempotency ? [repeatsForeign(world, route, intruder, sender)] : []),
    ]);
    return [...attacks, keepsAll(world, victim, before)];
  },
};

/**
 * Creates one of everything, and more tickets than the intruder has, so that their numbers exist in no other account.
 */
async function furnish(world: World, victim: Tenant): Promise<void> {
  for (const { kind } of world.routes.flatMap(placesOf)) {
    if (kind.name === 'ticket') for (let count = 0; count < 5; count += 1) await kind.make(victim);
    await victim.own(kind);
  }
}

/** Sends the same request with a record of B and with an unknown one: the answers must not differ in any byte. */
function namesForeign(world: World, route: Route, place: Place, intruder: Tenant, victim: Tenant): Attack {
  return {
    name: `${route.http} ${place.part} ${place.name} = ${place.kind.name} of another account`,
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
        `and one of another account ${foreign.slice(0, 300)}`,
      ];
}

function hasCursor({ operation }: Route): boolean {
  return operation?.query !== undefined && membersOf(operation.query).has('cursor');
}

function goesOnFromForeign(world: World, route: Route, intruder: Tenant, victim: Tenant): Attack {
  return {
    name: `${route.http} with a cursor of another account`,
    run: async () => {
      const { path } = await exampleOf(route, victim, { fresh: false });
      const first = await victim.send('GET', `${path}?per_page=1`);
      const cursor = /"next_cursor":"([^"]+)"/.exec(first.bytes.toString())?.[1] ?? 'eyJpZCI6MX0';
      const own = await exampleOf(route, intruder, { fresh: false });
      const answer = await intruder.send('GET', `${own.path}?cursor=${encodeURIComponent(cursor)}`);
      return world.judge(answer, refusedOrDone, intruder.name, route.http);
    },
  };
}

/** For A, B's Idempotency-Key is a key like any other: A's request is executed, and B's answer is not shown. */
function repeatsForeign(world: World, route: Route, intruder: Tenant, sender: Tenant): Attack {
  return {
    name: `${route.http} with an Idempotency-Key of another account`,
    run: async () => {
      const headers = { 'idempotency-key': `shared-${world.random.below(2 ** 31)}` };
      const send = async (tenant: Tenant) => {
        const example = await exampleOf(route, tenant, { fresh: true });
        const body = example.body ? JSON.stringify(example.body) : undefined;
        return tenant.send(route.method, targetOf(example), body, headers);
      };
      await send(sender);
      const answer = await send(intruder);
      return [
        ...world.judge(answer, refusedOrDone, intruder.name, route.http),
        ...(answer.headers.has('idempotent-replayed') ? ['It replays the answer to another account.'] : []),
      ];
    },
  };
}

/** Afterwards, B sees all its data unchanged. */
function keepsAll(world: World, victim: Tenant, before: ReadonlyMap<string, string>): Attack {
  return {
    name: 'the data of the other account afterwards',
    isLast: true,
    run: async () => {
      const after = await viewOf(world, victim);
      return [...before].flatMap(([http, text]) =>
        after.get(http) === text
          ? []
          : [`${http} showed ${text.slice(0, 500)}`, `and shows ${after.get(http)?.slice(0, 500)}`],
      );
    },
  };
}

/** The view once every message has its receipt, after which nothing in it changes by itself. */
async function settledViewOf(world: World, tenant: Tenant): Promise<ReadonlyMap<string, string>> {
  const read = async () => {
    const view = await viewOf(world, tenant);
    return [...view.values()].some((text) => UNDER_WAY.test(text)) ? null : view;
  };
  return until(read, { describe: `everything of ${tenant.name} to settle` });
}

/** All that the tenant can read, by route. */
async function viewOf(world: World, tenant: Tenant): Promise<ReadonlyMap<string, string>> {
  const view = new Map<string, string>();
  for (const route of closedRoutes(world.routes).filter(({ method }) => method === 'GET')) {
    const example = await exampleOf(route, tenant, { fresh: false });
    const { bytes } = await tenant.send('GET', targetOf(example));
    const text = bytes.toString().replace(VOLATILE, '');
    view.set(
      route.http,
      route.successor.includes(' /v1/devices') ? text.replace(VOLATILE_OF_CHANNELS, '') : text,
    );
  }
  return view;
}
