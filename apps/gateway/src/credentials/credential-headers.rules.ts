/** What the headers of a request say about who sends it. */
export type PresentedCredential =
  { kind: 'none' } | { kind: 'conflict' } | { kind: 'api_key'; clientId: string; clientSecret: string };

type HeaderValues = Record<string, string | string[] | undefined>;

/**
 * Reads an API key in either spelling of its headers. Two spellings that disagree, or a key beside a bearer token,
 * are two kinds of credential at once. An empty header counts as absent, half a key as none.
 */
export function readCredential(headers: HeaderValues): PresentedCredential {
  const id = valuesOf(headers, 'client-id', 'x-api-key');
  const secret = valuesOf(headers, 'client-secret', 'x-api-secret');
  const hasKey = id.length + secret.length > 0;
  const hasBearer = /^bearer\s/i.test(String(headers.authorization ?? ''));
  if (id.length > 1 || secret.length > 1 || (hasKey && hasBearer)) return { kind: 'conflict' };
  const [clientId] = id;
  const [clientSecret] = secret;
  if (clientId === undefined || clientSecret === undefined) return { kind: 'none' };
  return { kind: 'api_key', clientId, clientSecret };
}

/** The different values that the two spellings carry. */
function valuesOf(headers: HeaderValues, name: string, alias: string): string[] {
  const [value, other] = [headers[name], headers[alias]];
  const given = [value, other].filter((text) => typeof text === 'string' && text !== '') as string[];
  return given[0] === given[1] ? given.slice(0, 1) : given;
}
