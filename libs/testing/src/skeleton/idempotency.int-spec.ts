import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { Reply } from '@chat/bus';
import { AppError } from '@chat/errors';
import {
  fingerprint,
  Idempotency,
  idempotencyTableSql,
  type Attempt,
  type Outcome,
  type Trace,
} from '@chat/idempotency';
import { refusal } from '../refusal';
import { createTestDatabase, type TestDatabase } from '../test-database';

const payload = fingerprint({ text: 'hello' });
const sent = { status: 201, data: { message_id: 17 } } as const;

describe('Idempotency', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let idempotency: Idempotency;
  let keys = 0;
  /** What is known of entities by now. */
  const outcomes = new Map<number, Outcome>();

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.url, poolSize: 20 }).initialize();
    await dataSource.query('CREATE SCHEMA spec');
    await dataSource.query(idempotencyTableSql('spec'));
    await dataSource.query('CREATE TABLE spec.deleted (channel_id bigint)');
    idempotency = new Idempotency(dataSource, 'spec', {
      outcomeOf: (_, id) => Promise.resolve(outcomes.get(Number(id)) ?? null),
      isHidden: (record) => `${record}.channel_id IN (SELECT channel_id FROM spec.deleted)`,
    });
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const newKey = () => ({
    accountId: 1,
    namespace: 'ck_1/messages.send',
    key: `key-${++keys}`,
    deadline: Date.now() + 60_000,
  });
  type Key = ReturnType<typeof newKey>;
  const run = (key: Key, work: (attempt: Attempt) => typeof sent | Promise<typeof sent>, of = payload) =>
    idempotency.run(key, of, async (attempt) => work(attempt));
  const inTransaction = (work: (manager: DataSource['manager']) => Promise<void>) =>
    dataSource.transaction((manager) => work(manager));
  /** Work that commits, reaches the provider, and ends as `outcome` says. */
  const sending =
    (outcome: () => typeof sent | Promise<typeof sent>, trace: Trace = {}) =>
    async (attempt: Attempt) => {
      await inTransaction((manager) => attempt.reach(manager, trace));
      return outcome();
    };
  const never = () => Promise.reject(new Error('this work must not run'));
  const change = (key: Key, set: string) =>
    dataSource.query(`UPDATE spec.idempotency_records SET ${set} WHERE key = $1`, [key.key]);
  const dies = (key: Key) => change(key, `lease_until = now() - interval '1 second'`);
  const answerOf = ({ body, meta }: Reply<object>) => ({ body, ...meta });

  /** A request whose process dies at the point where its work waits. */
  const leaveInFlight = async (
    key: Key,
    before: (attempt: Attempt) => Promise<void> = () => Promise.resolve(),
  ) => {
    await new Promise<void>((waiting) => {
      void run(key, async (attempt) => {
        await before(attempt);
        waiting();
        return new Promise<never>(() => undefined);
      });
    });
    await dies(key);
  };

  it('repeats status and data to whoever repeats the request, without the work', async () => {
    const key = newKey();
    expect(
      answerOf(
        await run(
          key,
          sending(() => sent),
        ),
      ),
    ).toEqual({ body: sent.data, status: 201 });
    const again = { body: sent.data, status: 201, isReplay: true };
    expect(answerOf(await run(key, never))).toEqual(again);
    expect(answerOf(await run(key, never))).toEqual(again);
  });

  it('works once for 50 requests at the same time', async () => {
    const key = newKey();
    let worked = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        run(
          key,
          sending(async () => {
            worked += 1;
            await setImmediate();
            return sent;
          }),
        ),
      ),
    );
    expect(worked).toBe(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value.body).toEqual(sent.data);
      else expect(outcome.reason).toMatchObject({ code: 'idempotency_in_flight' });
    }
  });

  it('refuses another payload, whether the first one runs, is done or is unknown', async () => {
    const other = fingerprint({ text: 'other' });
    const conflict = { code: 'idempotency_conflict', reason: 'payload_mismatch' };
    const [running, done, unknown] = [newKey(), newKey(), newKey()];
    await run(running, async () => {
      expect(await refusal(run(running, never, other))).toMatchObject(conflict);
      return sent;
    });
    await run(done, () => sent);
    await run(
      unknown,
      sending(() => Promise.reject(new Error('reset'))),
    ).catch(() => undefined);
    expect(await refusal(run(done, never, other))).toMatchObject(conflict);
    expect(await refusal(run(unknown, never, other))).toMatchObject(conflict);
  });

  it('frees the key for any payload when its request died before the provider was reached', async () => {
    const key = newKey();
    await leaveInFlight(key);
    expect((await run(key, () => sent, fingerprint({ text: 'other' }))).body).toEqual(sent.data);
    expect(await refusal(run(key, never))).toMatchObject({ code: 'idempotency_conflict' });
  });

  it('repeats an answer to the byte', async () => {
    const key = newKey();
    const data = { b: 'NUL \u0000', a: [1, { z: 1, y: 2 }] };
    await idempotency.run(key, payload, () => Promise.resolve({ status: 200 as const, data }));
    expect(JSON.stringify((await run(key, never)).body)).toBe(JSON.stringify(data));
  });

  it('keeps keys of other accounts and namespaces apart', async () => {
    const key = newKey();
    await run(key, () => sent);
    for (const elsewhere of [{ accountId: 2 }, { namespace: 'ck_2/messages.send' }]) {
      const answer = await idempotency.run({ ...key, ...elsewhere }, payload, () =>
        Promise.resolve({ status: 200 as const, data: elsewhere }),
      );
      expect(answer.body).toEqual(elsewhere);
    }
  });

  it.each([
    ['a refusal', new AppError('capability_error')],
    ['a fault', new Error('broken')],
  ])('frees the key after %s before the provider was reached', async (_, error) => {
    const key = newKey();
    await expect(run(key, () => Promise.reject(error))).rejects.toBe(error);
    expect((await run(key, () => sent)).meta.isReplay).toBeUndefined();
  });

  it('frees the key when the commit before the provider call fails', async () => {
    const key = newKey();
    const work = (attempt: Attempt) =>
      inTransaction(async (manager) => {
        await attempt.reach(manager);
        throw new Error('the commit failed');
      }).then(() => sent);
    await expect(run(key, work)).rejects.toThrow('the commit failed');
    expect((await run(key, () => sent)).body).toEqual(sent.data);
  });

  it('frees the key after a refusal of the provider that may be repeated', async () => {
    const key = newKey();
    await run(
      key,
      sending(() => Promise.reject(new AppError('provider_error'))),
    ).catch(() => undefined);
    expect((await run(key, () => sent)).body).toEqual(sent.data);
  });

  it('repeats a final refusal of the provider', async () => {
    const key = newKey();
    const refused = new AppError('invalid_phone', { message_id: 17 });
    await run(
      key,
      sending(() => Promise.reject(refused)),
    ).catch(() => undefined);
    await expect(run(key, never)).rejects.toMatchObject({
      code: 'invalid_phone',
      details: { message_id: 17 },
      isReplay: true,
    });
  });

  it.each([
    ['silence of the provider', new AppError('provider_outcome_unknown')],
    ['a fault after the provider was reached', new Error('reset')],
  ])('never works again after %s', async (_, error) => {
    const key = newKey();
    await run(
      key,
      sending(() => Promise.reject(error)),
    ).catch(() => undefined);
    expect(await refusal(run(key, never))).toMatchObject({ code: 'provider_outcome_unknown' });
  });

  it('lets one of 20 take over what died before the provider was reached', async () => {
    const key = newKey();
    await leaveInFlight(key);
    let worked = 0;
    const work = () => {
      worked += 1;
      return sent;
    };
    await Promise.allSettled(Array.from({ length: 20 }, () => run(key, work)));
    expect(worked).toBe(1);
    expect((await run(key, never)).body).toEqual(sent.data);
  });

  it('says that nobody knows of what died after the provider was reached', async () => {
    const key = newKey();
    await leaveInFlight(key, (attempt) => inTransaction((manager) => attempt.reach(manager)));
    expect(await refusal(run(key, never))).toMatchObject({ code: 'provider_outcome_unknown' });
  });

  it('keeps an owner that was too slow from reaching the provider', async () => {
    const key = newKey();
    const slow = run(key, async (attempt) => {
      await dies(key);
      await run(key, () => sent);
      await inTransaction((manager) => attempt.reach(manager));
      return sent;
    });
    expect(await refusal(slow)).toMatchObject({ code: 'idempotency_in_flight' });
    expect((await run(key, never)).body).toEqual(sent.data);
  });

  it('keeps the answer that was committed with the outcome, whatever happens to the process then', async () => {
    const key = newKey();
    await leaveInFlight(key, async (attempt) => {
      await inTransaction((manager) => attempt.reach(manager));
      await inTransaction((manager) => attempt.finish(manager, sent));
    });
    expect(answerOf(await run(key, never))).toEqual({ body: sent.data, status: 201, isReplay: true });
  });

  const lost = (key: Key, entityId: number) =>
    run(
      key,
      sending(() => Promise.reject(new Error('reset')), { entityId }),
    ).catch(() => undefined);

  it('is answered with what became known since: a success', async () => {
    const key = newKey();
    await lost(key, 1);
    outcomes.set(1, sent);
    expect(answerOf(await run(key, never))).toEqual({ body: sent.data, status: 201, isReplay: true });
    outcomes.set(1, new AppError('conflict'));
    expect(answerOf(await run(key, never))).toMatchObject({ body: sent.data });
  });

  it('is answered with what became known since: a final refusal', async () => {
    const key = newKey();
    await lost(key, 2);
    outcomes.set(2, new AppError('invalid_phone', { message_id: 2 }));
    for (const _ of [1, 2]) {
      await expect(run(key, never)).rejects.toMatchObject({
        code: 'invalid_phone',
        isReplay: true,
        details: { message_id: 2 },
      });
    }
  });

  it('is free again when it became known that nothing happened, and then works once for 20 repeats', async () => {
    const key = newKey();
    await lost(key, 3);
    outcomes.set(3, new AppError('device_service_error'));
    let worked = 0;
    const work = () => {
      worked += 1;
      return sent;
    };
    await Promise.allSettled(Array.from({ length: 20 }, () => run(key, work)));
    expect(worked).toBe(1);
    expect((await run(key, never)).body).toEqual(sent.data);
  });

  it('repeats which entity it is of which nobody knows', async () => {
    const key = newKey();
    await lost(key, 4);
    outcomes.set(4, new AppError('provider_outcome_unknown', { message_id: 4 }));
    await expect(run(key, never)).rejects.toMatchObject({ details: { message_id: 4 }, isReplay: true });
  });

  it('is looked up as soon as the deadline has passed that the request named', async () => {
    const key = newKey();
    outcomes.set(5, sent);
    const slow = run(key, async (attempt) => {
      await inTransaction((manager) => attempt.reach(manager, { entityId: 5, deadline: Date.now() }));
      expect(answerOf(await run(key, never))).toMatchObject({ body: sent.data, isReplay: true });
      return sent;
    });
    expect((await slow).body).toEqual(sent.data);
  });

  it('answers not_found from the moment on that its channel is hidden', async () => {
    const key = newKey();
    await run(
      key,
      sending(() => sent, { channelId: 71 }),
    );
    expect((await run(key, never)).body).toEqual(sent.data);
    await dataSource.query('INSERT INTO spec.deleted VALUES (71)');
    expect(await refusal(run(key, never))).toMatchObject({ code: 'not_found' });
  });

  it('answers not_found once the channel is deleted, and still refuses another payload', async () => {
    const keysOfChannel = [newKey(), newKey(), newKey()];
    for (const key of keysOfChannel)
      await run(
        key,
        sending(() => sent, { channelId: 70 }),
      );
    const erase = () => dataSource.transaction((manager) => idempotency.eraseChannel(1, 70, 2, manager));
    expect([await erase(), await erase(), await erase()]).toEqual([2, 1, 0]);
    expect(await refusal(run(keysOfChannel[0]!, never))).toMatchObject({ code: 'not_found' });
    expect(await refusal(run(keysOfChannel[0]!, never, fingerprint({})))).toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('forgets a key after 24 hours, purged or not', async () => {
    const [unpurged, purged] = [newKey(), newKey()];
    for (const key of [unpurged, purged]) {
      await run(key, () => sent);
      await change(key, `expires_at = expires_at - interval '24 hours'`);
    }
    expect((await run(unpurged, () => sent)).meta.isReplay).toBeUndefined();
    const rounds: (() => Promise<boolean | void>)[] = [];
    idempotency.purgeIn({
      add: ({ round }: { round: () => Promise<boolean> }) => rounds.push(round),
    } as never);
    expect(await rounds[0]!()).toBe(false);
    const left = await dataSource.query<object[]>(
      'SELECT key FROM spec.idempotency_records WHERE key = ANY ($1) ORDER BY key',
      [[unpurged.key, purged.key]],
    );
    expect(left).toEqual([{ key: unpurged.key }]);
  });

  describe('in a process that is killed', () => {
    /** Kills a process where it says that it stands, and lets its lease lapse. @returns what it said until then. */
    const kill = async (key: Key, stopAt: string): Promise<string[]> => {
      const said: string[] = [];
      const hook = join(__dirname, '../typescript-hook.cjs');
      const child = fork(join(__dirname, 'one-request.main.ts'), {
        execArgv: ['-C', '@chat/source', '-r', hook],
        env: { ...process.env, DATABASE_URL: database.url, KEY: key.key, STOP_AT: stopAt },
      });
      const exit = once(child, 'exit');
      child.on('message', (point: string) => {
        said.push(point);
        if (point === stopAt) child.kill('SIGKILL');
      });
      await exit;
      await dies(key);
      return said;
    };

    it('before the provider was reached, works once more', async () => {
      const key = newKey();
      expect(await kill(key, 'before the provider')).toEqual(['before the provider']);
      expect((await run(key, () => sent)).meta.isReplay).toBeUndefined();
      expect((await run(key, never)).body).toEqual(sent.data);
    });

    it('after the provider was reached, is unknown and never repeated', async () => {
      const key = newKey();
      expect(await kill(key, 'after the provider')).toEqual(['the provider has it', 'after the provider']);
      expect(await refusal(run(key, never))).toMatchObject({ code: 'provider_outcome_unknown' });
    });

    it('after its outcome was committed, is answered with it', async () => {
      const key = newKey();
      await kill(key, 'after the outcome');
      expect(answerOf(await run(key, never))).toEqual({
        body: { message_id: 1 },
        status: 201,
        isReplay: true,
      });
    });
  });
});
