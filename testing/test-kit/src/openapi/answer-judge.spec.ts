import { AnswerJudge } from './answer-judge';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };

const judge = new AnswerJudge({
  webhooks: {
    'thing.made': {
      post: {
        parameters: [{ $ref: '#/components/parameters/WebhookId' }],
        requestBody: json({
          allOf: [
            { type: 'object', required: ['type', 'data'] },
            { properties: { data: { $ref: '#/components/schemas/Thing' } } },
          ],
        }),
      },
    },
  },
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        responses: {
          200: {
            description: 'The thing.',
            headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
            ...json({
              type: 'object',
              required: ['thing'],
              properties: { thing: { $ref: '#/components/schemas/Thing' } },
              additionalProperties: false,
            }),
          },
          304: { description: 'As you know it.' },
          404: { $ref: '#/components/responses/not_found' },
        },
      },
    },
  },
  components: {
    headers: { 'X-Request-Id': { required: true, schema: text } },
    parameters: { WebhookId: { name: 'webhook-id', in: 'header', required: true, schema: text } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['name', 'at'],
        properties: { name: text, at: { type: ['string', 'null'], format: 'date-time' } },
        additionalProperties: false,
      },
      Failure: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'object', required: ['code'], properties: { code: text } } },
      },
    },
    responses: {
      not_found: {
        description: 'Not there.',
        ...json({
          allOf: [
            { $ref: '#/components/schemas/Failure' },
            { properties: { error: { properties: { code: { enum: ['not_found'] } } } } },
          ],
        }),
      },
    },
  },
});

const differences = (path: string, status: number, body?: unknown, headers: Record<string, string> = {}) =>
  judge.differences('GET', path, {
    status,
    headers: new Headers({
      'x-request-id': 'x',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }),
    bytes: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  });

const thing = { name: 'A', at: '2026-01-31T10:20:30.000+00:00' };
const notFound = { error: { code: 'not_found' } };

describe('the judge of answers', () => {
  it.each([
    ['a described answer, whatever the query', '/things/7?page=2', 200, { thing }],
    ['null where it is allowed', '/things/7', 200, { thing: { ...thing, at: null } }],
    ['a failure with a described code', '/things/7', 404, notFound],
    ['an answer without a body', '/things/7', 304, undefined],
    ['not_found on a route that is not described', '/other', 404, notFound],
  ])('passes %s', (_, path, status, body) => {
    expect(differences(path, status, body)).toEqual([]);
  });

  it.each([
    [
      'a member that is not described',
      200,
      { thing: { ...thing, more: 1 } },
      /^\/thing .*additional.*"more"/,
    ],
    ['a member that is missing', 200, { thing: { name: 'A' } }, /^\/thing .*required property 'at'/],
    ['a value of another kind', 200, { thing: { ...thing, name: 1 } }, /^\/thing\/name must be string/],
    ['a text of another format', 200, { thing: { ...thing, at: 'today' } }, /^\/thing\/at .*date-time/],
    ['a code that is not described', 404, { error: { code: 'conflict' } }, /^\/error\/code .*not_found/],
    ['a status that is not described', 500, {}, /status/],
    ['a body where there should be none', 304, {}, /empty/],
  ])('finds %s', (_, status, body, sentence) => {
    expect(differences('/things/7', status, body)).toEqual([expect.stringMatching(sentence)]);
  });

  it('finds a header that is missing, and a body that is no JSON', () => {
    const answer = { status: 200, headers: new Headers(), bytes: Buffer.from('<html>') };
    expect(judge.differences('GET', '/things/7', answer)).toEqual([
      'The header X-Request-Id is missing.',
      'The body should be JSON.',
    ]);
  });

  it.each([
    ['passes a described event', 'thing.made', { 'webhook-id': 'x' }, thing, []],
    ['finds an event that is not described', 'thing.lost', {}, thing, [/thing.lost is not described/]],
    ['finds a header that is missing', 'thing.made', {}, thing, [/webhook-id is missing/]],
    ['finds a wrong payload', 'thing.made', { 'webhook-id': 'x' }, { name: 1 }, [/'at'/, /^\/data\/name /]],
  ])('%s', (_, type, headers, data, expected) => {
    const found = judge.differencesOfWebhook(type, headers, JSON.stringify({ type, data }));
    expect(found).toEqual(expected.map((sentence) => expect.stringMatching(sentence) as string));
  });

  it('finds a success on a route that is not described', () => {
    expect(differences('/other', 200, { thing })).toHaveLength(1);
  });
});
