import { randomUUID } from 'node:crypto';
import {
  appContactsChanged,
  cloudMessageReceived,
  cloudMessageEchoed,
  marketingPreferenceChanged,
} from '@chat/contracts/cloud-connector';
import { until } from '@chat/test-kit';
import { messagesCallback, type ProviderNumber } from '../testing/cloud-connector-under-test';
import { CoexistenceUnderTest } from '../testing/coexistence-under-test';

const ANA = '4915110000001';

describe('the people whom callbacks name', () => {
  let stack: CoexistenceUnderTest;
  let number: ProviderNumber;
  let channelId: number;

  beforeAll(async () => {
    stack = await CoexistenceUnderTest.start();
    ({ number, channelId } = await stack.newNumber());
    await stack.connect(channelId, number);
  });

  afterAll(() => stack.connector.stop());

  const text = (body: string, more: object = { from: ANA }) => ({
    id: `wamid.${randomUUID()}`,
    timestamp: '1700000000',
    type: 'text',
    text: { body },
    ...more,
  });
  const post = async (members: object, field = 'messages') =>
    expect(await stack.connector.post(JSON.stringify(messagesCallback(number, members, field)))).toBe(200);
  const says = (body: string) => (event: { data: { content: object } }) =>
    (event.data.content as { text?: string }).text === body;
  const received = async (body: string) => (await stack.bus.nextEvent(cloudMessageReceived, says(body))).data;
  const imported = (id: string) =>
    until(() => stack.messagesOf(channelId).find(({ chat_message_id }) => chat_message_id === id), {
      describe: `the import of ${id}`,
    });

  it('are each described by their own entry', async () => {
    const contacts = [{ wa_id: ANA, user_id: 'DE.3', profile: { name: 'Ana' } }];
    await post({ contacts, messages: [text('hers'), text('of another', { from: '4915100000009' })] });
    expect(await received('hers')).toMatchObject({ name: 'Ana', provider_user_id: 'DE.3' });
    const { name, provider_user_id } = await received('of another');
    expect({ name, provider_user_id }).toEqual({ name: null, provider_user_id: undefined });
  });

  it('may be unreadable: their message is kept as a job, which takes it once it can be read', async () => {
    await post({ messages: [text('of nobody', {}), text('of somebody')] });
    await received('of somebody');
    const dead = () =>
      stack.connector.query<{ id: number }>(
        `SELECT id FROM cloud_connector.jobs WHERE type = 'unreadable-message' AND state = 'dead'`,
      );
    const { id } = await until(async () => (await dead())[0], { describe: 'the job to be given up' });
    expect(stack.bus.events(cloudMessageReceived).filter(says('of nobody'))).toEqual([]);

    // A later version finds who wrote it.
    await stack.connector.query(
      `UPDATE cloud_connector.jobs SET state = 'waiting', due_at = now(), attempts = 0,
         data = (data::jsonb || '{"contacts":[{"user_id":"DE.5"}],"isAlone":true}')::text WHERE id = $1`,
      [id],
    );
    expect(await received('of nobody')).toMatchObject({ from: null, provider_user_id: 'DE.5' });
  });

  it('are told of by notices, of which nothing is lost', async () => {
    const identity = { acknowledged: false, hash: 'x' };
    const system = { type: 'customer_identity_changed', body: 'Another device' };
    await post({ messages: [text('', { from: ANA, type: 'system', text: undefined, system, identity })] });
    expect(await received('Another device')).toMatchObject({ content: { system }, extra: { identity } });
  });

  it('are not those of groups, to whom nothing is recorded', async () => {
    const group = { group_id: 'Y2FwaV9ncm91cDox' };
    await post({ messages: [text('to a group', { from: ANA, ...group })] });
    const echo = text('to a group', { from: number.digits, to: ANA, ...group });
    await post({ message_echoes: [echo] }, 'smb_message_echoes');
    await post({ messages: [text('to us')] });
    await received('to us');
    const told = [...stack.bus.events(cloudMessageReceived), ...stack.bus.events(cloudMessageEchoed)];
    expect(told.filter(says('to a group'))).toEqual([]);
  });

  it('have their name when the business writes to them in its app', async () => {
    const contacts = [{ profile: { name: 'Mara' }, wa_id: ANA, user_id: 'DE.3' }];
    const echo = text('from the app', { from: number.digits, to: ANA });
    await post({ contacts, message_echoes: [echo] }, 'smb_message_echoes');
    const { data } = await stack.bus.nextEvent(cloudMessageEchoed, says('from the app'));
    expect(data).toMatchObject({ to: ANA, name: 'Mara', provider_user_id: 'DE.3' });
  });

  it('may stop marketing without showing their number', async () => {
    const choice = {
      user_id: 'DE.77',
      category: 'marketing_messages',
      value: 'stop',
      timestamp: '1700000000',
    };
    await post({ user_preferences: [choice], contacts: [{ user_id: 'DE.77' }] }, 'user_preferences');
    const isHidden = (event: { data: { phone: string | null } }) => event.data.phone === null;
    const { data } = await stack.bus.nextEvent(marketingPreferenceChanged, isHidden);
    expect(data).toMatchObject({ provider_user_id: 'DE.77', opted_out: true });
  });

  it('may be contacts of the app without a number', async () => {
    const contact = { full_name: 'Lena', first_name: 'Lena', user_id: 'DE.77', username: '@lena' };
    await post({ state_sync: [{ type: 'contact', contact, action: 'add' }] }, 'smb_app_state_sync');
    const { data } = await stack.bus.nextEvent(appContactsChanged, () => true);
    expect(data.contacts).toMatchObject([{ phone: null, provider_user_id: 'DE.77', full_name: 'Lena' }]);
  });

  it('may have a thread without an id in the history', async () => {
    const hidden = text('hidden', {});
    const thread = { context: { user_id: 'DE.88', username: '@lena' }, messages: [hidden] };
    await post({ history: [{ metadata: { progress: 10 }, threads: [thread] }] }, 'history');
    expect(await imported(hidden.id)).toMatchObject({
      direction: 'inbound',
      phone: null,
      provider_user_id: 'DE.88',
      username: '@lena',
    });
  });

  it('get the media that the business once sent them', async () => {
    const image = { type: 'image', image: { id: '24230790383178700', mime_type: 'image/jpeg' } };
    const sent = { id: 'wamid.H2', timestamp: '1700000000', from: number.digits, to: ANA, ...image };
    await post({ message_echoes: [sent] }, 'history');
    expect(await imported('wamid.H2')).toMatchObject({ direction: 'outbound', phone: ANA });
  });
});
