import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { BusClient } from '@chat/bus';
import {
  BrokenInput,
  Empty,
  FurtherProblems,
  IdParams,
  operation,
  Optional,
  StoredFile,
  Text,
  UploadedFile,
  type RequestContext,
} from '@chat/contracts';
import { AppError } from '@chat/errors';
import { startEdge } from '../../testing/edge-under-test';
import { v1Surface } from './v1.surface';

class Thing {
  @Text({ max: 5 }) name!: string;
  @Optional() @UploadedFile() image?: StoredFile;
}

const common = {
  effect: 'send',
  scope: 'messages:send',
  body: Thing,
  output: Empty,
  upload: { image: 'image' },
} as const;

const demands = operation({
  ...common,
  http: 'POST /v1/demands/{id}',
  subject: 'rpc.spec.thing.demand',
  params: IdParams,
  idempotency: 'required',
});
const honours = operation({
  ...common,
  http: 'POST /v1/honours',
  subject: 'rpc.spec.thing.honour',
  idempotency: 'optional',
});
const review = operation({
  effect: 'read',
  subject: 'rpc.spec.thing.review',
  body: BrokenInput,
  output: FurtherProblems,
});
const reviewed = operation({
  ...common,
  http: 'POST /v1/reviewed/{id}',
  subject: 'rpc.spec.thing.rule',
  params: IdParams,
  review,
});
const ignores = operation({ ...common, http: 'POST /v1/ignores', subject: 'rpc.spec.thing.ignore' });

describe('the routes of operations', () => {
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let scopes: string[];
  let asked: { context: RequestContext; input: unknown } | null;
  /** What the service finds in what it is given to review. */
  let findings: jest.Mock<Promise<FurtherProblems>, [BrokenInput]>;

  const bus = {
    forward: (_: unknown, context: RequestContext, input: unknown) => {
      asked = { context, input };
      return Promise.resolve({ status: 200, body: '{}', pagination: null });
    },
    request: (_: unknown, __: RequestContext, { body }: { body: BrokenInput }) => findings(body),
  } as unknown as BusClient;
  beforeAll(async () => {
    const operations = [demands, honours, ignores, reviewed];
    edge = await startEdge(
      { bus },
      (services) => [v1Surface(services, operations)],
      () => scopes,
    );
  });

  beforeEach(() => {
    scopes = ['messages:send'];
    asked = null;
    findings = jest.fn<Promise<FurtherProblems>, [BrokenInput]>(() => Promise.resolve({ errors: {} }));
  });

  afterAll(() => edge.drain());

  /** Node's own client, which sends a header twice when it is told to. */
  const post = async (
    path: string,
    headers: Record<string, string | string[]> = {},
    body = '{"name":"a"}',
  ) => {
    const sent = request(edge.url + path, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'client-id': 'ck', 'client-secret': 'cs', ...headers },
    }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { error } = (await json(response)) as {
      error?: { code: string; errors?: Record<string, string[]> };
    };
    return { status: response.statusCode, code: error?.code, errors: error?.errors };
  };

  describe('with an Idempotency-Key', () => {
    it.each(['a', '!~', 'k'.repeat(255)])('hand it on: %.20s', async (key) => {
      for (const path of ['/v1/demands/7', '/v1/honours']) {
        expect(await post(path, { 'idempotency-key': key })).toMatchObject({ status: 200 });
        expect(asked!.context.idempotencyKey).toBe(key);
      }
    });

    it('want it where it is required', async () => {
      expect(await post('/v1/demands/7')).toMatchObject({ status: 422, code: 'idempotency_key_required' });
      expect(await post('/v1/honours')).toMatchObject({ status: 200 });
      expect(asked!.context.idempotencyKey).toBeNull();
    });

    it.each([
      ['that is empty', ''],
      ['of 256 characters', 'k'.repeat(256)],
      ['with a space', 'a b'],
      ['with a tab', 'a\tb'],
      ['with another letter', 'é'],
      ['that is sent twice', ['a', 'a']],
    ])('refuse one %s', async (_, key) => {
      for (const path of ['/v1/demands/7', '/v1/honours']) {
        expect(await post(path, { 'idempotency-key': key })).toEqual({
          status: 422,
          code: 'validation_error',
          errors: {
            'Idempotency-Key': ['Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters.'],
          },
        });
      }
      expect(asked).toBeNull();
    });

    it('ignore it, whatever it is, where the operation does not take one', async () => {
      expect(await post('/v1/ignores', { 'idempotency-key': 'a b' })).toMatchObject({ status: 200 });
      expect(asked!.context.idempotencyKey).toBeNull();
    });

    it('look at it after the scope, and before path, query and body', async () => {
      const broken = [{ 'content-type': 'text/plain' }, '?more=1', '{"name":'] as const;
      expect(await post(`/v1/demands/x${broken[1]}`, broken[0], broken[2])).toMatchObject({
        code: 'idempotency_key_required',
      });
      scopes = [];
      expect(await post('/v1/demands/7')).toMatchObject({ code: 'insufficient_scope' });
    });
  });

  it('hand on what the contract makes of the input', async () => {
    await post('/v1/demands/7', { 'idempotency-key': 'k' }, '{"name":" a ","image":null}');
    expect(JSON.parse(JSON.stringify(asked!.input))).toEqual({ params: { id: 7 }, body: { name: 'a' } });
  });

  it('take no file in JSON, whatever it says of itself', async () => {
    const image = { blob: 'account/2/secret', filename: null, mime_type: 'image/png', size: 1 };
    expect(await post('/v1/honours', {}, JSON.stringify({ name: 'a', image }))).toEqual({
      status: 422,
      code: 'validation_error',
      errors: { image: ['image is a file. Send the request as multipart/form-data.'] },
    });
    expect(asked).toBeNull();
  });

  describe('whose input is reviewed', () => {
    const wrong = '{"name":"too long","other":1}';

    it('answer at once what breaks the contract and what the service finds in the rest', async () => {
      findings.mockResolvedValue({ errors: { image: ['image is required.'], other: ['other is odd.'] } });
      expect(await post('/v1/reviewed/7', {}, wrong)).toEqual({
        status: 422,
        code: 'validation_error',
        errors: {
          name: ['name must be text of 1 to 5 characters.'],
          other: ['other is not a field of this request. Remove it.', 'other is odd.'],
          image: ['image is required.'],
        },
      });
      const given = { params: { id: 7 }, body: {}, broken: ['other', 'name'] };
      expect(JSON.parse(JSON.stringify(findings.mock.calls))).toEqual([[given]]);
      expect(asked).toBeNull();
    });

    it('answer what breaks the contract when the service does not', async () => {
      findings.mockRejectedValue(new AppError('service_unavailable'));
      expect(await post('/v1/reviewed/7', {}, wrong)).toMatchObject({
        code: 'validation_error',
        errors: { name: [expect.any(String)], other: [expect.any(String)] },
      });
    });

    it.each([
      ['fits the contract', '{"name":"a"}', 200],
      ['is no object', '[]', 422],
      [
        'has more problems than an answer lists',
        JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`m${at}`, 1]))),
        422,
      ],
    ])('ask for no review of what %s', async (_, body, status) => {
      expect(await post('/v1/reviewed/7', {}, body)).toMatchObject({ status });
      expect(findings).not.toHaveBeenCalled();
    });
  });

  it.each([
    '0',
    '-1',
    '1.5',
    'x',
    '9007199254740992',
    '%00',
    '1e3',
    '01',
    '+1',
    '1.0',
    '0x1',
    '%201',
    '1%20',
  ])('answer the path id %s as one that nobody has', async (id) => {
    expect(await post(`/v1/demands/${id}`, { 'idempotency-key': 'k' })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});
