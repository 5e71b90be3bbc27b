import type { ChatApiError } from '@chat/client';

const LONGEST_VALUE = 60;
/** Headers that every request has, or that `fetch` adds itself. */
const QUIET = ['client-id', 'client-secret', 'content-type'];
/** The members of answers and events that the story is about; the reference has all of them. */
const TOLD = new Set(
  (
    'id name business_name phone_number connection_status reused qr qr_duration message_id conversation_id message type status ' +
    'direction text caption reply_to reactions emoji from_status to_status code template_send_endpoint secret label url deleted ' +
    'title mime_type filename phone phone_number_id waba_id unread_count'
  ).split(' '),
);
/** What only wraps what is told. */
const WRAPPERS = new Set(
  'data error device webhook message messages contact conversation media reactions interactive button_reply chats'.split(
    ' ',
  ),
);
const MOST_ITEMS = 3;

/**
 * A `fetch` that prints every exchange: a curl command to paste, and what matters in the answer. A request that repeats the
 * one before, as a poll does, is printed once.
 * @throws Error when nothing answers.
 */
export const showingFetch: typeof fetch = async (input, init = {}) => {
  const url = input instanceof Request ? input.url : String(input);
  const command = curl(url, init);
  const isRepeated = command === lastCommand;
  lastCommand = command;
  const response = await fetch(input, init).catch((error: unknown) => {
    throw new Error(`Nothing answers at ${new URL(url).origin}. Is npm start running?`, { cause: error });
  });
  if (isRepeated) return response;
  const type = response.headers.get('content-type') ?? '';
  const what = type.startsWith('application/json') ? tell(await response.clone().json()) : type;
  // At once, or a webhook would come in between.
  console.log(`\n  ${command}\n  → ${response.status} ${what}`.trimEnd());
  return response;
};

let lastCommand = '';
const variables = new Map<string, string>();

/** Prints these addresses as variables of a shell, as in `$BASE`. */
export function nameAddresses(named: Readonly<Record<string, string>>): void {
  for (const [name, url] of Object.entries(named)) variables.set(url, name);
}

/** Prints what an event is about, on one line: its own record, without what stands beside it. */
export function tellEvent(data: Readonly<Record<string, unknown>>): string {
  const { message, device, from_status, to_status } = data;
  const record = message ?? device ?? data;
  return JSON.stringify(selected({ ...record, contact: null, from_status, to_status }));
}

/** Prints the members that matter, indented, in the order in which they came. */
export function tell(answer: unknown): string {
  const { data = answer, error } = (answer ?? {}) as { data?: unknown; error?: unknown };
  return print(selected(error ?? data), '    ');
}

/** Members below each other, the items of a list on one line each. */
function print(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return '';
  const lines = Object.entries(value).map(([name, member]) => {
    if (!Array.isArray(member))
      return `${indent}${name}:${print(member, `${indent}  `) || ` ${JSON.stringify(member)}`}`;
    const items = member.map((item) => `\n${indent}  ${JSON.stringify(item)}`);
    return `${indent}${name}:${items.join('')}`;
  });
  return `\n${lines.join('\n')}`;
}

function selected(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(selected);
  if (typeof value === 'string' && value.length > LONGEST_VALUE) return `${value.slice(0, LONGEST_VALUE)}…`;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, member]) => isTold(name, member));
  return Object.fromEntries(entries.map(([name, member]) => [name, selected(member)]));
}

function isTold(name: string, member: unknown): boolean {
  if (typeof member !== 'object') return TOLD.has(name);
  const isEmpty = Array.isArray(member) && member.length === 0;
  return member !== null && !isEmpty && WRAPPERS.has(name);
}

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
  const credential = given.some(([name]) => name === 'client-id') ? ' -u "$ID:$SECRET"' : '';
  const others = given
    .filter(([name]) => !QUIET.includes(name))
    .map(([name, value]) => ` -H '${name}: ${value}'`);
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`;
  const address = [...variables].reduce((text, [known, name]) => text.replace(known, `$${name}`), url);
  return `curl -s${verb} "${address}"${credential}${others.join('')}${contentOf(body)}`;
}

function contentOf(body: RequestInit['body']): string {
  if (body instanceof FormData) {
    const parts = [...body].map(([name, part]) =>
      typeof part === 'string' ? ` -F '${name}=${part}'` : ` -F '${name}=@${part.name};type=${part.type}'`,
    );
    return ` \\\n   ${parts.join('')}`;
  }
  if (typeof body !== 'string') return '';
  return ` -H "$JSON" \\\n    -d '${shorten(JSON.parse(body))}'`;
}

/** JSON on one line, with long values truncated. */
function shorten(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' && member.length > LONGEST_VALUE
      ? `${member.slice(0, LONGEST_VALUE)}…`
      : member,
  );
}
