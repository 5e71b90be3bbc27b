import { headers as natsHeaders } from 'nats';
import type { Operation, RequestContext } from '@chat/contracts';
import { legacyRoutes, successorOf, type LegacyRoute } from '@chat/contracts/legacy';
import { newerSendMembers, newerTemplateMembers, sendMessage, sendTemplate } from '@chat/contracts/messaging';
import { AppError, type ErrorBody } from '@chat/errors';
import { AnswerJudge, someChannel } from '@chat/test-kit';
import { GatewayUnderTest, keyHeaders } from '../../testing/gateway-under-test';

/** A request that both routes take, and what a service answers to it. */
interface Sample {
  readonly query?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly data: object;
  readonly status?: number;
}

/** What came back of one route. */
interface Outcome {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  /** What the service was asked; null when it was not. */
  readonly asked: { input: Record<string, unknown>; context: RequestContext } | null;
}

interface Call {
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly id?: string;
}

const times = { created_at: '2026-01-31T10:20:30.000+00:00', updated_at: '2026-01-31T10:20:30.000+00:00' };
const contact = {
  id: 7,
  firstname: 'Ana',
  lastname: null,
  mobile_code: '34',
  mobile: '612345678',
  phone: '34612345678',
  marketing_opted_out: false,
  ...times,
};
const webhook = {
  id: 7,
  label: 'CRM',
  url: 'https://crm.example.com/hook',
  events: null,
  status: 'active',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  created_by: null,
  ...times,
};
const quota = {
  account_limit_remaining: 1,
  channels_in_use: 1,
  cloud_api_available: false,
  device_channels_available: true,
};
const person = { firstname: 'Ana', mobile_code: '34', mobile: '612345678' };

const templateSend: Sample = {
  body: { template_id: 'tpl_1', mobile_code: '34', mobile: '612345678', body_variables: ['Ana'] },
  headers: { 'idempotency-key': 'spec' },
  data: { message_id: 1, conversation_id: 2, chat_message_id: 'A' },
  status: 201,
};

/** One for each route; a route without one fails the spec. */
const samples: Readonly<Record<string, Sample>> = {
  'GET /external-api/contact/list': {
    query: 'search=ana&per_page=2&page=1',
    data: { contacts: [contact] },
  },
  'POST /external-api/contact/store': { body: person, data: { contact }, status: 201 },
  'POST /external-api/contact/update/{id}': { body: { lastname: null }, data: { contact } },
  'DELETE /external-api/contact/delete/{id}': { data: { deleted: true, id: 7 } },
  'GET /external-api/inbox/conversation-list': {
    query: 'chat_account_id=3&cursor=abc',
    data: { conversations: [] },
  },
  'GET /external-api/inbox/conversation-messages/{id}': { query: 'per_page=100', data: { messages: [] } },
  'POST /external-api/inbox/send-message': {
    body: { mobile_code: '34', mobile: '612345678', message: ' Hi ' },
    data: { message_id: 1, conversation_id: 2, chat_message_id: 'A' },
    status: 201,
  },
  'GET /external-api/inbox/template-list': { query: 'chat_account_id=3', data: { templates: [] } },
  'POST /external-api/inbox/send-template-message': templateSend,
  'POST /external-api/templates/send': templateSend,
  'GET /device-api/v1/instances': { query: 'per_page=5', data: { devices: [someChannel], quota } },
  'POST /device-api/v1/webhooks': {
    body: { label: 'CRM', url: 'https://crm.example.com/hook' },
    data: { webhook, secret: 'whsec_x' },
    status: 201,
  },
};

const pagination = { current_page: 1, per_page: 2, last_page: 1, total: 1, next_cursor: null };
const operational = legacyRoutes.filter(({ successor }) => successor);
const table = operational.map((route) => [route.http, route] as const);

describe('every legacy route and its successor', () => {
  let gateway: GatewayUnderTest;
  let key: Record<string, string>;
  let narrow: Record<string, string>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    const account_id = await gateway.createAccount();
    key = keyHeaders(await gateway.createKey({ account_id }));
    narrow = keyHeaders(await gateway.createKey({ account_id, scopes: ['qr:generate'] }));
  });

  afterAll(() => gateway.stop());

  /** Plays the service behind an operation. */
  const play = async (operation: Operation, status: number, data: object) => {
    const questions: Outcome['asked'][] = [];
    const subscription = gateway.bus.nats.subscribe(operation.subject, {
      callback: (_, message) => {
        const context = JSON.parse(message.headers!.get('Chat-Context')) as RequestContext;
        questions.push({ input: message.json(), context });
        const reply = natsHeaders();
        reply.set('Status', String(status));
        if (status < 400 && operation.query) reply.set('Pagination', JSON.stringify(pagination));
        message.respond(JSON.stringify(data), { headers: reply });
      },
    });
    await gateway.bus.nats.flush();
    return { questions, stop: () => subscription.unsubscribe() };
  };

  const send = async (http: string, { query, body, headers, id = '7' }: Call) => {
    const [method, template] = http.split(' ') as [string, string];
    const path = template.replaceAll('{id}', id) + (query === undefined ? '' : `?${query}`);
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(gateway.url + path, { method, body, headers: { ...type, ...headers } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const answer = { status: response.status, headers: response.headers, bytes };
    expect(AnswerJudge.committed.differences(method, path, answer)).toEqual([]);
    return { ...answer, body: JSON.parse(bytes.toString()) as Record<string, unknown> };
  };

  /** The same call of both routes, v1 first. */
  const callBoth = async (route: LegacyRoute, call: Call, service?: { status: number; data: object }) => {
    const outcomes: Outcome[] = [];
    for (const http of [successorOf(route), route.http]) {
      const peer = service && (await play(route.successor!, service.status, service.data));
      const answer = await send(http, call);
      peer?.stop();
      outcomes.push({ ...answer, asked: peer?.questions[0] ?? null });
    }
    return outcomes as [Outcome, Outcome];
  };

  const sampleOf = ({ http }: LegacyRoute): Sample => {
    const sample = samples[http];
    if (!sample) throw new Error(`Add a sample of ${http} to this spec.`);
    return sample;
  };
  const callOf = (route: LegacyRoute): Call => {
    const { query, body, headers } = sampleOf(route);
    return { query, body: body && JSON.stringify(body), headers: { ...key, ...headers } };
  };

  /** The failure of the legacy route is that of v1, mostly in other words. */
  const expectSameFailure = ({ keepsV1Contract }: LegacyRoute, [v1, legacy]: [Outcome, Outcome]) => {
    const { code, message, ...data } = v1.body['error'] as ErrorBody;
    expect(legacy.status).toBe(v1.status);
    if (keepsV1Contract) expect(legacy.body).toEqual({ ...v1.body, meta: metaOf(legacy) });
    else expect(legacy.body).toEqual({ status: 'error', message, code, data });
    expect(legacy.headers.get('retry-after')).toBe(v1.headers.get('retry-after'));
    return code;
  };
  const metaOf = ({ headers }: Outcome) => ({ request_id: headers.get('x-request-id') });

  it.each(table)('%s asks the same and answers the same', async (_, route) => {
    const { data, status = 200 } = sampleOf(route);
    const [v1, legacy] = await callBoth(route, callOf(route), { status, data });
    expect(v1.asked).not.toBeNull();
    const input = { ...v1.asked!.input };
    if (route.fixedQuery) input['query'] = { ...(input['query'] as object), ...route.fixedQuery };
    expect(legacy.asked!.input).toEqual(input);
    const { account, credential, idempotencyKey } = v1.asked!.context;
    expect(legacy.asked!.context).toMatchObject({ account, credential, idempotencyKey });

    expect(legacy.status).toBe(v1.status);
    const isList = route.successor!.query !== undefined;
    const inOtherWords = {
      status: 'success',
      message: expect.any(String) as string,
      data: { ...(v1.body['data'] as object), ...(isList && { pagination }) },
    };
    expect(legacy.body).toEqual(route.keepsV1Contract ? { ...v1.body, meta: metaOf(legacy) } : inOtherWords);
    for (const name of ['ratelimit-limit', 'cache-control', 'content-type']) {
      expect(legacy.headers.get(name)).toBe(v1.headers.get(name));
    }
    const successor = successorOf(route).split(' ')[1]!.replace('{id}', '7');
    expect(legacy.headers.get('link')).toBe(`<${successor}>; rel="successor-version"`);
  });

  /** What a client would send as each of the members that v1 gained. */
  const newerMembers: Readonly<Record<string, unknown>> = {
    reply_to: 5,
    reaction: { message_id: 5, emoji: '👍' },
    sticker: 'a file',
    sticker_url: 'https://shop.example.com/a.webp',
    contacts: [{ name: { formatted_name: 'Ana Sol', first_name: 'Ana' } }],
    interactive: {
      type: 'location_request_message',
      body: { text: 'Where?' },
      action: { name: 'send_location' },
    },
    link_preview: true,
    ...{ image_id: 'med_1', document_id: 'med_1', video_id: 'med_1', audio_id: 'med_1', sticker_id: 'med_1' },
    header_media_id: 'med_1',
    body_named_variables: { name: 'Ana' },
    header_named_variables: { name: 'Ana' },
  };
  const dropped = legacyRoutes
    .filter(({ http }) => http.startsWith('POST '))
    .flatMap((route) =>
      (route.drops ?? []).map((name): [string, string, LegacyRoute] => [route.http, name, route]),
    );

  it.each(dropped)('%s drops %s, whatever it holds', async (http, name, route) => {
    const { body, data, status = 200 } = sampleOf(route);
    const peer = await play(route.successor!, status, data);
    for (const value of [newerMembers[name], { odd: [] }]) {
      expect(value).toBeDefined();
      const call = { ...callOf(route), body: JSON.stringify({ ...body, [name]: value }) };
      expect((await send(http, call)).status).toBe(status);
    }
    peer.stop();
    expect(peer.questions.map((asked) => asked!.input['body'])).toEqual([body, body]);
  });

  it('GET /external-api/inbox/conversation-list drops the filters that v1 gained later', async () => {
    const http = 'GET /external-api/inbox/conversation-list';
    const route = legacyRoutes.find((one) => one.http === http)!;
    const peer = await play(route.successor!, 200, sampleOf(route).data);
    const call = { ...callOf(route), query: 'contact_id=x&search=Ana&unread=maybe&per_page=5' };
    expect((await send(http, call)).status).toBe(200);
    peer.stop();
    expect(peer.questions.map((asked) => asked!.input['query'])).toEqual([{ per_page: 5 }]);
  });

  it.each(newerSendMembers.filter((name) => name !== 'sticker'))(
    'v1 sends nothing with %s while only replicas serve it that do not know it',
    async (name) => {
      // These subscribe to the subject of their version alone.
      const peer = await play(sendMessage, 201, {});
      const body = {
        ...(samples['POST /external-api/inbox/send-message']!.body as object),
        message: ['reply_to', 'link_preview'].includes(name) ? 'Hi' : undefined,
        [name]: newerMembers[name],
      };
      const answer = await send('POST /v1/messages', { body: JSON.stringify(body), headers: key });
      peer.stop();
      expect(answer).toMatchObject({
        status: 503,
        body: { error: { code: 'service_unavailable', retryable: true } },
      });
      expect(peer.questions).toEqual([]);
    },
  );

  it.each(newerTemplateMembers)(
    'v1 sends no template with %s while only replicas serve it that do not know it',
    async (name) => {
      const peer = await play(sendTemplate, 201, {});
      const body = {
        ...(samples['POST /external-api/inbox/send-template-message']!.body as object),
        [name]: newerMembers[name],
      };
      const headers = { ...key, 'idempotency-key': name };
      const answer = await send('POST /v1/templates/send', { body: JSON.stringify(body), headers });
      peer.stop();
      expect(answer).toMatchObject({ status: 503, body: { error: { retryable: true } } });
      expect(peer.questions).toEqual([]);
    },
  );

  it.each(table)('%s passes on the failure of a service', async (_, route) => {
    const data = new AppError('server_error', { reason: 'outcome_unknown', message_id: 5 }).toBody();
    const outcomes = await callBoth(route, callOf(route), { status: 500, data });
    expect(expectSameFailure(route, outcomes)).toBe('server_error');
  });

  it.each(table)('%s refuses the same requests for the same reasons', async (_, route) => {
    const call = callOf(route);
    const codes = new Map<string, string>();
    const refuse = async (name: string, changes: Partial<Call>) => {
      codes.set(name, expectSameFailure(route, await callBoth(route, { ...call, ...changes })));
    };
    await refuse('nobody', { headers: {} });
    await refuse('a wrong token', { headers: { authorization: 'Bearer at_wrong' } });
    await refuse('two credentials', { headers: { ...call.headers, authorization: 'Bearer at_wrong' } });
    await refuse('another scope', { headers: { ...call.headers, ...narrow } });
    await refuse('NUL', { query: 'x=%00' });
    if (takesBody(route)) {
      await refuse('no JSON', { body: '{' });
      await refuse('another type', { body: 'x', headers: { ...call.headers, 'content-type': 'text/plain' } });
    }
    if (route.http.includes('{id}')) await refuse('an id of nobody', { id: '0' });
    if (route.keepsV1Contract) await refuse('an unknown member', { query: 'nobody_knows_this=1' });
    if (sampleOf(route).body)
      await refuse('a number for a text', { body: allNumbers(sampleOf(route).body!) });
    expect(Object.fromEntries(codes)).toMatchObject({
      nobody: 'unauthenticated',
      'a wrong token': 'unauthenticated',
      'two credentials': 'bad_request',
      'another scope': 'insufficient_scope',
      NUL: 'validation_error',
    });
  });

  const older = table.filter(([, { keepsV1Contract }]) => !keepsV1Contract);

  it.each(older)('%s ignores what v1 refuses as unknown', async (_, route) => {
    const { query, body, data, status = 200 } = sampleOf(route);
    const known = { ...callOf(route), query: query ?? '' };
    const [, without] = await callBoth(route, known, { status, data });
    const more = {
      ...known,
      query: `${known.query}&nobody_knows_this=1`,
      ...(takesBody(route) && { body: JSON.stringify({ ...body, nobody_knows_this: { at: 'all' } }) }),
    };
    const [strict, lenient] = await callBoth(route, more, { status, data });
    expect(strict.status).toBe(422);
    expect(lenient.status).toBe(status);
    expect(lenient.asked!.input).toEqual(without.asked!.input);
  });

  it('answer a ping alike, with either spelling of the key and from anywhere', async () => {
    const [route] = legacyRoutes.filter(({ successor }) => !successor);
    const spelled = { 'x-api-key': key['client-id']!, 'x-api-secret': key['client-secret']! };
    for (const headers of [key, spelled]) {
      const [v1, legacy] = await callBoth(route!, { headers });
      expect(legacy.body).toMatchObject({ status: 'success', data: v1.body['data'] });
    }
    expectSameFailure(route!, await callBoth(route!, { headers: {} }));
  });
});

/** The client of this spec sends no body with GET. */
function takesBody({ http }: LegacyRoute): boolean {
  return !http.startsWith('GET');
}

function allNumbers(body: object): string {
  return JSON.stringify(Object.fromEntries(Object.keys(body).map((name) => [name, 1.5])));
}
