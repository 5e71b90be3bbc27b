import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import { CreateGateway1764000000000 } from '../database/migrations/1764000000000-create-gateway';
import { FollowClockBack1764460000000 } from '../database/migrations/1764460000000-follow-clock-back';

const LIMIT = 120;
/** A moment in the past, in Unix seconds; the tests move on from there. */
const START = 1_700_000_000;

interface Take {
  granted: number;
  remaining: number;
  reset_ms: number;
}

describe('the sliding window', () => {
  let database: TestDatabase;
  let client: Client;
  let account = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('CREATE SCHEMA gateway');
    const runner = { query: (sql: string) => client.query(sql) } as never;
    await new CreateGateway1764000000000().up(runner);
    await new FollowClockBack1764460000000().up(runner);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  beforeEach(() => {
    account += 1;
  });

  /** Asks at a number of seconds after the start. */
  const take = async (seconds: number, asked = 1, limit = LIMIT): Promise<Take> => {
    const { rows } = await client.query<Take>(
      'SELECT granted, remaining, reset_ms FROM gateway.take_requests($1, $2, $3, to_timestamp($4))',
      [account, asked, limit, START + seconds],
    );
    return rows[0]!;
  };

  it('counts down and says when room comes back', async () => {
    expect(await take(0)).toEqual({ granted: 1, remaining: 119, reset_ms: 61_000 });
    expect(await take(10.25, 100)).toEqual({ granted: 100, remaining: 19, reset_ms: 50_750 });
    expect(await take(20, 30)).toEqual({ granted: 19, remaining: 0, reset_ms: 41_000 });
    expect(await take(20, 30)).toEqual({ granted: 0, remaining: 0, reset_ms: 41_000 });
  });

  it('gives back at the reset what the oldest second took, and not before', async () => {
    await take(0.9, 20);
    await take(5, 100);
    expect(await take(60.99)).toMatchObject({ granted: 0, reset_ms: 10 });
    expect(await take(61, 25)).toMatchObject({ granted: 20, remaining: 0, reset_ms: 5_000 });
  });

  it('forgets everything after a pause of any length', async () => {
    await take(0, LIMIT);
    expect(await take(61, LIMIT)).toMatchObject({ granted: LIMIT });
    expect(await take(100_000, LIMIT)).toMatchObject({ granted: LIMIT });
  });

  it('stands still while the clock runs backwards', async () => {
    await take(30, LIMIT);
    expect(await take(0)).toMatchObject({ granted: 0, reset_ms: 91_000 });
    expect(await take(91)).toMatchObject({ granted: 1 });
  });

  it.each([61, 3_600, 10 * 365 * 86_400])(
    'is reset when the clock is set back by %i seconds',
    async (seconds) => {
      await take(seconds, LIMIT);
      expect(await take(0, 30)).toEqual({ granted: 30, remaining: 90, reset_ms: 61_000 });
      expect(await take(10, LIMIT)).toEqual({ granted: 90, remaining: 0, reset_ms: 51_000 });
      expect(await take(61, LIMIT)).toMatchObject({ granted: 30 });
    },
  );

  it('follows a limit that an administrator changes', async () => {
    await take(0, 60);
    await take(10, 60);
    expect(await take(20, 50, 150)).toMatchObject({ granted: 30, remaining: 0 });
    // 150 in use: under a limit of 60, the requests of both 0 and 10 must leave first.
    expect(await take(21, 1, 60)).toMatchObject({ granted: 0, reset_ms: 50_000 });
    expect(await take(71, 60, 60)).toMatchObject({ granted: 30 });
  });

  it.each([1, 2, 3, 4])(
    'never grants more than the limit in any minute, nor less than it may (seed %i)',
    async (seed) => {
      const random = randomNumbers(seed);
      const granted: { at: number; count: number }[] = [];
      const sumAfter = (from: number) =>
        granted.filter(({ at }) => at > from).reduce((sum, { count }) => sum + count, 0);
      let at = 0;
      for (let step = 0; step < 300; step += 1) {
        at += random() < 0.1 ? random() * 90 : random() * 3;
        const asked = 1 + Math.floor(random() * 20);
        const { granted: count } = await take(at, asked);
        const usedInWindow = sumAfter(Math.floor(at) - 60 - 1e-9);
        expect(count).toBe(Math.min(asked, LIMIT - usedInWindow));
        granted.push({ at, count });
        expect(sumAfter(at - 60)).toBeLessThanOrEqual(LIMIT);
      }
    },
  );
});

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
