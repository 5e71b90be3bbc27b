import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BusClient, RawReply } from '@chat/bus';
import {
  Empty,
  IdParams,
  OneOf,
  operation,
  Optional,
  PageQuery,
  Text,
  UploadedFile,
  type RequestContext,
  type StoredFile,
} from '@chat/contracts';
import type { LegacyRoute } from '@chat/contracts/legacy';
import { AppError } from '@chat/errors';
import { startEdge } from '../../testing/edge-under-test';
import type { UploadsService } from '../../uploads/uploads.service';
import { legacySurfaces } from './legacy.surface';

class Thing {
  @Text({ max: 5 }) name!: string;
}

class FileToSend {
  @Text({ max: 20 }) name!: string;
  @Optional() @UploadedFile() document?: StoredFile;
}

class ThingsQuery extends PageQuery {
  @Optional() @OneOf(['red', 'blue']) colour?: string;
}

const makeThing = operation({
  http: 'POST /v1/things/{id}',
  subject: 'rpc.spec.thing.make',
  effect: 'send',
  scope: 'messages:send',
  idempotency: 'required',
  params: IdParams,
  body: Thing,
  output: Empty,
});
const listThings = operation({
  http: 'GET /v1/things',
  subject: 'rpc.spec.thing.list',
  effect: 'read',
  scope: 'messages:send',
  query: ThingsQuery,
  output: Empty,
});

const sendFile = operation({
  http: 'POST /v1/files',
  subject: 'rpc.spec.file.send',
  effect: 'send',
  scope: 'messages:send',
  upload: { document: 'document' },
  body: FileToSend,
  output: Empty,
});

const routes: LegacyRoute[] = [
  { http: 'POST /external-api/file', successor: sendFile },
  { http: 'POST /external-api/thing/{id}', successor: makeThing, idempotency: 'optional' },
  { http: 'POST /external-api/strict/thing/{id}', successor: makeThing, keepsV1Contract: true },
  { http: 'GET /device-api/v1/red', successor: listThings, fixedQuery: { colour: 'red' } },
  { http: 'GET /device-api/v1/ping', successor: null },
];

describe('a legacy route', () => {
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let asked: { context: RequestContext; input: unknown } | null;
  let answer: RawReply;

  const bus = {
    forward: (_: unknown, context: RequestContext, input: unknown) => {
      asked = { context, input };
      return Promise.resolve(answer);
    },
  } as unknown as BusClient;
  const uploads = {
    receive: async (_: unknown, file: Readable) => {
      const bytes = await buffer(file);
      return { key: 'b', size: bytes.length, sha256: 'a'.repeat(64), sniffedType: null, isAnimated: false };
    },
    inTurn: <T>(_: unknown, work: () => Promise<T>) => work(),
    discard: () => Promise.resolve(),
  } as unknown as UploadsService;
  const publicUrl = { base: 'https://chat.example.com/chat', path: '/chat', isSecure: true };
  beforeAll(async () => {
    edge = await startEdge({ bus, uploads }, (services) => legacySurfaces(services, publicUrl, routes));
  });

  beforeEach(() => {
    asked = null;
    answer = { status: 200, body: '{"a": 1 }', pagination: null };
  });

  afterAll(() => edge.drain());

  const call = async (http: string, body?: string, headers: Record<string, string> = {}) => {
    const [method, path] = http.split(' ') as [string, string];
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const own = { 'client-id': 'ck', 'client-secret': 'cs', ...type, ...headers };
    const response = await fetch(edge.url + path, { method, body, headers: own });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('puts the bytes of a success into the legacy envelope, whatever their spelling', async () => {
    const { text, headers } = await call('POST /external-api/thing/7', '{"name":"a"}');
    expect(text).toBe('{"status":"success","message":"The request succeeded.","data":{"a": 1 }}');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('puts the place in the list into the data of a list', async () => {
    answer = { status: 200, body: '{"things":[{"a":"}"}]} \n', pagination: '{"total":null}' };
    const { text } = await call('GET /device-api/v1/red');
    expect(JSON.parse(text)).toMatchObject({ data: { things: [{ a: '}' }], pagination: { total: null } } });
  });

  it('says with a failure what v1 says, beside code and message', async () => {
    const error = new AppError('insufficient_scope', { required_scope: 'a:b', reason: 'why' });
    answer = { status: 403, body: JSON.stringify(error.toBody()), pagination: null };
    const { status, text } = await call('POST /external-api/thing/7', '{"name":"a"}');
    expect(status).toBe(403);
    expect(JSON.parse(text)).toEqual({
      status: 'error',
      code: 'insufficient_scope',
      message: error.message,
      data: { retryable: false, required_scope: 'a:b', reason: 'why' },
    });
  });

  it('says when it repeats an answer', async () => {
    answer = { ...answer, isReplay: true };
    const { headers } = await call('POST /external-api/thing/7', '{"name":"a"}', { 'idempotency-key': 'k' });
    expect(headers.get('idempotent-replayed')).toBe('true');
    expect(asked!.context.idempotencyKey).toBe('k');
  });

  it('takes a request without the Idempotency-Key that only v1 demands', async () => {
    expect(await call('POST /external-api/thing/7', '{"name":"a"}')).toMatchObject({ status: 200 });
    expect(asked).toMatchObject({ context: { idempotencyKey: null }, input: { params: { id: 7 } } });
  });

  it('ignores members that it does not know, in query and body', async () => {
    expect(await call('POST /external-api/thing/7?more=1', '{"name":"a","more":{}}')).toMatchObject({
      status: 200,
    });
    expect(JSON.parse(JSON.stringify(asked!.input))).toEqual({ params: { id: 7 }, body: { name: 'a' } });
    expect(await call('GET /device-api/v1/ping?more=1')).toMatchObject({ status: 200 });
  });

  it('ignores parts of forms that it does not know, files among them', async () => {
    const post = async (...more: [string, string | Blob][]) => {
      const form = new FormData();
      for (const [name, value] of [['name', 'a'], ['document', new Blob(['x'])], ...more] as typeof more) {
        form.append(name, value);
      }
      const headers = { 'client-id': 'ck', 'client-secret': 'cs' };
      const answer = await fetch(`${edge.url}/external-api/file`, { method: 'POST', body: form, headers });
      return { status: answer.status, text: await answer.text() };
    };
    expect(await post(['more', 'text'], ['attachment', new Blob(['y'])])).toMatchObject({ status: 200 });
    expect(asked!.input).toMatchObject({ body: { name: 'a', document: { blob: 'b', size: 1 } } });
    expect(Object.keys((asked!.input as { body: object }).body)).toEqual(['name', 'document']);
    expect(await post(['name', new Blob(['a file where a text belongs'])])).toMatchObject({ status: 422 });
  });

  it('sets its fixed members of the query over what the client sends', async () => {
    for (const query of ['', '?colour=blue', '?colour=green', '?colour=blue&colour=red']) {
      expect(await call(`GET /device-api/v1/red${query}`)).toMatchObject({ status: 200 });
      expect(asked!.input).toMatchObject({ query: { colour: 'red' } });
    }
  });

  it.each([
    ['a success', 'POST /external-api/thing/7', '{"name":"a"}', '/v1/things/7'],
    ['a refusal', 'POST /external-api/thing/7', '{', '/v1/things/7'],
    ['an id that is none', 'POST /external-api/thing/%3E%0d%0aX', '{"name":"a"}', '/v1/things/%3E%0D%0AX'],
    ['ping', 'GET /device-api/v1/ping', undefined, '/v1/ping'],
    ['a route that keeps the contract of v1', 'POST /external-api/strict/thing/7', '{}', '/v1/things/7'],
  ])('names its successor under the public path, with %s', async (_, http, body, successor) => {
    const { headers } = await call(http, body);
    expect(headers.get('link')).toBe(`</chat${successor}>; rel="successor-version"`);
  });

  it('keeps rules and words of v1 where it says so', async () => {
    const strict = 'POST /external-api/strict/thing/7';
    expect(await call(strict, '{"name":"a"}')).toMatchObject({
      status: 422,
      text: expect.stringContaining('"ok":false,"error":{"code":"idempotency_key_required"') as string,
    });
    const key = { 'idempotency-key': 'k' };
    expect((await call(strict, '{"name":"a","more":1}', key)).text).toContain('"code":"validation_error"');
    expect((await call(strict, '{"name":"a"}', key)).text).toMatch(/^\{"ok":true,"data":\{"a": 1 \},"meta":/);
  });

  it('that does not exist is not found in the words of the surface', async () => {
    const { status, text } = await call('GET /external-api/thing/7');
    expect({ status, ...(JSON.parse(text) as object) }).toMatchObject({ status: 'error', code: 'not_found' });
    expect((await call('GET /device-api')).text).toContain('"ok":false');
  });
});
