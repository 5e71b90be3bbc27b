import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ChatApi, type ChatApiOptions } from '.';

interface Received {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One answer of the server; `hang up` closes the connection without one. */
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang up';

const meta = { request_id: '3f9c1b52-7d1e-4c58-9a3f-2f6f0c9b8e21' };
const success = (data: object, more: object = {}): Answer => ({
  status: 200,
  body: { ok: true, data, meta: { ...meta, ...more } },
});
const failure = (status: number, code: string, retryable = false, headers = {}): Answer => ({
  status,
  headers,
  body: { ok: false, error: { code, message: 'Wait.', retryable }, meta },
});

let server: Server;
let received: Received[];
let answers: Answer[];

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      received.push({
        line: `${request.method} ${request.url}`,
        headers: request.headers,
        body: bytes.toString('latin1'),
      });
      const answer = answers.shift() ?? 'hang up';
      if (answer === 'hang up') return response.destroy();
      return response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function clientOf(given: Answer[], options: Partial<ChatApiOptions> = {}): ChatApi {
  answers = given;
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const credential = 'accessToken' in options ? {} : { clientId: 'ck_1', clientSecret: 'cs_1' };
  return new ChatApi({ baseUrl, ...credential, ...options } as ChatApiOptions);
}

const lines = () => received.map(({ line }) => line);
const text = { mobile_code: '1', mobile: '4155550123', message: 'Hello' };

describe('the client', () => {
  it('puts the members of a call into path, query and body, and returns the data of the answer', async () => {
    const contact = { contact: { id: 7 } };
    const chat = clientOf([success(contact), success({ contacts: [] })]);
    expect(await chat.updateContact({ id: 7, firstname: 'Ada', lastname: null })).toEqual(contact);
    await chat.listContacts({ search: 'a&b', per_page: 5, page: undefined });
    expect(lines()).toEqual(['PATCH /v1/contacts/7', 'GET /v1/contacts?search=a%26b&per_page=5']);
    expect(JSON.parse(received[0]!.body)).toEqual({ firstname: 'Ada', lastname: null });
    expect(received[0]!.headers).toMatchObject({ 'client-id': 'ck_1', 'client-secret': 'cs_1' });
  });

  it.each(['api.example.com', 'localhost:3000', '//api.example.com', 'ftp://api.example.com', ''])(
    'is not made for the base URL %j, which says no scheme of HTTP',
    (baseUrl) => {
      expect(() => clientOf([], { baseUrl })).toThrow(
        new TypeError('baseUrl must begin with https:// or http://, as in https://api.example.com.'),
      );
    },
  );

  it.each([undefined, null, '', '.', '..'])('sends no request for %j in its path', async (number) => {
    const read = clientOf([]).getTicket({ number: number as string });
    await expect(read).rejects.toThrow(new TypeError(`number must not be ${JSON.stringify(number)}.`));
    expect(received).toEqual([]);
  });

  it('requests an access token before each request', async () => {
    let tokens = 0;
    const accessToken = () => Promise.resolve(`t${(tokens += 1)}`);
    const chat = clientOf([success({}), success({})], { accessToken });
    await chat.ping();
    await chat.ping();
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('sends files as parts of a form', async () => {
    const chat = clientOf([success({ message_id: 1 })]);
    await chat.sendMessage({
      ...text,
      chat_account_id: 7,
      image: new File(['bytes'], 'sun.png', { type: 'image/png' }),
    });
    const { headers, body } = received[0]!;
    expect(headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(body).toMatch(/name="chat_account_id"\r\n\r\n7\r\n/);
    expect(body).toMatch(/name="image"; filename="sun.png"\r\nContent-Type: image\/png\r\n\r\nbytes/);
  });

  it.each([
    [{ chat_account_id: 7 }, 60_000],
    [{ image: new Blob([new Uint8Array(1024 ** 2 + 1)]) }, 80_000],
  ])('extends the timeout of an upload with the size of its files: %j', async (members, expected) => {
    const timer = jest.spyOn(global, 'setTimeout');
    await clientOf([success({ message_id: 1 })]).sendMessage({ ...text, ...members });
    expect(timer.mock.calls.map(([, ms]) => ms)).toContain(expected);
    timer.mockRestore();
  });

  it('refuses to clear a member beside a file in an update, and omits null elsewhere', async () => {
    const file = new Blob(['bytes']);
    const chat = clientOf([success({ message_id: 1 }), success({})]);
    await chat.sendMessage({ ...text, image: file, filename: null });
    expect(received[0]!.body).not.toContain('filename"\r\n');
    const update = { id: 'tpl_1', header_media_file: file };
    await expect(chat.updateTemplate({ ...update, footer: null })).rejects.toThrow(
      'footer cannot be null beside a file. Send an empty text',
    );
    await chat.updateTemplate({ ...update, footer: '' });
    expect(received[1]!.body).toMatch(/name="footer"\r\n\r\n\r\n/);
  });

  it('retries a rejected request after the pause that the answer specifies', async () => {
    const limited = failure(429, 'rate_limit_exceeded', true, { 'retry-after': '0' });
    const chat = clientOf([limited, limited, success({ contact: { id: 7 } })]);
    await chat.createContact({ firstname: 'Ada', mobile_code: '1', mobile: '4155550123' });
    expect(received).toHaveLength(3);
  });

  it('retries a send with the same key, and uses another key for each call', async () => {
    const chat = clientOf(['hang up', success({ message_id: 1 }), success({ message_id: 2 })]);
    await chat.sendMessage(text);
    await chat.sendMessage(text);
    const [first, second, third] = received.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it("uses the caller's key", async () => {
    await clientOf([success({ message_id: 1 })]).sendMessage(text, { idempotencyKey: 'order-7' });
    expect(received[0]!.headers['idempotency-key']).toBe('order-7');
  });

  it('does not retry a write without a key whose outcome is unknown', async () => {
    const chat = clientOf(['hang up']);
    const create = chat.createContact({ firstname: 'Ada', mobile_code: '1', mobile: '4155550123' });
    await expect(create).rejects.toMatchObject({ name: 'ChatConnectionError' });
    expect(received).toHaveLength(1);
  });

  it('throws the error that the API answered, with its details', async () => {
    const error = {
      code: 'validation_error',
      message: 'Correct it.',
      retryable: false,
      errors: { mobile: ['No.'] },
    };
    const chat = clientOf([{ status: 422, body: { ok: false, error, meta } }]);
    await expect(chat.sendMessage(text)).rejects.toMatchObject({
      name: 'ChatApiError',
      status: 422,
      code: 'validation_error',
      requestId: meta.request_id,
      details: error,
      message: 'validation_error: Correct it. No.',
    });
  });

  it('reports an answer that is not from the API', async () => {
    const chat = clientOf([{ status: 404, body: 'a page' }]);
    await expect(chat.ping()).rejects.toMatchObject({ name: 'ChatConnectionError', status: 404 });
  });

  it('times out, and stops when it is aborted', async () => {
    const slow: typeof fetch = (_, init) =>
      new Promise((__, reject) => {
        const stop = () => reject(init!.signal!.reason as Error);
        if (init!.signal!.aborted) stop();
        else init!.signal!.addEventListener('abort', stop);
      });
    const chat = clientOf([], { fetch: slow, maxRetries: 0 });
    await expect(chat.ping({}, { timeoutMs: 1 })).rejects.toMatchObject({ name: 'ChatConnectionError' });
    const stop = new AbortController();
    const asked = chat.ping({}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });
});

describe('a list', () => {
  const page = (ids: number[], next_cursor: string | null) =>
    success({ contacts: ids.map((id) => ({ id })) }, { pagination: { next_cursor } });

  it('resolves to one page when awaited', async () => {
    const { contacts, pagination } = await clientOf([page([1, 2], 'c2')]).listContacts({ per_page: 2 });
    expect([contacts, pagination]).toMatchObject([[{ id: 1 }, { id: 2 }], { next_cursor: 'c2' }]);
    expect(lines()).toEqual(['GET /v1/contacts?per_page=2']);
  });

  it('is iterated to its end by cursor', async () => {
    const chat = clientOf([page([1, 2], 'c2'), page([3], null)]);
    const ids: number[] = [];
    for await (const { id } of chat.listContacts({ search: 'a', page: 1 })) ids.push(id);
    expect(ids).toEqual([1, 2, 3]);
    expect(lines()).toEqual(['GET /v1/contacts?search=a&page=1', 'GET /v1/contacts?search=a&cursor=c2']);
  });

  it('without pages is iterated with one request', async () => {
    const ids: number[] = [];
    for await (const { id } of clientOf([success({ devices: [{ id: 1 }], quota: {} })]).listChannels())
      ids.push(id);
    expect(ids).toEqual([1]);
  });

  it('sends no request before it is used', async () => {
    clientOf([]).listContacts();
    await new Promise(setImmediate);
    expect(received).toEqual([]);
  });
});
