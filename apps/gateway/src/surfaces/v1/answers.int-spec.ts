import { headers } from 'nats';
import { createChannel, getChannelStatus, listChannels, setDefaultChannel } from '@chat/contracts/channels';
import { updateContact } from '@chat/contracts/crm';
import { listConversations, sendMessage } from '@chat/contracts/messaging';
import type { InputOf, Operation, RequestContext } from '@chat/contracts';
import { AppError, catalogue } from '@chat/errors';
import {
  CapturedLog,
  someChannel,
  until,
  type Answer,
  type ApiClient,
  type Credential,
} from '@chat/test-kit';
import { GatewayUnderTest, keyHeaders } from '../../testing/gateway-under-test';

/** What a service was asked. */
interface Question {
  input: unknown;
  context: RequestContext;
}

describe('answers over HTTP', () => {
  let gateway: GatewayUnderTest;
  let credential: Credential;
  let client: ApiClient;
  let log: CapturedLog;

  beforeAll(async () => {
    log = new CapturedLog();
    gateway = await GatewayUnderTest.start({ LOG_LEVEL: 'info' });
    credential = await gateway.createKey({
      scopes: ['devices:read', 'devices:manage', 'messages:send', 'conversations:read', 'contacts:write'],
    });
    client = gateway.client(credential);
  });

  afterAll(async () => {
    await gateway.stop();
    log.release();
  });

  /** What the gateway logs of a request that failed. */
  const linesOf = (answer: Answer) =>
    log.lines.filter(
      ({ requestId, level }) => requestId === answer.headers.get('x-request-id') && level !== 'info',
    );

  /** Plays a service that answers these bytes once; `asked` resolves to what it was asked. */
  const answerOnce = async (
    operation: Operation,
    bytes: string,
    { status = '200', pagination = '', named = '' } = {},
  ): Promise<{ asked: Promise<Question> }> => {
    const subscription = gateway.bus.nats.subscribe(operation.subject, { max: 1 });
    await gateway.bus.nats.flush();
    const answer = async () => {
      for await (const message of subscription) {
        const replyHeaders = headers();
        replyHeaders.set('Status', status);
        if (pagination) replyHeaders.set('Pagination', pagination);
        if (named) replyHeaders.set('Named', named);
        message.respond(bytes, { headers: replyHeaders });
        const context = JSON.parse(message.headers!.get('Chat-Context')) as RequestContext;
        return { input: message.json(), context };
      }
      throw new Error('The service was not asked.');
    };
    return { asked: answer() };
  };

  it('wraps the bytes of a service without reading them', async () => {
    const channel = JSON.stringify({ ...someChannel, business_name: 'Åsa 🙂' });
    const bytes = `{ "device":  ${channel.replace('"id":7', '"id": 7.0')} }`;
    const { asked } = await answerOnce(setDefaultChannel, bytes);
    const answer = await client.post('/v1/devices/7/default', undefined, {
      headers: { 'x-request-id': '8f14e45f-ceea-467f-9c4c-1b2f9d3a5e6b' },
    });
    await asked;
    expect(answer.status).toBe(200);
    expect(answer.bytes.toString()).toBe(
      `{"ok":true,"data":${bytes},"meta":{"request_id":"8f14e45f-ceea-467f-9c4c-1b2f9d3a5e6b"}}`,
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.bytes.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': '8f14e45f-ceea-467f-9c4c-1b2f9d3a5e6b',
    });
  });

  it('tells in a header when a service wants to be asked again', async () => {
    const busy = new AppError('service_unavailable', { retry_after: 5 });
    const { asked } = await answerOnce(setDefaultChannel, JSON.stringify(busy.toBody()), { status: '503' });
    const answer = await client.post('/v1/devices/7/default');
    await asked;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('takes status and pagination from the reply', async () => {
    const pagination = '{"current_page":1,"per_page":25,"last_page":1,"total":0,"next_cursor":null}';
    const { asked } = await answerOnce(listConversations, '{"conversations":[]}', { pagination });
    const list = await client.get('/v1/conversations?per_page=25');
    expect((await asked).input).toEqual({ query: { per_page: 25 } });
    expect(list.body).toEqual({
      ok: true,
      data: { conversations: [] },
      meta: { request_id: list.headers.get('x-request-id'), pagination: JSON.parse(pagination) as object },
    });

    const body = JSON.stringify({ device: someChannel, reused: false, message: 'Done.' });
    const { asked: created } = await answerOnce(createChannel, body, { status: '201' });
    expect((await client.post('/v1/devices', { name: 'Shop' })).status).toBe(201);
    expect((await created).input).toEqual({ body: { name: 'Shop', type: 'device' } });
  });

  it('passes on members that only a newer version of the service knows', async () => {
    const body = { contact: { id: 7, more: { deep: 1 } }, more: 1 };
    const { asked } = await answerOnce(updateContact, JSON.stringify(body));
    const answer = await fetch(`${gateway.url}/v1/contacts/7`, {
      method: 'PATCH',
      body: '{}',
      headers: { 'content-type': 'application/json', ...keyHeaders(credential) },
    });
    await asked;
    expect(await answer.json()).toMatchObject({ ok: true, data: body });
  });

  it('passes on a failure as the service words it', async () => {
    const error = new AppError('limit_reached').toBody();
    const { asked } = await answerOnce(createChannel, JSON.stringify(error), { status: '403' });
    const answer = await client.post('/v1/devices', { name: 'Shop' });
    await asked;
    expect(answer.status).toBe(403);
    expect(answer.error).toEqual(error);
  });

  it('leaves the log of a failure to the service that answered it', async () => {
    const error = new AppError('server_error').toBody();
    const { asked } = await answerOnce(createChannel, JSON.stringify(error), { status: '500' });
    const answer = await client.post('/v1/devices', { name: 'Shop' });
    await asked;
    expect(answer.status).toBe(500);
    expect(linesOf(answer)).toEqual([]);
  });

  it('tells the service who asks, and until when', async () => {
    const { asked } = await answerOnce(setDefaultChannel, JSON.stringify({ device: someChannel }));
    const before = Date.now();
    const answer = await client.post('/v1/devices/7/default', undefined);
    const { input, context } = await asked;
    expect(input).toEqual({ params: { id: 7 } });
    expect(context).toMatchObject({
      requestId: answer.headers.get('x-request-id'),
      account: {
        plan: {
          account_limit: 5,
          device_channels: true,
          cloud_channels: false,
          coexistence: false,
          rate_limit: 100_000,
        },
      },
      credential: {
        type: 'api_key',
        id: credential.clientId,
        scopes: expect.arrayContaining(['devices:read']) as unknown,
      },
    });
    expect(context.deadline).toBeGreaterThan(before + 9_000);
    expect(context.deadline).toBeLessThanOrEqual(Date.now() + 10_000);
  });

  it('begins a trace of its own, to which the log links the caller’s', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { asked } = await answerOnce(setDefaultChannel, JSON.stringify({ device: someChannel }));
    const answer = await client.post('/v1/devices/7/default', undefined, { headers: { traceparent } });
    const [, traceId] = (await asked).context.traceparent!.split('-');
    expect(traceparent).not.toContain(traceId);
    const line = await until(
      () => log.lines.find(({ requestId }) => requestId === answer.headers.get('x-request-id')),
      { describe: 'the line of the request' },
    );
    expect(line).toMatchObject({ traceId, linkedTrace: traceparent });
  });

  const lineOf = (answer: Answer) =>
    until(
      () =>
        log.lines.find(
          ({ requestId, msg }) => requestId === answer.headers.get('x-request-id') && msg === 'request',
        ),
      { describe: 'the line of the request' },
    );

  it('names the records that an answer is about in the line of the request', async () => {
    const named = JSON.stringify({ channelId: 7, messageId: 1042 });
    await answerOnce(setDefaultChannel, JSON.stringify({ device: someChannel }), { named });
    const answer = await client.post('/v1/devices/7/default');
    expect(await lineOf(answer)).toMatchObject({ status: 200, channelId: 7, messageId: 1042 });
  });

  it('names the codes of a failure and the message that it left behind', async () => {
    const error = {
      ...{ code: 'not_found', message: 'To +4915112345678', retryable: false, message_id: 1042 },
      ...{ reason: 'provider_rate_limited', provider: { code: '131056', message: 'To 4915112345678' } },
    };
    await answerOnce(setDefaultChannel, JSON.stringify(error), { status: '404' });
    const line = await lineOf(await client.post('/v1/devices/7/default'));
    expect(line).toMatchObject({
      ...{ status: 404, messageId: 1042, code: 'not_found' },
      ...{ reason: 'provider_rate_limited', providerCode: '131056' },
    });
    expect(JSON.stringify(line)).not.toContain('4915112345678');
  });

  it('names the code of its own refusal, and nothing of what the client sent', async () => {
    const line = await lineOf(await client.post('/v1/templates/4915112345678'));
    expect(line).toMatchObject({ status: 404, code: 'not_found' });
    expect(JSON.stringify(line)).not.toContain('4915112345678');
  });

  it('makes a request id and a trace of its own when the caller’s are none', async () => {
    const { asked } = await answerOnce(setDefaultChannel, JSON.stringify({ device: someChannel }));
    const answer = await client.post('/v1/devices/7/default', undefined, {
      headers: { 'x-request-id': 'mine', traceparent: 'mine' },
    });
    const { context } = await asked;
    expect(context.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(context.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
    expect(answer.headers.get('x-request-id')).toBe(context.requestId);
  });

  it.each([
    ['a list', '/v1/devices', 200],
    ['what the gateway answers by itself', '/v1/ping', 200],
    ['what is absent', '/v1/devices/0/status', 404],
    ['what the scopes do not open', '/v1/templates', 403],
    ['a wrong query', '/v1/devices?more=1', 422],
  ])('answers HEAD as it answers GET, without the body: %s', async (_, path, status) => {
    const quota = {
      account_limit_remaining: 5,
      channels_in_use: 0,
      cloud_api_available: false,
      device_channels_available: true,
    };
    const subscription = await gateway.bus.respond(listChannels, () => ({ devices: [], quota }));
    const ask = async (method: string) => {
      const answer = await fetch(gateway.url + path, { method, headers: keyHeaders(credential) });
      const headers = new Headers(answer.headers);
      // `fetch` wants the connection closed after HEAD.
      for (const name of ['date', 'connection', 'keep-alive']) headers.delete(name);
      const sent = Object.fromEntries(headers);
      return { status: answer.status, body: await answer.text(), sent };
    };
    const [get, head] = [await ask('GET'), await ask('HEAD')];
    subscription.unsubscribe();
    expect([get.status, head.status, head.body]).toEqual([status, status, '']);
    const left = Number(get.sent['ratelimit-remaining']) - 1;
    const own = ['x-request-id', 'ratelimit-reset'].map((name) => [name, expect.any(String) as unknown]);
    expect(head.sent).toEqual({
      ...get.sent,
      ...Object.fromEntries(own),
      'ratelimit-remaining': String(left),
    });
  });

  describe('a service that is silent', () => {
    const sent: InputOf<typeof sendMessage>['body'] = {
      mobile_code: '1',
      mobile: '2025550123',
      message: 'Hi',
    };

    it('is unavailable when nobody listens, and nothing was done', async () => {
      const answer = await client.post('/v1/messages', sent);
      expect(answer.error).toMatchObject({ code: 'service_unavailable', retryable: true });
      expect(linesOf(answer)).toHaveLength(1);
      expect(linesOf(answer)[0]).toMatchObject({
        level: 'warn',
        status: 503,
        operation: sendMessage.subject,
        error: { code: 'service_unavailable', cause: { name: 'NatsError', code: '503' } },
      });
    });

    it('has an unknown outcome after its time, but for a read, which can be repeated', async () => {
      const deaf = [createChannel, listChannels].map(({ subject }) => gateway.bus.nats.subscribe(subject));
      await gateway.bus.nats.flush();
      const [write, read] = await Promise.all([
        client.post('/v1/devices', { name: 'Shop' }),
        client.get('/v1/devices'),
      ]);
      deaf.forEach((subscription) => subscription.unsubscribe());
      expect(write.status).toBe(500);
      expect(write.error).toMatchObject({
        code: 'server_error',
        reason: 'outcome_unknown',
        retryable: false,
      });
      expect(read.error).toMatchObject({ code: 'service_unavailable', retryable: true });
      expect(linesOf(write)).toMatchObject([{ level: 'error', error: { cause: { code: 'TIMEOUT' } } }]);
    });
  });

  describe('what is not there', () => {
    const id = '8f14e45f-ceea-467f-9c4c-1b2f9d3a5e6b';
    const anonymous = { 'x-request-id': id };

    it('has the same bytes, whether the route, the id or the record is unknown', async () => {
      const gone = await gateway.bus.respond(getChannelStatus, () => {
        throw new AppError('not_found');
      });
      const unknown = [
        await client.get('/v1/devices/999/status', { headers: anonymous }),
        await client.get('/v1/devices/abc/status', { headers: anonymous }),
        await client.get('/v1/devices/0/status', { headers: anonymous }),
        await client.get('/v1/devices/-1/status', { headers: anonymous }),
        await client.get('/v1/devices/1.5/status', { headers: anonymous }),
        await client.get('/v1/devices/9007199254740992/status', { headers: anonymous }),
        await client.get(`/v1/devices/${'9'.repeat(500)}/status`, { headers: anonymous }),
        await client.get('/v1/devices/%00/status', { headers: anonymous }),
        await client.get('/v1/devices/%zz/status', { headers: anonymous }),
        await client.get('/v1/devices/__proto__/status', { headers: anonymous }),
        await client.get('/v1/nothing', { headers: anonymous }),
        await client.get('/', { headers: anonymous }),
        await gateway.client().get('/v1/nothing', { headers: anonymous }),
      ];
      gone.unsubscribe();
      const bytes = unknown.map((answer) => answer.bytes.toString());
      expect(unknown.map(({ status }) => status)).toEqual(unknown.map(() => 404));
      expect(new Set(bytes)).toEqual(
        new Set([
          JSON.stringify({ ok: false, error: new AppError('not_found').toBody(), meta: { request_id: id } }),
        ]),
      );
    });
  });

  it.each([
    ['PUT', '/v1/devices', 'There is no PUT of this path. It takes GET, HEAD, POST.', 'GET, HEAD, POST'],
    ['DELETE', '/v1/ping?a=b', 'There is no DELETE of this path. It takes GET, HEAD.', 'GET, HEAD'],
    ['POST', '/v1/contacts/', 'There is no such path. Remove the slash at its end.', null],
    ['GET', '/v1/devices/7/status/', 'There is no such path. Remove the slash at its end.', null],
    ['GET', '/v1/nothing/', catalogue.not_found.message, null],
  ])('tells what is wrong with %s %s', async (method, path, message, allow) => {
    const response = await fetch(gateway.url + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([404, allow]);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found', message } });
  });

  it('tells that an id is missing, as where a slash is too much', async () => {
    const { status, error } = await client.get('/v1/devices//status');
    expect([status, error.message]).toEqual([404, expect.stringMatching(/^The path lacks an id\./)]);
  });

  it('names the place where a body stops being JSON, and quotes nothing of it', async () => {
    const headers = { ...keyHeaders(credential), 'content-type': 'application/json' };
    const body = '{\n  "mobile": "4155550123",\n}';
    const response = await fetch(`${gateway.url}/v1/contacts`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({
      error: {
        code: 'bad_request',
        message: 'The body is not JSON: line 3, column 1. Check its syntax there.',
      },
    });
  });

  it('tells load balancers that it lives and is ready', async () => {
    const plain = await gateway.client().get('/readyz');
    expect(plain.body).toEqual({
      ready: true,
      checks: {
        accepting: true,
        'gateway.postgres': true,
        'gateway.nats': true,
        'gateway.subscriptions': true,
      },
    });
    expect((await gateway.client().get('/healthz')).body).toEqual({ alive: true });
  });
});
