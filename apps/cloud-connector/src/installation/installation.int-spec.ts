import { cloudMessageReceived } from '@chat/contracts/cloud-connector';
import {
  BUSINESS,
  CUSTOMER,
  messagesCallback,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

describe('a send with an unknown outcome', () => {
  let stack: CloudConnectorUnderTest;
  let number: ProviderNumber;
  let installation: string;
  let lastId = 6_000_000;
  const other = '0'.repeat(32);

  beforeAll(async () => {
    stack = await startCloudConnector();
    number = await stack.putNumber(BUSINESS);
    await stack.connect(7, number);
    const rows = await stack.query<{ id: string }>('SELECT id FROM cloud_connector.installation');
    installation = rows[0]!.id;
  });

  afterAll(() => stack.stop());

  /** A send of this release, or of the previous one, whose references are bare numbers. */
  const unknownSend = async (isNamed: boolean) => {
    lastId += 1;
    await stack.query(
      `INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state, is_named)
       VALUES (1, $1, 7, 'unknown', $2)`,
      [lastId, isNamed],
    );
    return lastId;
  };
  const tell = async (...statuses: [id: string, reference: string][]) => {
    const items = statuses.map(([id, reference]) => ({
      ...{ id, status: 'sent', timestamp: '1700000000', recipient_id: CUSTOMER },
      biz_opaque_callback_data: reference,
    }));
    expect(await stack.post(JSON.stringify(messagesCallback(number, { statuses: items })))).toBe(200);
    const marker = { from: CUSTOMER, id: `wamid.after-${lastId}`, timestamp: '1700000000', type: 'text' };
    await stack.postMessages(number, [{ ...marker, text: { body: 'Hi' } }]);
    await stack.bus.nextEvent(cloudMessageReceived, ({ data }) => data.chat_message_id === marker.id);
  };
  const knownId = async (messageId: number) =>
    (
      await stack.query<{ id: string | null }>(
        'SELECT chat_message_id AS id FROM cloud_connector.sends WHERE account_id = 1 AND message_id = $1',
        [messageId],
      )
    )[0]!.id;

  it.each([
    ['takes that of its own installation', true, (id: number) => `${installation}:${id}`, true],
    ['does not take that of another installation', true, (id: number) => `${other}:${id}`, false],
    ['does not take a bare number, which another installation may have sent', true, String, false],
    ['takes a bare number for a send of the previous release', false, String, true],
  ] as const)('%s', async (_, isNamed, referenceOf, isTaken) => {
    const send = await unknownSend(isNamed);
    const id = `wamid.settled-${send}`;
    await tell([id, referenceOf(send)]);
    expect(await knownId(send)).toBe(isTaken ? id : null);
  });

  it('takes its own from among those of others with the same number', async () => {
    const send = await unknownSend(true);
    const own = `wamid.own-of-${send}`;
    await tell(
      [`wamid.bare-${send}`, String(send)],
      [own, `${installation}:${send}`],
      [`wamid.other-${send}`, `${other}:${send}`],
    );
    expect(await knownId(send)).toBe(own);
  });
});
