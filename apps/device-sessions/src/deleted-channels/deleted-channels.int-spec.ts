import { channelDeleted } from '@chat/contracts/channels';
import {
  claimSession,
  getSession,
  getSessionQr,
  sendThroughDevice,
  settleDeviceSend,
} from '@chat/contracts/device-sessions';
import { refusal, until } from '@chat/testing';
import { BUSINESS, CUSTOMER, newSend, startDeviceStack, type DeviceStack } from '../testing/device-stack';

interface Mark {
  is_due: boolean;
}

describe('a deleted channel', () => {
  let stack: DeviceStack;

  beforeAll(async () => {
    stack = await startDeviceStack({}, { DEVICE_LEASE_MS: '4000' });
    await stack.link(7, BUSINESS);
  });

  afterAll(() => stack.stop());

  const deleteChannel = (channelId: number) =>
    stack.bus.publish(channelDeleted, { channel_id: channelId }, { entity: `channels/${channelId}` });
  const count = async (table: 'sessions' | 'sends' | 'received', channelId: number) =>
    (await stack.query(`SELECT FROM device_sessions.${table} WHERE channel_id = $1`, [channelId])).length;
  const rowsOf = async (channelId: number) =>
    (await count('sessions', channelId)) +
    (await count('sends', channelId)) +
    (await count('received', channelId));
  const isPurged = (channelId: number) =>
    until(async () => (await rowsOf(channelId)) === 0, { describe: `channel ${channelId} to be purged` });
  const markOf = async (channelId: number): Promise<Mark | null> => {
    const sql =
      'SELECT purge_at <= now() AS is_due FROM device_sessions.deleted_channels WHERE channel_id = $1';
    return (await stack.query<Mark & Record<string, unknown>>(sql, [channelId]))[0] ?? null;
  };
  const rests = (channelId: number) =>
    until(async () => (await markOf(channelId))?.is_due === false, {
      describe: `channel ${channelId} to rest`,
    });
  /** The purge has another look, so long after the deletion. */
  const takeTurn = (channelId: number, age = '1 minute') =>
    stack.query(
      `UPDATE device_sessions.deleted_channels SET purge_at = now(), deleted_at = now() - $2::interval
       WHERE channel_id = $1`,
      [channelId, age],
    );
  const fill = (channelId: number, received: number) =>
    stack.query(
      `INSERT INTO device_sessions.received (account_id, channel_id, from_phone, chat_message_id)
       SELECT 1, $1, $2, n::text FROM generate_series(1, $3) AS n`,
      [channelId, CUSTOMER, received],
    );
  /** Keeps one received message of the channel from the purge while the work goes on. */
  const holdingReceived = async (channelId: number, work: () => Promise<void>) => {
    await stack.query('BEGIN');
    await stack.query('SELECT FROM device_sessions.received WHERE channel_id = $1 LIMIT 1 FOR UPDATE', [
      channelId,
    ]);
    await work().finally(() => stack.query('COMMIT'));
  };
  /** Ends the connections that wait for a lock, as the death of their process does. @returns whether there were any. */
  const breakOffWaiting = async () => {
    // Within a transaction the view stays as it was first seen.
    await stack.query('SELECT pg_stat_clear_snapshot()');
    const waiting = await stack.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  };

  it('loses its session, its sends and what it received; other channels keep theirs', async () => {
    await stack.link(8, '4915100000008');
    await stack.bus.request(sendThroughDevice, { body: newSend() });
    await fill(7, 1);
    await deleteChannel(7);
    await isPurged(7);
    await until(async () => !(await stack.bus.request(claimSession, { body: { channel_id: 7 } })).claimed, {
      describe: 'the owner to let go',
    });
    await stack.reaches(8, 'CONNECTED');
  });

  it('gets no new session from a request that comes late', async () => {
    const ref = { body: { channel_id: 7 } };
    expect((await refusal(stack.bus.request(getSession, ref))).code).toBe('not_found');
    expect(await stack.bus.request(claimSession, ref)).toEqual({ claimed: false });
    expect((await refusal(stack.bus.request(getSessionQr, ref))).code).toBe('service_unavailable');
    expect(await count('sessions', 7)).toBe(0);
  });

  it('leaves nothing of a settlement that comes late', async () => {
    await rests(7);
    const settlement = { body: { channel_id: 7, message_id: newSend().message_id } };
    expect((await stack.bus.request(settleDeviceSend, settlement)).outcome).toBe('refused');
    expect(await count('sends', 7)).toBe(1);
    await takeTurn(7);
    await isPurged(7);
  });

  it('is purged in batches of a thousand rows', async () => {
    await stack.query(`
      CREATE TABLE batches (size integer);
      CREATE FUNCTION note_batch() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO batches SELECT count(*) FROM purged HAVING count(*) > 0; RETURN NULL; END $$;
      CREATE TRIGGER note_batch AFTER DELETE ON device_sessions.received
        REFERENCING OLD TABLE AS purged FOR EACH STATEMENT EXECUTE FUNCTION note_batch();`);
    await fill(9, 2_500);
    await deleteChannel(9);
    await isPurged(9);
    const batches = await stack.query<{ size: number }>('SELECT size FROM batches');
    expect(batches.map(({ size }) => size)).toEqual([1_000, 1_000, 500]);
  });

  it('loses no more than one batch when a process dies at it, and any replica goes on', async () => {
    await fill(10, 2_500);
    await stack.startReplica();
    await holdingReceived(10, async () => {
      await deleteChannel(10);
      await until(breakOffWaiting, { describe: 'the batch with the message to break off' });
      expect(await count('received', 10)).toBeGreaterThan(0);
    });
    await isPurged(10);
  });

  it('is marked until nothing can tell of it any more, be it the dead letter of an event that waited', async () => {
    await takeTurn(7, '39 days');
    await rests(7);
    await takeTurn(7, '40 days 1 minute');
    await until(async () => (await markOf(7)) === null, { describe: 'the mark to go' });
  });
});
