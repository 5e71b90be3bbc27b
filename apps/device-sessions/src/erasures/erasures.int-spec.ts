import { deviceConnector, erasePhoneRecords, exportPhoneRecords } from '@chat/contracts/device-sessions';
import { testContext } from '@chat/test-kit';
import {
  BUSINESS,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

const ANA = { long: '5511987654321', short: '551187654321', id: '777123@lid', user: '777123' };
const EVA = '551176543210';

describe('what phones keep of a person', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions();
    await stack.link(7, BUSINESS);
  });

  afterAll(() => stack.stop());

  beforeEach(async () => {
    await stack.query('DELETE FROM device_sessions.people');
    await stack.query('DELETE FROM device_sessions.session_keys');
    await stack.query(
      `INSERT INTO device_sessions.people (account_id, channel_id, phone, address, user_id, has_written)
       VALUES (1, 7, $1, $2, $3, true), (1, 8, $1, $1, NULL, false), (1, 7, $4, $4, NULL, true), (2, 9, $1, $1, NULL, true)`,
      [ANA.short, ANA.long, ANA.id, EVA],
    );
    const ids = [
      `${ANA.long}.0`,
      `${ANA.user}_1.0`,
      `${ANA.user}_reverse`,
      `g@g.us::${ANA.short}::3`,
      `${ANA.id} ${ANA.short} 0a1b`,
      `${EVA}.0`,
      '42',
    ];
    await stack.query(
      `INSERT INTO device_sessions.session_keys SELECT account_id, 7, 'session', id, 'sealed'
       FROM unnest($1::text[]) AS id, (VALUES (1), (2)) AS accounts(account_id)`,
      [ids],
    );
  });

  const keysOf = async (accountId: number) =>
    (
      await stack.query<{ id: string }>(
        'SELECT id FROM device_sessions.session_keys WHERE account_id = $1 ORDER BY id',
        [accountId],
      )
    ).map(({ id }) => id);
  const peopleOf = async (accountId: number) =>
    (
      await stack.query<{ phone: string }>('SELECT phone FROM device_sessions.people WHERE account_id = $1', [
        accountId,
      ])
    ).map(({ phone }) => phone);
  const byNumber = { names: [ANA.long, ANA.short] };
  const byId = { names: [ANA.id] };

  it.each([
    ['by number', byNumber, 2],
    ['by the id of the network', byId, 1],
  ])(
    'is exported and erased %s, with what the other name leads to, and nobody else is affected',
    async (_, body, people) => {
      const exported = await stack.bus.request(exportPhoneRecords, { body });
      expect(exported.people).toHaveLength(people);
      expect(exported.keys).toHaveLength(5);
      expect(JSON.stringify(exported)).not.toContain('sealed');
      expect(await stack.bus.request(erasePhoneRecords, { body })).toEqual({ erased: 5 + people });
      expect(await stack.bus.request(erasePhoneRecords, { body })).toEqual({ erased: 0 });
      expect(await keysOf(1)).toEqual([`${EVA}.0`, '42'].toSorted());
      expect(await peopleOf(1)).toContain(EVA);
      expect(await keysOf(2)).toHaveLength(7);
      expect(await peopleOf(2)).toHaveLength(1);
      expect(await stack.bus.request(exportPhoneRecords, { body })).toMatchObject({ keys: [] });
    },
  );

  it('is erased in no other account', async () => {
    await stack.bus.request(erasePhoneRecords, { body: byNumber }, testContext({ accountId: 3 }));
    expect([await keysOf(1), await peopleOf(1)]).toMatchObject([{ length: 7 }, { length: 3 }]);
  });

  it('goes with the messages of somebody who is named by the id', async () => {
    await stack.query(
      `INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id, phone, user_id)
       VALUES (1, 7, $1, 'A1', $2, $1), (1, 7, $2, 'A2', $2, NULL), (1, 7, 'me', 'A3', NULL, $1), (1, 7, $3, 'A1', $3, NULL)`,
      [ANA.id, ANA.short, EVA],
    );
    const send = newSend({ to: EVA });
    const messages = ['A1', 'A2', 'A3'].map((chat_message_id) => ({
      channel_id: 7,
      message_id: send.message_id,
      chat_message_id,
    }));
    const body = { phones: [ANA.long, ANA.short], user_ids: [ANA.id], messages };
    await stack.bus.request(deviceConnector.forget, { body });
    const left = await stack.query(
      'SELECT from_phone, chat_message_id, phone, user_id FROM device_sessions.received ORDER BY from_phone',
    );
    expect(left.filter(({ from_phone }) => from_phone !== '')).toEqual([
      { from_phone: EVA, chat_message_id: 'A1', phone: EVA, user_id: null },
    ]);
    const dump = JSON.stringify(left);
    expect([ANA.id, ANA.short, ANA.long].filter((name) => dump.includes(name))).toEqual([]);
    expect(left).toHaveLength(4);
  });
});
