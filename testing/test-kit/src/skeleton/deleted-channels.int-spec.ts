import type { CloudEvent } from '@chat/contracts';
import { channelDeleted } from '@chat/contracts/channels';
import type { RunningService } from '@chat/service-kit';
import { ChannelMarks } from '../channel-marks';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { notesService } from './notes.service';

interface Batch {
  channel: number;
  size: number;
  transaction: string;
}

describe('the deleted channels of a service', () => {
  let service: TestService;
  let marks: ChannelMarks;

  beforeAll(async () => {
    service = await startTestService(notesService);
    marks = new ChannelMarks(service, 'notes');
    await service.query(`
      CREATE TABLE batches (number integer GENERATED ALWAYS AS IDENTITY, channel integer, size integer, transaction xid8);
      CREATE FUNCTION note_batch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO batches (channel, size, transaction)
          SELECT channel_id, count(*), pg_current_xact_id() FROM purged GROUP BY channel_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER note_batch AFTER DELETE ON notes.pins
        REFERENCING OLD TABLE AS purged FOR EACH STATEMENT EXECUTE FUNCTION note_batch();`);
  });

  afterAll(() => service.stop());

  const deleteChannel = (channelId: number) =>
    service.bus.publish(channelDeleted, { channel_id: channelId }, { entity: `channels/${channelId}` });
  /** Pins notes to the channel. */
  const fill = (channelId: number, pins: number, accountId = 1) =>
    service.query(
      `INSERT INTO notes.pins (account_id, channel_id, number) SELECT $1, $2, generate_series(1, $3::integer)`,
      [accountId, channelId, pins],
    );
  const pinsOf = async (channelId: number, accountId = 1) => {
    const sql = 'SELECT FROM notes.pins WHERE account_id = $1 AND channel_id = $2';
    return (await service.query(sql, [accountId, channelId])).length;
  };
  /** Deletes the channel, and waits until all of its data is gone. */
  const deleteAndPurge = async (channelId: number) => {
    await deleteChannel(channelId);
    await marks.rests(channelId);
  };
  const isPurged = (channelId: number) =>
    until(async () => (await pinsOf(channelId)) === 0, { describe: `channel ${channelId} to be purged` });
  const isConsumed = ({ id }: CloudEvent) =>
    until(async () => (await service.query('SELECT FROM notes.inbox WHERE event_id = $1', [id])).length > 0, {
      describe: 'the event to be consumed',
    });

  const batchesOf = (channels: number[]) =>
    service.query<Batch & Record<string, unknown>>(
      'SELECT channel, size, transaction FROM batches WHERE channel = ANY ($1) ORDER BY number',
      [channels],
    );

  /** Keeps the last pin of the channel, and with it the last batch, from the purge while the work runs. */
  const holdingLastPin = async (channelId: number, work: () => Promise<void>) => {
    await service.query('BEGIN');
    await service.query(
      'SELECT FROM notes.pins WHERE channel_id = $1 ORDER BY number DESC LIMIT 1 FOR UPDATE',
      [channelId],
    );
    await work().finally(() => service.query('COMMIT'));
  };
  /** Does something with the connections that wait for a lock, once there are any. */
  const whenHeldUp = (doing: 'pid' | 'pg_terminate_backend(pid)') =>
    until(
      async () => {
        // A transaction caches the view at its first read.
        await service.query('SELECT pg_stat_clear_snapshot()');
        const waiting = await service.query(
          `SELECT ${doing} FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM notes.pins%'`,
        );
        return waiting.length > 0;
      },
      { describe: 'the purge to wait for the pin' },
    );

  it('are purged when the deletion is heard of, and nothing else with them', async () => {
    await fill(1, 2);
    await fill(2, 2);
    await fill(1, 2, 77);
    await deleteChannel(1);
    await isPurged(1);
    await marks.rests(1);
    expect(await pinsOf(2)).toBe(2);
    expect(await pinsOf(1, 77)).toBe(2);
  });

  it('are purged in batches of a thousand rows, each in a transaction of its own', async () => {
    await fill(3, 2_500);
    await deleteChannel(3);
    await isPurged(3);
    const batches = await batchesOf([3]);
    expect(batches.map(({ size }) => size)).toEqual([1_000, 1_000, 500]);
    expect(new Set(batches.map(({ transaction }) => transaction)).size).toBe(3);
  });

  it('take turns: a large one keeps no other waiting', async () => {
    await fill(4, 2_500);
    await fill(5, 1);
    await service.query(
      `INSERT INTO notes.deleted_channels (account_id, channel_id, purge_at)
       VALUES (1, 4, now() - interval '2 seconds'), (1, 5, now() - interval '1 second')`,
    );
    await isPurged(4);
    expect((await batchesOf([4, 5])).map(({ channel }) => channel)).toEqual([4, 5, 4, 4]);
  });

  it.each([
    [11, '1 minute', '2 minutes'],
    [12, '10 hours', '11 hours'],
    [13, '720 hours', '792 hours'],
  ])('rest (channel %i), %s after the deletion, until %s after it', async (channel, age, expected) => {
    await deleteAndPurge(channel);
    await marks.takeTurn(channel, age);
    await marks.rests(channel);
    const [next] = await service.query(
      `SELECT round(extract(epoch FROM purge_at - deleted_at - $2::interval) / 60)::integer AS deviation
       FROM notes.deleted_channels WHERE channel_id = $1`,
      [channel, expected],
    );
    expect(next).toEqual({ deviation: 0 });
  });

  it('leave nothing of what comes after the purge', async () => {
    await deleteAndPurge(14);
    await fill(14, 1);
    await marks.takeTurn(14);
    await isPurged(14);
    await marks.rests(14);
  });

  it('are marked as before when the event comes again', async () => {
    await deleteAndPurge(15);
    const mark = await marks.find(15);
    await isConsumed(await deleteChannel(15));
    expect(await marks.find(15)).toEqual(mark);
  });

  it('are marked until nothing can tell of them any more, be it the dead letter of an event that waited', async () => {
    await deleteAndPurge(16);
    await marks.takeTurn(16, '39 days');
    await marks.rests(16);
    await marks.takeTurn(16, '40 days 1 minute');
    await until(async () => (await marks.find(16)) === null, { describe: 'the mark to go' });
  });

  it('keep their mark while there is something to purge, however old it is', async () => {
    await deleteAndPurge(17);
    await fill(17, 1_500);
    await marks.takeTurn(17, '41 days');
    await until(async () => (await marks.find(17)) === null, { describe: 'the mark to go' });
    expect(await pinsOf(17)).toBe(0);
  });

  describe('with a second replica', () => {
    let replica: RunningService;

    beforeAll(async () => {
      replica = await service.startReplica();
    });

    afterAll(() => replica.stop());

    it('are purged side by side', async () => {
      await fill(6, 1);
      await fill(7, 1);
      await holdingLastPin(6, async () => {
        await deleteChannel(6);
        await whenHeldUp('pid');
        await deleteChannel(7);
        await isPurged(7);
      });
      await isPurged(6);
    });

    it('lose no more than one batch when a process dies at it, and any replica goes on', async () => {
      await fill(8, 2_500);
      await holdingLastPin(8, async () => {
        await deleteChannel(8);
        await whenHeldUp('pg_terminate_backend(pid)');
        expect(await pinsOf(8)).toBe(500);
      });
      await isPurged(8);
    });
  });
});
