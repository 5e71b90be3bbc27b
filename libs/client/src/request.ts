/** How an operation is called. */
export interface Route {
  readonly method: string;
  /** As in `/v1/contacts/{id}`. */
  readonly path: string;
  /** Whether it takes a body. */
  readonly body?: true;
  /** Whether it takes an Idempotency-Key. */
  readonly idempotency?: true;
  /** Of a list: the member with its records. */
  readonly list?: string;
  /** Whether it answers a file. */
  readonly download?: true;
}

export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string | FormData | undefined;
}

/** The URL and the body of a call: members that stand in the path go there, the others into the body or the query. */
export function prepareRequest(
  baseUrl: string,
  { method, path, body: takesBody }: Route,
  input: Readonly<Record<string, unknown>>,
): PreparedRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const url = baseUrl.replace(/\/+$/, '') + filled;
  if (takesBody) return { url, method, body: bodyOf(rest) };
  const texts = [...rest].map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(texts).toString();
  return { url: query === '' ? url : `${url}?${query}`, method, body: undefined };
}

/** JSON, or a form if there is a file. */
function bodyOf(members: ReadonlyMap<string, unknown>): string | FormData {
  if (![...members.values()].some((value) => value instanceof Blob))
    return JSON.stringify(Object.fromEntries(members));
  const form = new FormData();
  for (const [name, value] of members) {
    if (value === null) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
