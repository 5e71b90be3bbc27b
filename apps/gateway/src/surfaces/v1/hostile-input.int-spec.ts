import { headers } from 'nats';
import { createChannel, listChannels, setDefaultChannel } from '@chat/contracts/channels';
import type { ApiErrorBody, Credential } from '@chat/test-kit';
import { GatewayUnderTest, keyHeaders, sendBytesTo } from '../../testing/gateway-under-test';

interface Outcome {
  status: number;
  error: ApiErrorBody;
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('hostile input', () => {
  let gateway: GatewayUnderTest;
  let credential: Credential;
  let asked = 0;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    credential = await gateway.createKey();
    const succeeded = headers();
    succeeded.set('Status', '200');
    for (const operation of [listChannels, createChannel, setDefaultChannel]) {
      gateway.bus.nats.subscribe(operation.subject, {
        callback: (_, message) => {
          asked += 1;
          message.respond('{}', { headers: succeeded });
        },
      });
    }
    await gateway.bus.nats.flush();
  });

  beforeEach(() => {
    asked = 0;
  });

  afterAll(() => gateway.stop());

  const post = (body: RequestInit['body'], headers: Record<string, string> = {}, path = '/v1/devices') =>
    fetch(gateway.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...keyHeaders(credential), ...headers },
    });

  const outcome = async (response: Response): Promise<Outcome> => {
    const { ok, error } = (await response.json()) as { ok: boolean; error: ApiErrorBody };
    expect(ok).toBe(false);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(asked).toBe(0);
    return { status: response.status, error };
  };

  it.each([
    ['an inherited name', '{"name":"a","constructor":1}', 'constructor'],
    ['__proto__', '{"__proto__":{"name":"a"}}', '__proto__'],
    ['toString, nested', '{"name":{"toString":1}}', 'name.toString'],
    ['NUL', '{"name":"a\\u0000"}', 'name'],
    ['half a surrogate pair', '{"name":"\\ud800"}', 'name'],
    ['2^53+1', '{"name":9007199254740993}', 'name'],
    ['2^63', '{"name":9223372036854775808}', 'name'],
    ['1e400', '{"name":1e400}', 'name'],
    ['100,000 levels', deep(100_000), 'body'],
    ['100,000 levels of objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), 'body'],
    ['100,000 levels that never end', '['.repeat(100_000), 'body'],
    ['10,001 values', `[${'1,'.repeat(9_999)}1]`, 'body'],
    ['2^53 as an exponent', '{"name":1e300}', 'name'],
    ['33 levels', `{"name":${deep(33)}}`, 'body'],
  ])('with %s is a validation_error that names the member', async (_, body, member) => {
    const { status, error } = await outcome(await post(body));
    expect(status).toBe(422);
    expect(Object.keys(error.errors as object)).toEqual([member]);
  });

  it.each([
    ['broken JSON', '{"name":'],
    ['a word', 'hello'],
    ['a byte order of another encoding', Buffer.from('{"name":"a"}', 'utf16le')],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['raw NUL bytes', Buffer.alloc(20)],
  ])('of %s is a bad_request', async (_, body) => {
    expect(await outcome(await post(body))).toMatchObject({ status: 400, error: { code: 'bad_request' } });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    'application/jsonp',
  ])('of type %s is refused', async (type) => {
    expect(await outcome(await post('{"name":"a"}', { 'content-type': type }))).toMatchObject({
      status: 415,
      error: { code: 'unsupported_media_type' },
    });
  });

  it.each(['gzip', 'br', 'identity, gzip'])(
    'of the encoding %s is told to come without',
    async (encoding) => {
      const { status, error } = await outcome(await post('{"name":"a"}', { 'content-encoding': encoding }));
      expect([status, error.code]).toEqual([415, 'unsupported_media_type']);
      expect(error.message).toContain('Content-Encoding');
    },
  );

  it('takes JSON that is encoded by nothing', async () => {
    await post('{"name":"a"}', { 'content-encoding': 'Identity' });
    expect(asked).toBe(1);
  });

  it('takes JSON with a charset, and of duplicate members the last', async () => {
    await post('{"name":"a","name":"b"}', { 'content-type': 'Application/JSON; charset=utf-8' });
    expect(asked).toBe(1);
  });

  it.each([1024 * 1024 + 1, 8 * 1024 * 1024])('of %d bytes is too large', async (size) => {
    const body = JSON.stringify({ name: 'a'.repeat(size - 11) });
    expect(await outcome(await post(body))).toMatchObject({
      status: 413,
      error: { code: 'payload_too_large' },
    });
  });

  it('is too large also without a declared length', async () => {
    const chunk = new Uint8Array(64 * 1024).fill(32);
    const body = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 40; sent += 1) controller.enqueue(chunk);
        controller.close();
      },
    });
    const response = await fetch(`${gateway.url}/v1/devices`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json', ...keyHeaders(credential) },
    });
    expect(await outcome(response)).toMatchObject({ status: 413 });
  });

  it('of exactly 1 MiB is read, and refused for what is in it', async () => {
    const { status, error } = await outcome(
      await post(JSON.stringify({ name: 'a'.repeat(1024 * 1024 - 11) })),
    );
    expect([status, Object.keys(error.errors as object)]).toEqual([422, ['name']]);
  });

  describe('where an operation takes none', () => {
    const path = '/v1/devices/7/default';

    it.each([
      ['no body', undefined, {}],
      ['an empty object', '{}', {}],
      ['an empty form', '', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['an empty form of parts', '', { 'content-type': 'multipart/form-data' }],
    ])('%s is fine', async (_, body, type) => {
      expect((await post(body, type as Record<string, string>, path)).status).toBe(200);
    });

    it('a member is unknown', async () => {
      const { status, error } = await outcome(await post('{"id":8}', {}, path));
      expect([status, Object.keys(error.errors as object)]).toEqual([422, ['id']]);
      const query = await outcome(await post('{}', {}, `${path}?force=1`));
      expect([query.status, Object.keys(query.error.errors as object)]).toEqual([422, ['force']]);
    });

    it.each(['[]', 'null', '7', '"text"'])('%s is no object', async (body) => {
      expect((await outcome(await post(body, {}, path))).status).toBe(422);
    });
  });

  it.each([
    ['%zz', 400],
    ['cursor=%ff', 400],
    ['cursor=%00', 422],
    ['cursor=a%00b', 422],
    ['__proto__=1', 422],
    ['constructor=1', 422],
  ])('in the query string %s is answered %i', async (query, status) => {
    const response = await fetch(`${gateway.url}/v1/devices?${query}`, { headers: keyHeaders(credential) });
    expect((await outcome(response)).status).toBe(status);
  });

  it.each([
    ['per_page=1&per_page=2', { per_page: ['per_page is given more than once. Send it once.'] }],
    ['per_page=-1', { per_page: ['per_page must be a whole number from 1 to 100.'] }],
    ['per_page=0', { per_page: ['per_page must be a whole number from 1 to 100.'] }],
    ['per_page=101', { per_page: ['per_page must be a whole number from 1 to 100.'] }],
    ['per_page=%201', { per_page: ['per_page must be a whole number from 1 to 100.'] }],
    ['per_page=+1', { per_page: ['per_page must be a whole number from 1 to 100.'] }],
    ['per_page=1e1', { per_page: ['per_page must be a whole number from 1 to 100.'] }],
    [`page=${'9'.repeat(400)}`, { page: ['page must be a whole number of at least 1.'] }],
    ['page=9007199254740993', { page: ['page must be a whole number of at least 1.'] }],
    ['other=1', { other: ['other is not a field of this request. Remove it.'] }],
  ])('in the query string %s is named', async (query, errors) => {
    const response = await fetch(`${gateway.url}/v1/devices?${query}`, { headers: keyHeaders(credential) });
    expect(await outcome(response)).toMatchObject({ status: 422, error: { errors } });
  });

  it('is told all at once, of the query and of the body', async () => {
    const { error } = await outcome(await post('{"name":" ","more":1}', {}, '/v1/devices?force=1&name=a'));
    expect(error.errors).toEqual({
      force: ['force is not a field of this request. Remove it.'],
      more: ['more is not a field of this request. Remove it.'],
      name: ['name is not a field of this request. Remove it.', 'name must be text of 1 to 50 characters.'],
    });
  });

  it.each([
    ['/v1/ping', '{"more":1}', 422],
    ['/v1/ping', '[]', 422],
    ['/v1/ping', '{', 400],
    ['/v1/ping', '{}', 200],
    ['/v1/ping', '', 200],
    ['/v1/devices', '{"more":1}', 422],
  ])('in the body of GET %s, as %j, is answered %i', async (path, body, status) => {
    const lines = Object.entries({
      ...keyHeaders(credential),
      'content-type': 'application/json',
      'content-length': String(body.length),
      connection: 'close',
      host: 'a',
    }).map((pair) => pair.join(': '));
    const answer = await gateway.sendBytes(
      [`GET ${path} HTTP/1.1`, ...lines].join('\r\n') + '\r\n\r\n',
      body,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.includes('more is not a field of this request')).toBe(body.includes('more'));
    expect(asked).toBe(0);
  });

  it.each(['other=1', 'a=1&a=2', '__proto__=1'])(
    'in the query string of ping, as %s, is refused',
    async (query) => {
      const response = await fetch(`${gateway.url}/v1/ping?${query}`, { headers: keyHeaders(credential) });
      expect((await outcome(response)).status).toBe(422);
    },
  );

  describe('that is hardly HTTP', () => {
    /** Of a gateway that waits for a second alone. */
    let impatientPort: number;

    beforeAll(async () => {
      ({ port: impatientPort } = await gateway.startReplica({ REQUEST_TIMEOUT_MS: '1000' }));
    });

    const head = (lines: string[]) => lines.join('\r\n') + '\r\n\r\n';
    const ping = () => [
      'GET /v1/ping HTTP/1.1',
      ...Object.entries(keyHeaders(credential)).map((pair) => pair.join(': ')),
    ];

    it.each<[string, () => (string | Buffer)[], number]>([
      ['garbage', () => ['\x16\x03\x01\x02\x00garbage\r\n\r\n'], 400],
      ['an unknown method', () => [head(['BREW /v1/ping HTTP/1.1', 'Host: a'])], 400],
      ['another version', () => [head(['GET /v1/ping HTTP/9.9', 'Host: a'])], 400],
      ['HTTP/2', () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 400],
      ['a flood of headers', () => [head([...ping(), `X-Flood: ${'a'.repeat(100_000)}`])], 400],
      ['a URL too long', () => [head([`GET /v1/${'a'.repeat(100_000)} HTTP/1.1`, 'Host: a'])], 400],
      ['a header with NUL', () => [head([...ping(), 'X-Nul: a\0b'])], 400],
      [
        'a broken chunk',
        () => [head(['POST /v1/nothing HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked']) + 'zz\r\n'],
        404,
      ],
      [
        'two lengths',
        () => [head(['POST /v1/ping HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'])],
        400,
      ],
      [
        'a smuggled length',
        () => [
          head(['POST /v1/ping HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked']),
        ],
        400,
      ],
      ['CONNECT', () => [head(['CONNECT example.com:443 HTTP/1.1', 'Host: a'])], 404],
      ['TRACE', () => [head(['TRACE /v1/ping HTTP/1.1', 'Host: a', 'Connection: close'])], 404],
      ['OPTIONS *', () => [head(['OPTIONS * HTTP/1.1', 'Host: a', 'Connection: close'])], 404],
      ['no host', () => [head([...ping(), 'Connection: close'])], 400],
      ['two hosts', () => [head([...ping(), 'Host: a', 'HOST: a', 'Connection: close'])], 400],
      [
        'an empty chunked body without a type',
        () => [head([...ping(), 'Host: a', 'Connection: close', 'Transfer-Encoding: chunked']) + '0\r\n\r\n'],
        200,
      ],
      ['no host in HTTP/1.0', () => [head([...ping().with(0, 'GET /v1/ping HTTP/1.0')])], 200],
      [
        'an upgrade',
        () => [head([...ping(), 'Host: a', 'Connection: close, Upgrade', 'Upgrade: websocket'])],
        200,
      ],
      [
        'an expectation nobody knows',
        () => [head([...ping(), 'Host: a', 'Connection: close', 'Expect: miracles'])],
        200,
      ],
      [
        'an absolute address',
        () => [head([...ping().with(0, 'GET http://a/v1/ping HTTP/1.1'), 'Host: a', 'Connection: close'])],
        200,
      ],
      [
        'many headers',
        () => [
          head([
            ...ping(),
            'Host: a',
            'Connection: close',
            ...Array.from({ length: 1_500 }, (_, index) => `a${index}: 1`),
          ]),
        ],
        200,
      ],
    ])('like %s is answered in the envelope', async (_, bytes, status) => {
      const answer = await gateway.sendBytes(...bytes());
      const [headText = '', body = ''] = answer.split('\r\n\r\n');
      expect(headText).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(body.slice(0, body.lastIndexOf('}') + 1))).toMatchObject({ ok: status < 400 });
      expect(headText).toMatch(/content-type: application\/json; charset=utf-8/i);
    });

    it('like an URL with bare letters of another script is told to encode them', async () => {
      const answer = await gateway.sendBytes(head(['GET /v1/contacts?search=Анна HTTP/1.1', 'Host: a']));
      expect(answer).toMatch(/^HTTP\/1.1 400 [^]*"code":"bad_request"[^]*Percent-encode/);
    });

    it.each([
      ['headers', ['POST /v1/devices HTTP/1.1'], '\r\nX-Slow: '],
      ['a body', ['POST /v1/devices HTTP/1.1', 'Content-Type: application/json'], '\r\n\r\n{'],
    ])('in %s that never end is cut off', async (_, lines, last) => {
      const key = Object.entries(keyHeaders(credential)).map((pair) => pair.join(': '));
      const opening = [...lines, ...key, 'Host: a', 'Content-Length: 10'].join('\r\n');
      const answer = await sendBytesTo(impatientPort, opening, last);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain('"code":"bad_request"');
    });
  });

  it('leaves the gateway in health', async () => {
    expect((await gateway.client(credential).get('/v1/ping')).status).toBe(200);
  });
});
