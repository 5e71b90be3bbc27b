import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import { CreateGateway1764000000000 } from '../database/migrations/1764000000000-create-gateway';
import { RateLimiter } from './rate-limiter';
import { RateWindowsRepository } from './rate-windows.repository';

const LIMIT = 120;

describe('the rate limit over several gateways', () => {
  let database: TestDatabase;
  let pools: DataSource[];
  let limiters: RateLimiter[];
  let account = 0;
  let statements = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    pools = await Promise.all([1, 2, 3].map(() => connect(database.url)));
    await pools[0]!.query('CREATE SCHEMA gateway');
    const runner = pools[0]!.createQueryRunner();
    await new CreateGateway1764000000000().up(runner);
    await runner.release();
  });

  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.destroy()));
    await database.drop();
  });

  beforeEach(() => {
    account += 1;
    statements = 0;
    limiters = pools.map((pool) => {
      const windows = new RateWindowsRepository(pool);
      const take = windows.consume.bind(windows);
      windows.consume = (...question) => {
        statements += 1;
        return take(...question);
      };
      return new RateLimiter(windows);
    });
  });

  const takeMany = (count: number, limit = LIMIT) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => limiters[index % limiters.length]!.consume(account, limit)),
    );

  it('counts what each account took within the latest minute, the busiest first', async () => {
    await takeMany(7);
    const busier = account;
    account += 1;
    await takeMany(3);
    await pools[0]!.query(
      `INSERT INTO gateway.rate_windows (account_id, second, slots, used) VALUES (999, 1, array_fill(0, ARRAY[61]), 50)`,
    );
    const counts = await new RateWindowsRepository(pools[0]!).count();
    expect(counts.filter(({ account_id }) => account_id >= busier)).toEqual([
      { account_id: busier, requests: 7 },
      { account_id: account, requests: 3 },
    ]);
  });

  it('admits exactly the limit of 600 concurrent requests, with few statements', async () => {
    const allowances = await takeMany(600);
    expect(allowances.filter(({ isGranted }) => isGranted)).toHaveLength(LIMIT);
    expect(statements).toBeLessThanOrEqual(12);
  });

  it('tells each admitted request a different remainder, down to 0', async () => {
    const allowances = await takeMany(LIMIT);
    const remainders = allowances.map(({ remaining }) => remaining).sort((one, other) => other - one);
    expect(remainders).toEqual(Array.from({ length: LIMIT }, (_, index) => LIMIT - 1 - index));
    expect(new Set(allowances.map(({ limit }) => limit))).toEqual(new Set([LIMIT]));
  });

  it('refuses an exhausted account without asking, and tells the seconds to wait', async () => {
    const startedAt = performance.now();
    await takeMany(LIMIT);
    await takeMany(limiters.length);
    const before = statements;
    const refusals = await takeMany(30);
    expect(statements).toBe(before);
    const passedSeconds = (performance.now() - startedAt) / 1_000;
    for (const { isGranted, remaining, resetSeconds } of refusals) {
      expect({ isGranted, remaining }).toEqual({ isGranted: false, remaining: 0 });
      expect(resetSeconds).toBeGreaterThanOrEqual(60 - passedSeconds);
      expect(resetSeconds).toBeLessThanOrEqual(61);
    }
  });

  it('asks again when the limit of an exhausted account was raised', async () => {
    await takeMany(LIMIT + 3);
    const [allowance] = await takeMany(1, LIMIT + 10);
    expect(allowance).toMatchObject({ isGranted: true, limit: LIMIT + 10, remaining: 9 });
  });

  it('keeps the accounts apart', async () => {
    await takeMany(LIMIT + 1);
    account += 1;
    expect((await takeMany(1))[0]).toMatchObject({ isGranted: true, remaining: LIMIT - 1 });
  });

  it('asks for many accounts in one statement, each by its own limit', async () => {
    const [limiter] = limiters;
    const requests = Array.from({ length: 60 }, (_, index) => ({
      accountId: 1_000 + (index % 20),
      limit: 1 + (index % 20),
    }));
    const allowances = await Promise.all(
      requests.map(({ accountId, limit }) => limiter!.consume(accountId, limit)),
    );
    const granted = new Map<number, number>();
    allowances.forEach(({ isGranted }, index) => {
      const { accountId } = requests[index]!;
      granted.set(accountId, (granted.get(accountId) ?? 0) + Number(isGranted));
    });
    // Each asked three times.
    expect([...granted.values()]).toEqual(Array.from({ length: 20 }, (_, index) => Math.min(index + 1, 3)));
    expect(statements).toBe(1);
  });

  it('fails the requests of a statement that fails, and goes on with the next', async () => {
    await pools[0]!.query('ALTER TABLE gateway.rate_windows RENAME TO away');
    await expect(takeMany(3)).rejects.toThrow('does not exist');
    await pools[0]!.query('ALTER TABLE gateway.away RENAME TO rate_windows');
    const [allowance] = await takeMany(1);
    expect(allowance).toMatchObject({ isGranted: true });
  });
});

function connect(url: string): Promise<DataSource> {
  return new DataSource({ type: 'postgres', url, parseInt8: true, poolSize: 4 }).initialize();
}
