/** How an operation is called. */
export interface Route {
  readonly method: string;
  /** As in `/v1/contacts/{id}`. */
  readonly path: string;
  /** Whether it takes a body. */
  readonly body?: true;
  /** Whether it takes an Idempotency-Key. */
  readonly idempotency?: true;
  /** For a list: the member with its records. */
  readonly list?: string;
  /** Whether it returns a file. */
  readonly download?: true;
}

const CLEAR_OTHERWISE = 'Send an empty text or list, or clear it in a call without the file.';

export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string | FormData | undefined;
  /** Total size of its files. */
  readonly fileBytes: number;
}

/**
 * Returns the URL and the body of a call: members that occur in the path go there, the others into the body or the
 * query.
 * @throws TypeError for a member of the path that is missing, and for one that is to be cleared beside a file.
 */
export function prepareRequest(
  baseUrl: string,
  { method, path, body: takesBody }: Route,
  input: Readonly<Record<string, unknown>>,
): PreparedRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name) as string | number | null | undefined;
    // Nothing, and the segments that URLs resolve, would lead to another operation.
    if (/^\.{0,2}$/.test(String(value ?? '')))
      throw new TypeError(`${name} must not be ${JSON.stringify(value)}.`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const url = baseUrl.replace(/\/+$/, '') + filled;
  if (takesBody) {
    const files = [...rest.values()].filter((value) => value instanceof Blob);
    const fileBytes = files.reduce((bytes, { size }) => bytes + size, 0);
    return { url, method, body: files.length > 0 ? formOf(method, rest) : jsonOf(rest), fileBytes };
  }
  const texts = [...rest].map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(texts).toString();
  return { url: query === '' ? url : `${url}?${query}`, method, body: undefined, fileBytes: 0 };
}

function jsonOf(members: ReadonlyMap<string, unknown>): string {
  return JSON.stringify(Object.fromEntries(members));
}

/**
 * A form cannot express null. In a create request null counts as absent and is omitted; in an update it would be lost.
 */
function formOf(method: string, members: ReadonlyMap<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of members) {
    if (value === null) {
      if (method === 'PATCH') throw new TypeError(`${name} cannot be null beside a file. ${CLEAR_OTHERWISE}`);
      continue;
    }
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
