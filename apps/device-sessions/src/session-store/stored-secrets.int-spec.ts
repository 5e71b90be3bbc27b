import { resetSession } from '@chat/contracts/device-sessions';
import { secretKeyOperations } from '@chat/contracts/secret-keys';
import { SecretBox, secretKeysOf } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import {
  BUSINESS,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';
import { sealedContents, sealedKeys } from './sealed-credentials';

const FORMER = Buffer.alloc(32, 8);
const CURRENT = Buffer.alloc(32, 7);

describe('what a session stores', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    const SECRET_KEYS_ACCEPTED = FORMER.toString('base64');
    stack = await startDeviceSessions({}, { SECRET_KEY: CURRENT.toString('base64'), SECRET_KEYS_ACCEPTED });
    await stack.link(7, BUSINESS);
    await stack.link(8, '4915100000008');
  });

  afterAll(() => stack.stop());

  const boxOf = (key: Buffer, purpose: string) =>
    new SecretBox(secretKeysOf({ SECRET_KEY: key, SECRET_KEYS_ACCEPTED: [] }), purpose);
  const addKey = (channelId: number, id: string, value: Buffer) =>
    stack.query(`INSERT INTO device_sessions.session_keys VALUES (1, $1, 'session', $2, $3)`, [
      channelId,
      id,
      value,
    ]);
  const keysOf = (channelId: number) =>
    stack.query<{ id: string; value: Buffer }>(
      'SELECT id, value FROM device_sessions.session_keys WHERE channel_id = $1 ORDER BY id',
      [channelId],
    );

  it('is resealed batch by batch, byte for byte, whatever the ids of keys are', async () => {
    const plain = Buffer.from([0, 255, 128]);
    const ids = ['4915112345678.0', 'with space', '100%', 'ü/"', 'x'];
    const former = boxOf(FORMER, sealedKeys.purpose);
    for (const id of ids)
      await addKey(7, id, former.seal(plain, sealedKeys.contextOf([1, 7, 'session', id])));
    await stack.query(
      `INSERT INTO device_sessions.sends (account_id, message_id, channel_id, chat_message_id, state, content)
       VALUES (1, 5, 7, 'C5', 'accepted', $1), (1, 6, 7, 'C6', 'accepted', NULL)`,
      [boxOf(FORMER, sealedContents.purpose).seal(plain, sealedContents.contextOf([1, 5]))],
    );
    const { rotate } = secretKeyOperations('device-sessions');
    let rotated = 0;
    for (let after: string | null | undefined; after !== null;) {
      const body: { limit: number; after?: string } = { limit: 2, ...(after !== undefined && { after }) };
      const batch = await stack.bus.request(rotate, { body });
      expect(batch.unreadable).toBe(0);
      rotated += batch.rotated;
      after = batch.after;
    }
    expect(rotated).toBe(ids.length + 1);
    const current = boxOf(CURRENT, sealedKeys.purpose);
    const stored = await keysOf(7);
    expect(stored).toHaveLength(ids.length);
    for (const { id, value } of stored) {
      expect(current.openBytes(value, sealedKeys.contextOf([1, 7, 'session', id]))).toEqual(plain);
    }
    const [send] = await stack.query<{ content: Buffer }>(
      'SELECT content FROM device_sessions.sends WHERE message_id = 5',
    );
    expect(
      boxOf(CURRENT, sealedContents.purpose).openBytes(send!.content, sealedContents.contextOf([1, 5])),
    ).toEqual(plain);
  });

  it('goes with its link, when that is reset here or removed on the phone, and not that of other sessions', async () => {
    await addKey(8, 'kept until then', Buffer.from('sealed'));
    await stack.bus.request(resetSession, { body: { channel_id: 7 } });
    expect(await keysOf(7)).toEqual([]);
    expect(await keysOf(8)).toHaveLength(1);
    await stack.phones.unlink('4915100000008');
    await stack.reaches(8, 'LOGGED_OUT');
    expect(await keysOf(8)).toEqual([]);
  });

  it('of an attempt to link is gone at the next one', async () => {
    await addKey(7, 'of the attempt', Buffer.from('sealed'));
    await stack.link(7, BUSINESS);
    await until(async () => (await keysOf(7)).length === 0, { describe: 'no keys' });
  });

  it('stays while the line breaks', async () => {
    await addKey(7, 'kept', Buffer.from('sealed'));
    await stack.reconnectsAfter(7, () => stack.phones.disconnect(BUSINESS));
    expect(await keysOf(7)).toHaveLength(1);
  });
});
