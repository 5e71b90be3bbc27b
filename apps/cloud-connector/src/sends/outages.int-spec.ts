import { cloudMessageReceived, sendThroughCloud } from '@chat/contracts/cloud-connector';
import { refusal, withoutConnections } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  messagesCallback,
  newSend,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

describe('without Postgres', () => {
  let stack: CloudConnectorUnderTest;
  let number: ProviderNumber;

  beforeAll(async () => {
    stack = await startCloudConnector();
    number = await stack.putNumber(BUSINESS);
    await stack.connect(7, number);
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'opens the window' });
  });

  afterAll(() => stack.stop());

  it('a message is refused before its hand-over, and may be retried', async () => {
    const body = newSend({ channel_id: 7 });
    await withoutConnections(stack, async () => {
      expect(await refusal(stack.bus.request(sendThroughCloud, { body }))).toMatchObject({
        code: 'service_unavailable',
        retryable: true,
      });
    });
    expect(await stack.phones.sends(String(body.message_id))).toEqual([]);
  });

  it('a callback is answered with 503, and processed when the provider repeats it', async () => {
    const message = {
      from: CUSTOMER,
      id: 'wamid.a',
      timestamp: '1700000000',
      type: 'text',
      text: { body: 'A' },
    };
    const callback = JSON.stringify(messagesCallback(number, { messages: [message] }));
    expect(await withoutConnections(stack, () => stack.post(callback))).toBe(503);
    expect(await stack.post(callback)).toBe(200);
    await stack.bus.nextEvent(cloudMessageReceived, ({ data }) => data.chat_message_id === 'wamid.a');
  });
});
