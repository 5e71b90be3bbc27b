/** The credential in the headers of a request. */
export type PresentedCredential =
  | { kind: 'none' }
  | { kind: 'conflict'; sentence: string; hasBearer: boolean }
  | { kind: 'api_key'; clientId: string; clientSecret: string }
  | { kind: 'bearer'; token: string };

/** Returns every value of a request header, one for each time that it was sent. */
export type HeaderValues = (name: string) => readonly string[];

const BEARER = /^bearer(?:\s+(.*))?$/i;

/**
 * Reads an API key, in either spelling of its headers, or a bearer token. Conflicting values, a key together with a
 * bearer token, and a second Authorization header are a conflict. An empty header counts as absent, and half a key as
 * no key.
 */
export function readCredential(valuesOf: HeaderValues): PresentedCredential {
  const authorizations = valuesOf('authorization');
  const hasBearer = authorizations.some((value) => BEARER.test(value));
  const conflict = (what: string) =>
    ({ kind: 'conflict', sentence: `The request carries ${what}`, hasBearer }) as const;
  if (authorizations.length > 1) return conflict('Authorization twice. Send it once.');
  const ids = differentValues(valuesOf, 'client-id', 'x-api-key');
  const secrets = differentValues(valuesOf, 'client-secret', 'x-api-secret');
  const hasKey = ids.length + secrets.length > 0;
  if (hasKey && hasBearer) return conflict('two kinds of credential at once. Send exactly one.');
  if (ids.length > 1) return conflict('two different client ids. Send exactly one.');
  if (secrets.length > 1) return conflict('two different client secrets. Send exactly one.');
  if (hasBearer) return { kind: 'bearer', token: BEARER.exec(authorizations[0]!)?.[1] ?? '' };
  const [clientId] = ids;
  const [clientSecret] = secrets;
  if (clientId === undefined || clientSecret === undefined) return { kind: 'none' };
  return { kind: 'api_key', clientId, clientSecret };
}

/** The distinct values of a header in both spellings. */
function differentValues(valuesOf: HeaderValues, name: string, alias: string): string[] {
  return [...new Set([...valuesOf(name), ...valuesOf(alias)])].filter((value) => value !== '');
}
