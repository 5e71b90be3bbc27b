/** The credential in the headers of a request. */
export type PresentedCredential =
  | { kind: 'none' }
  | { kind: 'conflict'; sentence: string; hasBearer: boolean }
  | { kind: 'api_key'; clientId: string; clientSecret: string; isBasic: boolean }
  | { kind: 'bearer'; token: string };

/** Returns every value of a request header, one for each time that it was sent. */
export type HeaderValues = (name: string) => readonly string[];

const BEARER = /^bearer(?:\s+(.*))?$/i;
const BASIC = /^basic\s+([A-Za-z0-9+/]+=*)$/i;
/** HTTP Basic with another user name is for something that stands in front of the API. */
const KEY_PREFIX = 'ck_';

/**
 * Reads an API key, in either spelling of its headers or as HTTP Basic, or a bearer token. Conflicting values, a key
 * together with a bearer token, and a second Authorization header are a conflict. An empty header counts as absent, and
 * half a key as no key. `isBasic`: without HTTP Basic there would be no key.
 */
export function readCredential(valuesOf: HeaderValues): PresentedCredential {
  const authorizations = valuesOf('authorization');
  const hasBearer = authorizations.some((value) => BEARER.test(value));
  const conflict = (what: string) =>
    ({ kind: 'conflict', sentence: `The request carries ${what}`, hasBearer }) as const;
  if (authorizations.length > 1) return conflict('Authorization twice. Send it once.');
  const basic = readBasic(authorizations);
  const idHeaders = headersOf(valuesOf, 'client-id', 'x-api-key');
  const secretHeaders = headersOf(valuesOf, 'client-secret', 'x-api-secret');
  const ids = different([...idHeaders, ...(basic ? [basic.clientId] : [])]);
  const secrets = different([...secretHeaders, ...(basic ? [basic.clientSecret] : [])]);
  const hasKey = ids.length + secrets.length > 0;
  if (hasKey && hasBearer) return conflict('two kinds of credential at once. Send exactly one.');
  if (ids.length > 1) return conflict('two different client ids. Send exactly one.');
  if (secrets.length > 1) return conflict('two different client secrets. Send exactly one.');
  if (hasBearer) return { kind: 'bearer', token: BEARER.exec(authorizations[0]!)?.[1] ?? '' };
  const [clientId] = ids;
  const [clientSecret] = secrets;
  if (clientId === undefined || clientSecret === undefined) return { kind: 'none' };
  const isBasic = idHeaders.length === 0 || secretHeaders.length === 0;
  return { kind: 'api_key', clientId, clientSecret, isBasic };
}

function readBasic([value]: readonly string[]): { clientId: string; clientSecret: string } | undefined {
  const encoded = value === undefined ? null : BASIC.exec(value);
  if (!encoded) return undefined;
  const [clientId, ...rest] = Buffer.from(encoded[1]!, 'base64').toString('utf8').split(':');
  return clientId!.startsWith(KEY_PREFIX) ? { clientId: clientId!, clientSecret: rest.join(':') } : undefined;
}

/** The values of a header in both spellings. */
function headersOf(valuesOf: HeaderValues, name: string, alias: string): string[] {
  return [...valuesOf(name), ...valuesOf(alias)].filter((value) => value !== '');
}

function different(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}
