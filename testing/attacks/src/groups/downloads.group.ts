import { createHash } from 'node:crypto';
import type { Attack, AttackGroup } from '../attack';
import type { HttpAnswer } from '../http/exchange';
import { problemsOfDownload } from '../judge/download.rules';
import { exampleOf, fill, placesOf } from '../routes/examples';
import type { Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Hostile Range headers and conditions of a download. */
const hostileRanges: readonly string[] = [
  'bytes=0-0',
  'bytes=-1',
  'bytes=0-',
  'bytes=-0',
  'bytes=1-0',
  'bytes=10-5',
  'bytes=-99999999',
  'bytes=99999999-',
  'bytes=99999999-99999999',
  'bytes=0-99999999999999999999999',
  'bytes=99999999999999999999999-',
  'bytes=-99999999999999999999999',
  'bytes=9007199254740993-9007199254740994',
  'bytes=0-0,1-1',
  'bytes=0-,0-,0-,0-',
  `bytes=${Array.from({ length: 500 }, (_, at) => `${at}-${at}`).join(',')}`,
  'bytes=',
  'bytes=-',
  'bytes=--1',
  'bytes=1--1',
  'bytes=a-b',
  'bytes=0x0-0x1',
  'bytes=1e1-1e2',
  'bytes=0.5-1.5',
  'bytes= 0 - 0 ',
  'bytes=\t0-0',
  'bytes=NaN-Infinity',
  'bytes=0-0;q=1',
  'BYTES=0-0',
  'items=0-1',
  'bytes',
  '0-1',
  '=',
  'bytes=0-0\u00e9',
  `bytes=${'0'.repeat(4_000)}-1`,
];

const hostileConditions: Readonly<Record<string, Headers>> = {
  'any entity tag': { 'if-none-match': '*' },
  'an invalid entity tag': { 'if-none-match': 'x' },
  'an unterminated entity tag': { 'if-none-match': '"x' },
  'an empty entity tag': { 'if-none-match': '""' },
  '1,000 entity tags': { 'if-none-match': Array.from({ length: 1_000 }, (_, at) => `"${at}"`).join(', ') },
  'an entity tag of 7 KiB': { 'if-none-match': `"${'x'.repeat(7_000)}"` },
  'a tag of constructor': { 'if-none-match': 'constructor, __proto__' },
  'a range on another condition': { range: 'bytes=0-0', 'if-range': '"x"' },
  'a range on a date': { range: 'bytes=0-0', 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  'a range on an invalid condition': { range: 'bytes=0-0', 'if-range': '\u00e9' },
  'unknown conditions': {
    'if-match': '"x"',
    'if-modified-since': 'x',
    'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT',
  },
  'every type but its own': { accept: 'application/json', 'accept-encoding': 'gzip;q=1, *;q=0' },
};

/** A file, with the bytes that its owner reads. */
interface Known {
  readonly owner: Tenant;
  readonly path: string;
  readonly bytes: Buffer;
}

/** The routes that answer with bytes. */
export const downloads: AttackGroup = {
  name: 'downloads',
  about: 'each download: invalid ranges and conditions, by its owner and by another account',
  attacks: async (world) => {
    const [owner, other] = [await world.openTenant('keeper'), await world.openTenant('reader')];
    const routes = world.routes.filter(({ operation }) => operation?.download);
    return (await Promise.all(routes.map((route) => attacksOn(world, route, owner, other)))).flat();
  },
};

async function attacksOn(world: World, route: Route, owner: Tenant, other: Tenant): Promise<Attack[]> {
  const { path } = await exampleOf(route, owner, { fresh: false });
  const { status, bytes } = await owner.send('GET', path);
  if (status !== 200) throw new Error(`${route.http} answered ${status} to its owner.`);
  const file = { owner, path, bytes };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const cases: [string, Headers][] = [
    ...hostileRanges.map((range): [string, Headers] => [`the range ${range.slice(0, 60)}`, { range }]),
    ['two ranges', { range: ['bytes=0-0', 'bytes=1-1'] }],
    ...Object.entries(hostileConditions),
    ['its own entity tag', { 'if-none-match': `"${sha256}"` }],
    ['its own entity tag, weak', { 'if-none-match': `W/"${sha256}"` }],
    ['its own entity tag and a range', { 'if-none-match': `"${sha256}"`, range: 'bytes=0-0' }],
  ];
  return cases.flatMap(([name, headers]) => [
    isHonest(world, route, file, name, headers),
    ...['GET', 'HEAD'].map((method) => isClosed(world, route, file, other, { name, headers, method })),
  ]);
}

/** The owner gets bytes of the file, or is told that the range is not satisfiable. */
function isHonest(
  world: World,
  route: Route,
  { owner, path, bytes }: Known,
  name: string,
  headers: Headers,
): Attack {
  return {
    name: `${route.http} with ${name}`,
    run: async () => {
      const answer = await owner.send('GET', path, undefined, headers);
      if (answer.status >= 400)
        return world.judge(
          answer,
          { codes: ['range_not_satisfiable', 'bad_request'] },
          owner.name,
          route.http,
        );
      return problemsOfDownload(bytes, { ...answer, header: (header) => answer.headers.get(header) });
    },
  };
}

/** Another account cannot distinguish it from a missing file, whatever it requests. */
function isClosed(
  world: World,
  route: Route,
  { path }: Known,
  other: Tenant,
  { name, headers, method }: { name: string; headers: Headers; method: string },
): Attack {
  return {
    name: `${method} ${route.path} of another account with ${name}`,
    run: async () => {
      const unknown = new Map(placesOf(route).map(({ name: param, kind }) => [param, kind.unknown]));
      const ofNobody = fill(route.path, (param) => unknown.get(param)!);
      const [foreign, none] = [
        await other.send(method, path, undefined, headers),
        await other.send(method, ofNobody, undefined, headers),
      ];
      return [
        ...(method === 'GET'
          ? world.judge(foreign, { codes: ['not_found', 'bad_request'] }, other.name, route.http)
          : []),
        ...(shown(foreign) === shown(none)
          ? []
          : [`It answered ${shown(foreign)} while a missing file is answered ${shown(none)}`]),
      ];
    },
  };
}

/** The parts of an answer that could reveal whether the file exists. */
function shown({ status, headers, bytes }: HttpAnswer): string {
  const told = [
    'etag',
    'content-range',
    'content-length',
    'content-type',
    'content-disposition',
    'accept-ranges',
  ];
  const values = told.map((name) => `${name}: ${headers.get(name)}`).join(', ');
  return `${status} ${values} ${bytes.toString().replace(/"request_id":"[^"]*"/, '')}`;
}
