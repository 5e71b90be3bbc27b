import type { DataSource } from 'typeorm';
import type { BusConnection } from '../connection';
import { OutboxPublisher } from './outbox-publisher';
import type { Claim, OutboxRepository } from './outbox.repository';

const NOTHING: Claim = { rows: [], oldestRunning: 7n, republications: 0, lastOfAll: 0 };

/** Lets a publisher look at an outbox that shows it these states in turn. @returns from which row on it looked. */
async function looksAt(claims: readonly Claim[]): Promise<number[]> {
  const looks: number[] = [];
  let atEnd: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (atEnd = resolve));
  const outbox = {
    claim: (_manager: unknown, _shard: unknown, { horizon }: { horizon: { from: number } }) => {
      looks.push(horizon.from);
      if (looks.length === claims.length) atEnd();
      else publisher.wake({ canWait: false });
      return Promise.resolve(claims[looks.length - 1] ?? NOTHING);
    },
    beginNumber: () => Promise.resolve(9n),
  } as unknown as OutboxRepository;
  const dataSource = {
    createQueryRunner: () => ({ manager: {}, release: () => Promise.resolve() }),
  } as unknown as DataSource;
  const connection = { isConnected: true, name: 'spec' } as BusConnection;
  const publisher = new OutboxPublisher(
    connection,
    dataSource,
    outbox,
    { index: 0, count: 2 },
    (error) => {
      throw error;
    },
    () => undefined,
  );
  publisher.start();
  await ended;
  await publisher.stop();
  return looks;
}

describe('a publisher whose shard has nothing to publish', () => {
  it('reads past the rows of other shards until nothing can be committed among them, and not again', async () => {
    const waiting = { ...NOTHING, lastOfAll: 5_000 };
    const looks = await looksAt([
      waiting,
      // A transaction from before the first look is still running.
      { ...waiting, oldestRunning: 8n },
      { ...waiting, oldestRunning: 9n, lastOfAll: 6_000 },
      { ...waiting, oldestRunning: 9n, lastOfAll: 6_000 },
    ]);
    expect(looks).toEqual([0, 0, 0, 5_001]);
  });

  it('looks at everything again after the outbox was republished', async () => {
    const waiting = { ...NOTHING, oldestRunning: 9n, lastOfAll: 5_000 };
    const looks = await looksAt([waiting, waiting, { ...waiting, republications: 1 }, waiting]);
    expect(looks).toEqual([0, 0, 5_001, 0]);
  });
});
