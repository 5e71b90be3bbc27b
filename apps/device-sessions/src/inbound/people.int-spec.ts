import type { EchoData, InboundData } from '@chat/contracts/connector';
import {
  deviceConnector,
  deviceMediaSettled,
  deviceMessageEchoed,
  deviceMessageReceived,
  sendThroughDevice,
} from '@chat/contracts/device-sessions';
import { until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

const USER_ID = '123456789@lid';
const textOf = ({ content }: InboundData | EchoData) => (content.type === 'text' ? content.text : null);

let stack: DeviceSessionsUnderTest;

beforeAll(async () => {
  stack = await startDeviceSessions();
  await stack.link(7, BUSINESS);
});

afterAll(() => stack.stop());

const received = (text: string) =>
  stack.bus.nextEvent(deviceMessageReceived, ({ data }) => textOf(data) === text);
const echoed = (id: string) =>
  stack.bus.nextEvent(deviceMessageEchoed, ({ data }) => data.chat_message_id === id);
const receivedIds = () => stack.bus.events(deviceMessageReceived).map(({ data }) => data.chat_message_id);

/** Has the network deliver this at the next login. */
async function deliver(...contents: object[]): Promise<void> {
  for (const content of contents) {
    await stack.sandbox.query(
      `INSERT INTO sandbox.deliveries (link_id, content)
       SELECT id, $1::jsonb FROM sandbox.links WHERE unlinked_at IS NULL`,
      [JSON.stringify({ push_name: null, text: 'again', sent_at_ms: 0, ...content })],
    );
  }
  await stack.phones.disconnect(BUSINESS);
}

/** Waits until all that was delivered is taken. */
async function settled(): Promise<void> {
  const text = `after ${Math.random()}`;
  await stack.phones.write(CUSTOMER, { to: BUSINESS, text });
  await received(text);
}

describe('a person who hides the number', () => {
  it('is named by the id, and by both once the number is shown, in one order of messages', async () => {
    const person = '4915100000077';
    await stack.phones.write(person, { to: BUSINESS, text: 'first' });
    await stack.phones.setPhone(person, { hidden: true });
    await stack.phones.write(person, { to: BUSINESS, text: 'second' });
    await stack.phones.setPhone(person, { hidden: false });
    await stack.phones.write(person, { to: BUSINESS, text: 'third' });
    const [first, second, third] = [
      await received('first'),
      await received('second'),
      await received('third'),
    ];
    const id = second.data.provider_user_id;
    expect(id).toMatch(/@lid$/);
    expect([first, second, third].map(({ data }) => [data.from, data.provider_user_id])).toEqual([
      [person, undefined],
      [null, id],
      [person, id],
    ]);
    expect(new Set([first, second, third].map(({ subject }) => subject)).size).toBe(1);
    const versions = [first, second, third].map(({ entityversion }) => entityversion);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });

  const byNumber = { from: '4915100000066' };
  const byId = { from: null, from_id: USER_ID };
  const byBoth = { ...byNumber, from_id: USER_ID };

  it.each([
    ['number', 'both', byNumber, byBoth],
    ['id', 'both', byId, byBoth],
    ['both', 'number', byBoth, byNumber],
    ['both', 'id', byBoth, byId],
  ])(
    'is heard once when the network names them by the %s and, delivering again, by the %s',
    async (one, two, first, second) => {
      const id = `N-${one}-${two}`;
      const message = { type: 'message', id };
      await deliver({ ...message, ...first });
      await until(() => receivedIds().includes(id), { describe: 'the message' });
      await deliver({ ...message, ...second });
      await settled();
      const together = { type: 'message', id: `T-${one}-${two}` };
      await deliver({ ...together, ...first }, { ...together, ...second });
      await settled();
      expect(receivedIds().filter((known) => known === id || known === together.id)).toEqual([
        id,
        together.id,
      ]);
    },
  );

  it('is not silenced by another person who chooses the same id', async () => {
    const message = { type: 'message', id: 'CHOSEN' };
    await deliver(
      { ...message, ...byBoth },
      { ...message, from: '4915100000065' },
      { ...message, from: null, from_id: '9@lid' },
    );
    await until(() => receivedIds().filter((id) => id === 'CHOSEN').length === 3, {
      describe: 'three messages',
    });
  });
});

describe('what the owner writes on the phone itself', () => {
  it('becomes an event with the person, once, in one order with what they write', async () => {
    const id = await stack.phones.echo(BUSINESS, { to: CUSTOMER, text: 'from the phone' });
    const event = await echoed(id);
    expect(event).toMatchObject({ channelid: '7', accountid: '1' });
    expect(event.data).toEqual({
      channel_id: 7,
      chat_message_id: id,
      to: CUSTOMER,
      content: { type: 'text', text: 'from the phone' },
      sent_at: expect.stringMatching(/\+00:00$/) as string,
    });
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'answer' });
    expect((await received('answer')).subject).toBe(event.subject);
    await deliver({ type: 'echo', id, to: CUSTOMER });
    await settled();
    expect(
      stack.bus.events(deviceMessageEchoed).filter(({ data }) => data.chat_message_id === id),
    ).toHaveLength(1);
  });

  it('names somebody who hides the number by the id', async () => {
    await deliver({ type: 'echo', id: 'TO-HIDDEN', to: null, to_id: USER_ID });
    expect((await echoed('TO-HIDDEN')).data).toMatchObject({ to: null, provider_user_id: USER_ID });
  });

  it('has its media copied', async () => {
    const media = `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`;
    const id = await stack.phones.echo(BUSINESS, { to: CUSTOMER, type: 'image', media, caption: 'Look' });
    expect((await echoed(id)).data.content).toMatchObject({
      type: 'image',
      text: 'Look',
      media: { awaited: true },
    });
    const { data } = await stack.bus.nextEvent(
      deviceMediaSettled,
      (event) => event.data.chat_message_id === id,
    );
    expect(data).toMatchObject({ error: null, media: { mime_type: 'image/png' } });
  });

  it('is no echo of what was sent from here', async () => {
    const { chat_message_id: id } = await stack.bus.request(sendThroughDevice, { body: newSend() });
    await deliver({ type: 'echo', id, to: CUSTOMER });
    await settled();
    expect(stack.bus.events(deviceMessageEchoed).map(({ data }) => data.chat_message_id)).not.toContain(id);
  });

  it('is no message of the person who chose the same id, and does not hide it', async () => {
    await deliver({ type: 'echo', id: 'SAME', to: CUSTOMER });
    await echoed('SAME');
    await deliver({ type: 'message', id: 'SAME', from: CUSTOMER });
    await until(() => receivedIds().includes('SAME'), { describe: 'the message' });
  });

  it('is erased with the person, and stays known', async () => {
    const id = await stack.phones.echo(BUSINESS, { to: CUSTOMER, text: 'to be erased' });
    await echoed(id);
    const body = {
      phones: [CUSTOMER],
      messages: [{ channel_id: 7, message_id: 999_999, chat_message_id: id }],
    };
    await stack.bus.request(deviceConnector.forget, { body });
    expect(
      await stack.query('SELECT FROM device_sessions.received WHERE chat_message_id = $1', [id]),
    ).toEqual([]);
    await deliver({ type: 'echo', id, to: CUSTOMER });
    await settled();
    expect(
      stack.bus.events(deviceMessageEchoed).filter(({ data }) => data.chat_message_id === id),
    ).toHaveLength(1);
  });
});

describe('what comes under one of several spellings', () => {
  it('is answered under it, without asking the network', async () => {
    await stack.phones.setPhone('5511987654321', { registered_as: '551187654321' });
    await stack.phones.write('5511987654321', { to: BUSINESS, text: 'Oi' });
    expect((await received('Oi')).data.from).toBe('551187654321');
    const [row] = await stack.query('SELECT address, has_written FROM device_sessions.people');
    expect(row).toEqual({ address: '551187654321', has_written: true });
    const body = newSend({ to: '5511987654321' });
    await stack.bus.request(sendThroughDevice, { body });
    expect(await stack.phones.sends(String(body.message_id))).toMatchObject([{ to: '551187654321' }]);
  });
});
