import { isDeepStrictEqual } from 'node:util';
import type { Channel, SentMessage, Template } from '@chat/client';
import { legacyRoutes } from '@chat/contracts/legacy';
import { catalogue, type ErrorCode } from '@chat/errors';
import { until, WebhookReceiver, type Answer, type ApiClient, type TestClient } from '@chat/test-kit';
import { connectCloud, control, putNumber } from '../cloud/cloud-shop';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, receiverAt } from '../messages/shop';

interface LegacyAnswer<T> {
  status: 'success' | 'error';
  message: string;
  data: T;
  code?: string;
}

interface Call {
  /** Replaces `{id}` in the path. */
  id?: number;
  query?: string;
  body?: object;
  /** Override those of the key. */
  headers?: Record<string, string>;
}

/** A call that succeeds, and one that is refused. */
interface Sample {
  success: Call;
  failure: Call & { code: ErrorCode };
}

/** A program written before v1, running beside v1 on the same account. */
export function legacyClients(stack: RunningStack): void {
  let v1: TestClient;
  let legacy: ApiClient;
  let keyHeaders: Record<string, string>;
  let channel: Channel;
  let number: string;
  let template: Template;

  beforeAll(async () => {
    const { id } = await stack().admin.createAccount();
    const credential = await stack().admin.createApiKey(id);
    v1 = stack().typedClient(credential);
    legacy = stack().client();
    // With the headers that the device API documents.
    keyHeaders = { 'X-Api-Key': credential.clientId, 'X-Api-Secret': credential.clientSecret };
    ({ device: channel, number } = await connectPhone(stack(), v1));
    template = await approvedTemplate(id);
  });

  async function approvedTemplate(accountId: number): Promise<Template> {
    const cloud = await connectCloud(stack(), accountId, await putNumber(stack(), freshNumber()));
    const scopes = ['templates:read', 'templates:write'];
    const author = stack().typedClient(await stack().admin.createApiKey(accountId, { scopes }));
    const made = await author.createTemplate({
      chat_account_id: cloud.id,
      name: 'legacy_order_ready',
      language: 'en_US',
      category: 'UTILITY',
      body: 'Dear {{1}}, your order is ready.',
      body_examples: ['Ana'],
    });
    const { template_id: id, provider_template_id } = made.template;
    await control(stack(), 'PUT', `/templates/${provider_template_id}`, { status: 'APPROVED' });
    return until(
      async () => {
        const { template: now } = await author.getTemplate({ id });
        return now.status === 'APPROVED' && now;
      },
      { describe: 'the approval' },
    );
  }

  const call = (http: string, { id, query, body, headers = {} }: Call = {}): Promise<Answer> => {
    const [method, template] = http.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    const path = template.replace('{id}', String(id)) + (query === undefined ? '' : `?${query}`);
    const options = { headers: { ...keyHeaders, ...headers } };
    switch (method) {
      case 'GET':
        return legacy.get(path, options);
      case 'POST':
        return legacy.post(path, body, options);
      case 'DELETE':
        return legacy.delete(path, options);
    }
  };
  const dataOf = async <T>(http: string, how: Call = {}) =>
    ((await call(http, how)).body as LegacyAnswer<T>).data;

  const textTo = (customer: string, message: string) => ({
    ...receiverAt(customer),
    message,
    chat_account_id: channel.id,
  });
  const templateTo = (customer: string) => ({
    ...receiverAt(customer),
    template_id: template.template_id,
    chat_account_id: template.chat_account_id,
    body_variables: ['Ana'],
  });
  const person = () => ({ firstname: 'Ana', ...receiverAt(freshNumber()) });
  const storedContact = async () => (await v1.createContact(person())).contact.id;
  const unknownId = { id: 999_999_999, code: 'not_found' } as const;
  const wrongPage = { query: 'per_page=0', code: 'validation_error' } as const;

  /** One for each route; a route without one fails the journey. */
  const samples: Readonly<Record<string, () => Promise<Sample> | Sample>> = {
    'GET /external-api/ping': () => ({
      success: {},
      failure: { headers: { 'X-Api-Secret': 'cs_wrong' }, code: 'unauthenticated' },
    }),
    'GET /external-api/contact/list': () => ({ success: { query: 'search=a' }, failure: wrongPage }),
    'POST /external-api/contact/store': async () => {
      const known = person();
      await v1.createContact(known);
      return { success: { body: person() }, failure: { body: known, code: 'duplicate_contact' } };
    },
    'POST /external-api/contact/update/{id}': async () => ({
      success: { id: await storedContact(), body: { lastname: 'Núñez' } },
      failure: { ...unknownId, body: { lastname: 'Núñez' } },
    }),
    'DELETE /external-api/contact/delete/{id}': async () => ({
      success: { id: await storedContact() },
      failure: unknownId,
    }),
    'GET /external-api/inbox/conversation-list': () => ({ success: {}, failure: wrongPage }),
    'GET /external-api/inbox/conversation-messages/{id}': async () => {
      const { conversation_id: id } = await v1.sendMessage(textTo(freshNumber(), 'Hello'));
      return { success: { id }, failure: unknownId };
    },
    'POST /external-api/inbox/send-message': () => ({
      success: { body: textTo(freshNumber(), 'Hello') },
      failure: { body: { ...textTo(freshNumber(), 'Hello'), mobile: '12' }, code: 'invalid_phone' },
    }),
    'GET /external-api/inbox/template-list': () => ({ success: {}, failure: wrongPage }),
    'POST /external-api/inbox/send-template-message': () => ({
      success: { body: templateTo(freshNumber()) },
      failure: { body: { ...templateTo(freshNumber()), template_id: 'tpl_999999' }, code: 'not_found' },
    }),
    'POST /external-api/templates/send': () => ({
      success: { body: templateTo(freshNumber()), headers: { 'idempotency-key': freshNumber() } },
      failure: { body: templateTo(freshNumber()), code: 'idempotency_key_required' },
    }),
    'GET /device-api/v1/instances': () => ({ success: {}, failure: wrongPage }),
    'POST /device-api/v1/webhooks': () => ({
      success: { body: { label: 'Older program', url: 'http://127.0.0.1:9/hook', events: ['ticket.*'] } },
      failure: { body: { label: 'Older program', url: 'ftp://127.0.0.1/hook' }, code: 'validation_error' },
    }),
  };

  it.each(legacyRoutes.map((route) => [route.http, route.keepsV1Contract ?? false] as const))(
    'succeeds at %s, and is refused there with the code of v1',
    async (http, keepsV1Contract) => {
      const sample = samples[http];
      if (!sample) throw new Error(`Add a success and a failure of ${http} to this journey.`);
      const { success, failure } = await sample();
      const done = await call(http, success);
      expect(done.body).toMatchObject(keepsV1Contract ? { ok: true } : { status: 'success' });
      expect(done.headers.get('link')).toContain('successor-version');
      const { code } = failure;
      expect(await call(http, failure)).toMatchObject({
        status: catalogue[code].status,
        body: keepsV1Contract ? { ok: false, error: { code } } : { status: 'error', code },
      });
    },
  );

  /**
   * Returns the data of both lists, with pagination. Statuses of messages may change between two requests, so they are
   * compared at a moment when v1 gives the same answer before and after.
   */
  const expectSameList = async (http: string, how: Call, read: () => PromiseLike<object>) => {
    const [older, newer] = await until(
      async () => {
        const before = atRest(await read());
        const between = atRest(await dataOf<object>(http, how));
        return isDeepStrictEqual(before, atRest(await read())) && [between, before];
      },
      { describe: 'v1 to answer the same twice' },
    );
    expect(older).toEqual(newer);
  };

  it('keeps an address book that v1 sees as well', async () => {
    const { mobile_code, mobile } = receiverAt(freshNumber());
    const body = { firstname: 'Ana', mobile_code, mobile, from_an_old_form: true };
    type One = { contact: { id: number } };
    const { contact } = await dataOf<One>('POST /external-api/contact/store', { body });
    expect(contact).toMatchObject({ phone: mobile_code + mobile });
    const { id } = contact;
    const change = { id, body: { lastname: 'Núñez' } };
    expect(await dataOf('POST /external-api/contact/update/{id}', change)).toMatchObject({
      contact: { id, firstname: 'Ana', lastname: 'Núñez' },
    });
    const list = 'GET /external-api/contact/list';
    await expectSameList(list, { query: 'search=nunez&_token=x' }, () =>
      v1.listContacts({ search: 'nunez' }),
    );
    await expectSameList(list, { query: 'per_page=1' }, () => v1.listContacts({ per_page: 1 }));
    expect(await dataOf('DELETE /external-api/contact/delete/{id}', { id })).toEqual({ deleted: true, id });
    await expectSameList(list, {}, () => v1.listContacts());
  });

  it('sends a message and reads the conversation, as v1 shows it', async () => {
    const customer = freshNumber();
    const { conversation_id: id } = await dataOf<SentMessage>('POST /external-api/inbox/send-message', {
      body: textTo(customer, 'Hello from an older program'),
    });
    await stack().sandbox.write(customer, { to: number, text: 'And hello back' });
    const http = 'GET /external-api/inbox/conversation-messages/{id}';
    await until(async () => (await dataOf<{ messages: object[] }>(http, { id })).messages.length === 2, {
      describe: 'the answer of the customer',
    });
    await expectSameList(http, { id }, () => v1.listMessages({ id }));
    await expectSameList('GET /external-api/inbox/conversation-list', {}, () => v1.listConversations());
    const { conversations } = await v1.listConversations();
    expect(conversations[0]).toMatchObject({ id, last_message: { message: 'And hello back' } });
  });

  it('sends a template without a key on every request, and with a key once', async () => {
    const customer = freshNumber();
    const body = templateTo(customer);
    const send = (headers?: Record<string, string>) =>
      call('POST /external-api/inbox/send-template-message', { body, headers });
    await send();
    await send();
    const key = { 'idempotency-key': 'one-key-of-an-older-program' };
    const first = await send(key);
    const again = await send(key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const phone = await stack().sandbox.messages(customer);
    expect(phone).toMatchObject(Array<object>(3).fill({ template: { name: 'legacy_order_ready' } }));
    const { data } = first.body as LegacyAnswer<SentMessage>;
    const { message } = await v1.getMessage({ id: data.message_id });
    expect(message).toMatchObject({ source: 'template', message: 'Dear Ana, your order is ready.' });
  });

  it('replays the answer of a key, whichever surface it was sent to', async () => {
    const body = textTo(freshNumber(), 'Once');
    const idempotencyKey = 'one-key-for-both-surfaces';
    const first = await v1.sendMessage(body, { idempotencyKey });
    const headers = { 'idempotency-key': idempotencyKey };
    const again = await call('POST /external-api/inbox/send-message', { body, headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((again.body as LegacyAnswer<SentMessage>).data).toEqual(first);
  });

  it('lists templates and phones as v1 does', async () => {
    const page = { query: 'per_page=5' };
    await expectSameList('GET /external-api/inbox/template-list', page, () =>
      v1.listTemplates({ per_page: 5 }),
    );
    await expectSameList('GET /device-api/v1/instances', {}, () => v1.listChannels({ origin: 'device' }));
  });

  it('sends the events of its phones to a webhook', async () => {
    const receiver = await WebhookReceiver.start();
    try {
      const body = { label: 'Older program', url: receiver.url, events: ['message.received'] };
      type Created = { webhook: { id: number }; secret: string };
      const { webhook, secret } = await dataOf<Created>('POST /device-api/v1/webhooks', { body });
      receiver.trust(secret);
      await stack().sandbox.write(freshNumber(), { to: number, text: 'Ring' });
      await receiver.waitFor('message.received', ({ data }) => data.message.message === 'Ring');
      await v1.deleteWebhook({ id: webhook.id });
    } finally {
      await receiver.stop();
    }
  });

  it('is pointed to the successor of each route', async () => {
    const answer = await call('GET /external-api/ping');
    expect(answer.headers.get('link')).toBe('</v1/ping>; rel="successor-version"');
  });
}

/** Removes the times that change while a phone is linked. */
function atRest(data: object): unknown {
  const moving = new Set(['last_seen_at', 'updated_at']);
  return JSON.parse(JSON.stringify(data, (name, value: unknown) => (moving.has(name) ? undefined : value)));
}
