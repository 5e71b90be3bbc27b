import type { InboundData } from '@chat/contracts/connector';
import { deviceMessageReceived } from '@chat/contracts/device-sessions';
import {
  BUSINESS,
  CUSTOMER,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

describe('a message from a phone', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions();
    await stack.link(7, BUSINESS);
    await stack.phones.change(CUSTOMER, { name: 'Ana' });
  });

  afterAll(() => stack.stop());

  const received = (text: string) =>
    stack.bus.nextEvent(deviceMessageReceived, ({ data }) => textOf(data) === text);

  it('becomes an event', async () => {
    const chatMessageId = await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'Hi' });
    const event = await received('Hi');
    expect(event.channelid).toBe('7');
    expect(event.data).toEqual({
      channel_id: 7,
      chat_message_id: chatMessageId,
      from: CUSTOMER,
      name: 'Ana',
      content: { type: 'text', text: 'Hi' },
      sent_at: expect.stringMatching(/\+00:00$/) as string,
    });
  });

  it('that could not be written down comes again, and what followed it keeps its place', async () => {
    await stack.query('ALTER TABLE device_sessions.received RENAME TO unreachable');
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'first' });
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'second' });
    await stack.reaches(7, 'DISCONNECTED');
    await stack.query('ALTER TABLE device_sessions.unreachable RENAME TO received');

    const [first, second] = [await received('first'), await received('second')];
    expect(first.entityversion).toBeLessThan(second.entityversion);
    const texts = stack.bus.events(deviceMessageReceived).map(({ data }) => textOf(data));
    expect(texts).toEqual(['Hi', 'first', 'second']);
  });

  it('is written down under whatever id its sender chose, and holds up nothing behind it', async () => {
    const id = 'é'.repeat(5_000);
    await stack.sandbox.query(
      `INSERT INTO sandbox.deliveries (link_id, content)
       SELECT id, jsonb_build_object('type', 'message', 'id', $1::text, 'from', $2::text, 'push_name', NULL,
         'text', 'hostile', 'sent_at_ms', 0) FROM sandbox.links WHERE unlinked_at IS NULL`,
      [id, CUSTOMER],
    );
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'behind it' });
    expect((await received('hostile')).data.chat_message_id).toBe(id.slice(0, 200));
    await received('behind it');
  });

  it('that was written down but not confirmed is no second event', async () => {
    await stack.phones.disconnect(BUSINESS, 428);
    const chatMessageId = await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'once' });
    await stack.query(
      `INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id)
       VALUES (1, 7, $1, $2)`,
      [CUSTOMER, chatMessageId],
    );
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'after it' });
    await received('after it');
    expect(stack.bus.events(deviceMessageReceived).map(({ data }) => textOf(data))).not.toContain('once');
  });
});

const textOf = ({ content }: InboundData) => (content.type === 'text' ? content.text : null);
