import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '@chat/errors';
import type { RecordKey } from '@chat/idempotency';
import { refusal } from '../refusal';
import { idempotencyUnderTest, sent } from './idempotency-under-test';

describe('the key of a request that was never answered', () => {
  const { outcomes, newKey, run, inTransaction, never, dies, answerOf, lost, databaseUrl, query } =
    idempotencyUnderTest();

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
    for (let repeat = 1; repeat <= 2; repeat += 1) {
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

  it('is answered by its entity alone, where that knows the same answer for good', async () => {
    const key = newKey();
    outcomes.set(6, sent);
    await run(key, async (attempt) => {
      await inTransaction((manager) => attempt.reach(manager, { entityId: 6 }));
      return { ...sent, isKnownByEntity: true };
    });
    const kept = 'SELECT result FROM spec.idempotency_records WHERE key = $1';
    expect(await query(kept, [key.key])).toEqual([{ result: null }]);
    expect(answerOf(await run(key, never))).toEqual({ body: sent.data, status: 201, isReplay: true });
  });

  it('is in flight while its request is worked on, whatever its entity says but a success', async () => {
    const key = newKey();
    const refused = run(key, async (attempt) => {
      await inTransaction((manager) => attempt.reach(manager, { entityId: 7 }));
      for (const error of [new AppError('invalid_phone'), new AppError('device_service_error')]) {
        outcomes.set(7, error);
        expect(await refusal(run(key, never))).toMatchObject({ code: 'idempotency_in_flight' });
      }
      throw new AppError('invalid_phone', { reason: 'told by the request' });
    });
    await refusal(refused);
    expect(await refusal(run(key, never))).toMatchObject({ reason: 'told by the request' });
  });

  describe('in a process that is killed', () => {
    /** Kills a process at the point that it reports, and lets its lease expire. @returns its reports until then. */
    const kill = async (key: RecordKey, stopAt: string): Promise<string[]> => {
      const said: string[] = [];
      const hook = join(__dirname, '../typescript-hook.cjs');
      const child = fork(join(__dirname, 'one-request.main.ts'), {
        execArgv: ['-C', '@chat/source', '-r', hook],
        env: { ...process.env, DATABASE_URL: databaseUrl(), KEY: key.key, STOP_AT: stopAt },
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
