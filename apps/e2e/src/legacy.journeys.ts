import type { Channel } from '@chat/contracts/channels';
import type { Contact } from '@chat/contracts/crm';
import type { Conversation, SentMessage } from '@chat/contracts/messaging';
import type { CreatedWebhook } from '@chat/contracts/webhooks';
import { until, WebhookReceiver, type ApiClient, type Credential } from '@chat/testing';
import type { RunningStack } from './shared-stack';
import { connectPhone, freshNumber } from './shop';

interface LegacyAnswer<T> {
  status: 'success' | 'error';
  message: string;
  data: T;
  code?: string;
}

/** A program from before v1, beside v1 itself on the same account. */
export function legacyClients(stack: RunningStack): void {
  let credential: Credential;
  let v1: ApiClient;
  let legacy: ApiClient;
  let channel: Channel;
  let number: string;

  beforeAll(async () => {
    const { id } = await stack().admin.createAccount();
    credential = await stack().admin.createApiKey(id);
    v1 = stack().client(credential);
    legacy = stack().client();
    ({ device: channel, number } = await connectPhone(stack(), v1));
  });

  /** With the headers that the device API documents. */
  const headers = () => ({ 'X-Api-Key': credential.clientId, 'X-Api-Secret': credential.clientSecret });
  const get = async <T>(path: string) =>
    (await legacy.get(path, { headers: headers() })).body as LegacyAnswer<T>;
  const post = async <T>(path: string, body: object) => {
    const answer = await legacy.post(path, body, { headers: headers() });
    return { httpStatus: answer.status, ...(answer.body as LegacyAnswer<T>) };
  };

  /** The data of both lists, with the place in the list. */
  const expectSameList = async (path: string, successor: string) => {
    const { data, meta } = (await v1.get(successor)).body as { data: object; meta: { pagination?: object } };
    const page = meta.pagination && { pagination: meta.pagination };
    expect(atRest((await get<object>(path)).data)).toEqual(atRest({ ...data, ...page }));
  };

  it('keeps an address book, which v1 sees too', async () => {
    const person = { firstname: 'Ana', mobile_code: '34', mobile: '612345678', from_an_old_form: true };
    const stored = await post<{ contact: Contact }>('/external-api/contact/store', person);
    expect(stored).toMatchObject({
      httpStatus: 201,
      status: 'success',
      data: { contact: { phone: '34612345678' } },
    });
    const { id } = stored.data.contact;
    const updated = await post<{ contact: Contact }>(`/external-api/contact/update/${id}`, {
      lastname: 'Núñez',
    });
    expect(updated.data.contact).toMatchObject({ id, firstname: 'Ana', lastname: 'Núñez' });
    await expectSameList('/external-api/contact/list?search=nunez&_token=x', '/v1/contacts?search=nunez');
    await expectSameList('/external-api/contact/list?per_page=1', '/v1/contacts?per_page=1');

    const again = await post('/external-api/contact/store', person);
    expect(again).toMatchObject({ httpStatus: 409, status: 'error', code: 'duplicate_contact' });
    const removed = await legacy.delete(`/external-api/contact/delete/${id}`, { headers: headers() });
    expect(removed.body).toMatchObject({ status: 'success', data: { deleted: true, id } });
    const gone = await legacy.delete(`/external-api/contact/delete/${id}`, { headers: headers() });
    expect(gone).toMatchObject({ status: 404, body: { status: 'error', code: 'not_found' } });
    await expectSameList('/external-api/contact/list', '/v1/contacts');
  });

  it('sends a message and reads the conversation, as v1 shows it', async () => {
    const customer = freshNumber();
    const sent = await post<SentMessage>('/external-api/inbox/send-message', {
      mobile_code: '1',
      mobile: customer.slice(1),
      message: 'Hello from an older program',
      chat_account_id: channel.id,
    });
    expect(sent).toMatchObject({ httpStatus: 201, status: 'success' });
    const { conversation_id } = sent.data;
    await stack().sandbox.write(customer, { to: number, text: 'And hello back' });
    const messages = `/external-api/inbox/conversation-messages/${conversation_id}`;
    await until(async () => (await get<{ messages: object[] }>(messages)).data.messages.length === 2, {
      describe: 'the answer of the customer',
    });
    await expectSameList(messages, `/v1/conversations/${conversation_id}/messages`);
    await expectSameList('/external-api/inbox/conversation-list', '/v1/conversations');
    const { conversations } = (
      await get<{ conversations: Conversation[] }>('/external-api/inbox/conversation-list')
    ).data;
    expect(conversations[0]).toMatchObject({
      id: conversation_id,
      last_message: { message: 'And hello back' },
    });
  });

  it('repeats what a key was answered, whichever surface it was sent to', async () => {
    const body = {
      mobile_code: '1',
      mobile: freshNumber().slice(1),
      message: 'Once',
      chat_account_id: channel.id,
    };
    const key = { 'idempotency-key': 'one-key-for-both-surfaces' };
    const first = await v1.post<SentMessage>('/v1/messages', body, { headers: key });
    const again = await legacy.post('/external-api/inbox/send-message', body, {
      headers: { ...headers(), ...key },
    });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((again.body as LegacyAnswer<SentMessage>).data).toEqual(first.data);
  });

  it('lists the templates, of which an account without a Cloud channel has none', () =>
    expectSameList('/external-api/inbox/template-list?per_page=5', '/v1/templates?per_page=5'));

  it('lists its phones and has their events sent to a webhook', async () => {
    await expectSameList('/device-api/v1/instances', '/v1/devices');
    const receiver = await WebhookReceiver.start();
    try {
      const created = await post<CreatedWebhook>('/device-api/v1/webhooks', {
        label: 'Older program',
        url: receiver.url,
        events: ['message.received'],
      });
      expect(created.httpStatus).toBe(201);
      receiver.trust(created.data.secret);
      await stack().sandbox.write(freshNumber(), { to: number, text: 'Ring' });
      await receiver.waitFor('message.received', ({ data }) => JSON.stringify(data).includes('Ring'));
      await v1.delete(`/v1/webhooks/${created.data.webhook.id}`);
    } finally {
      await receiver.stop();
    }
  });

  it('is told where every route has gone', async () => {
    const answer = await legacy.get('/external-api/ping', { headers: headers() });
    expect(answer.body).toMatchObject({ status: 'success', data: { credential_type: 'api_key' } });
    expect(answer.headers.get('link')).toBe('</v1/ping>; rel="successor-version"');
    const stranger = await legacy.get('/external-api/contact/list');
    expect(stranger).toMatchObject({ status: 401, body: { status: 'error', code: 'unauthenticated' } });
  });
}

/** Without the times that move while a phone is linked. */
function atRest(data: object): unknown {
  const moving = new Set(['last_seen_at', 'updated_at']);
  return JSON.parse(JSON.stringify(data, (name, value: unknown) => (moving.has(name) ? undefined : value)));
}
