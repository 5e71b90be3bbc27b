import type { ChatApiError } from '@chat/client';

const LONGEST_VALUE = 72;
/** Headers that every request has, or that `fetch` adds itself. */
const QUIET = ['client-id', 'client-secret', 'content-type'];

/**
 * A `fetch` that prints every exchange: a curl command to paste, and the answer.
 * @throws Error when nothing answers.
 */
export const showingFetch: typeof fetch = async (input, init = {}) => {
  const url = input instanceof Request ? input.url : String(input);
  console.log(`\n  ${curl(url, init)}`);
  const response = await fetch(input, init).catch((error: unknown) => {
    throw new Error(`Nothing answers at ${new URL(url).origin}. Is npm start running?`, { cause: error });
  });
  const type = response.headers.get('content-type') ?? '';
  const what = type.startsWith('application/json') ? shorten(await response.clone().json()) : type;
  console.log(`  → ${response.status} ${what}`);
  return response;
};

/** A client of the sandbox that prints every exchange. */
export class Phones {
  constructor(private readonly baseUrl: string) {}

  /** @throws Error when the sandbox does not answer with a success. */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = body && { 'content-type': 'application/json' };
    const response = await showingFetch(this.baseUrl + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${response.statusText}`);
    return (await response.json()) as T;
  }
}

/** Waits for a request to be refused, as expected. @throws Error when it is not. */
export async function refused(request: Promise<unknown>, code: ChatApiError['code']): Promise<void> {
  const failure = await request.then(
    () => undefined,
    (error: unknown) => error as Partial<ChatApiError>,
  );
  if (failure?.code !== code)
    throw new Error(`The request should have been refused with ${code}.`, { cause: failure });
}

function curl(url: string, { method = 'GET', headers = {}, body }: RequestInit): string {
  const given = Object.entries(headers as Record<string, string>);
  const credential = given.some(([name]) => name === 'client-id')
    ? ' -H "client-id: $ID" -H "client-secret: $SECRET"'
    : '';
  const others = given
    .filter(([name]) => !QUIET.includes(name))
    .map(([name, value]) => ` -H '${name}: ${value}'`);
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  return `curl -s${verb} ${url}${credential}${others.join('')}${contentOf(body)}`;
}

function contentOf(body: RequestInit['body']): string {
  if (body instanceof FormData) {
    const parts = [...body].map(([name, part]) =>
      typeof part === 'string' ? ` -F '${name}=${part}'` : ` -F '${name}=@${part.name};type=${part.type}'`,
    );
    return parts.join('');
  }
  if (typeof body !== 'string') return '';
  return ` -H 'content-type: application/json' -d '${shorten(JSON.parse(body))}'`;
}

/** JSON on one line, with long values truncated. */
function shorten(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' && member.length > LONGEST_VALUE
      ? `${member.slice(0, LONGEST_VALUE)}…`
      : member,
  );
}
