import { setImmediate } from 'node:timers/promises';
import { AppError } from '@chat/errors';
import { fingerprint, type Attempt } from '@chat/idempotency';
import { refusal } from '../refusal';
import { idempotencyUnderTest, payload, sent } from './idempotency-under-test';

describe('Idempotency', () => {
  const {
    newKey,
    run,
    inTransaction,
    sending,
    never,
    change,
    dies,
    answerOf,
    leaveInFlight,
    idempotency,
    query,
  } = idempotencyUnderTest();

  /** A round of the loop that deletes. @returns whether there may be more. */
  const purge = async (): Promise<boolean> => {
    const rounds: (() => Promise<boolean>)[] = [];
    idempotency().purgeIn({
      add: ({ round }: { round: () => Promise<boolean> }) => rounds.push(round),
    } as never);
    return rounds[0]!();
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
    await idempotency().run(key, payload, () => Promise.resolve({ status: 200 as const, data }));
    expect(JSON.stringify((await run(key, never)).body)).toBe(JSON.stringify(data));
  });

  it('keeps keys of other accounts and namespaces apart', async () => {
    const key = newKey();
    await run(key, () => sent);
    for (const elsewhere of [{ accountId: 2 }, { namespace: 'ck_2/messages.send' }]) {
      const answer = await idempotency().run({ ...key, ...elsewhere }, payload, () =>
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

  it.each([
    ['a refusal', new AppError('capability_error', { message_id: 17 })],
    ['an unknown outcome', new AppError('provider_outcome_unknown', { message_id: 17 })],
  ])('answers with %s even if it cannot be recorded, and never works again', async (_, error) => {
    const key = newKey();
    const work = sending(async () => {
      await query('ALTER TABLE spec.idempotency_records RENAME TO unreachable');
      throw error;
    });
    const answer = await run(key, work).catch((thrown: unknown) => thrown);
    await query('ALTER TABLE spec.unreachable RENAME TO idempotency_records');
    expect(answer).toBe(error);
    await dies(key);
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

  it('answers not_found from the moment on that its channel is hidden', async () => {
    const key = newKey();
    await run(
      key,
      sending(() => sent, { channelId: 71 }),
    );
    expect((await run(key, never)).body).toEqual(sent.data);
    await query('INSERT INTO spec.deleted VALUES (71)');
    expect(await refusal(run(key, never))).toMatchObject({ code: 'not_found' });
  });

  it('answers not_found once the channel is deleted, and still refuses another payload', async () => {
    const keysOfChannel = [newKey(), newKey(), newKey()];
    for (const key of keysOfChannel)
      await run(
        key,
        sending(() => sent, { channelId: 70 }),
      );
    const erased: number[] = [];
    const erase = () =>
      inTransaction(async (manager) => erased.push(await idempotency().eraseChannel(1, 70, 2, manager)));
    for (let batch = 1; batch <= 3; batch += 1) await erase();
    expect(erased).toEqual([2, 1, 0]);
    expect(await refusal(run(keysOfChannel[0]!, never))).toMatchObject({ code: 'not_found' });
    expect(await refusal(run(keysOfChannel[0]!, never, fingerprint({})))).toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('keeps a key that was taken over for 24 hours from then on', async () => {
    const key = newKey();
    await leaveInFlight(key);
    await change(key, `expires_at = now() + interval '1 second'`);
    await run(key, () => sent);
    const [record] = await query<{ isNew: boolean }>(
      `SELECT expires_at > now() + interval '23 hours' AS "isNew" FROM spec.idempotency_records WHERE key = $1`,
      [key.key],
    );
    expect(record).toEqual({ isNew: true });
  });

  it('forgets no key while its request is worked on', async () => {
    const key = newKey();
    await run(key, async () => {
      await change(key, `expires_at = now()`);
      expect(await refusal(run(key, never))).toMatchObject({ code: 'idempotency_in_flight' });
      await purge();
      return sent;
    });
    expect(await query('SELECT state FROM spec.idempotency_records WHERE key = $1', [key.key])).toEqual([
      { state: 'done' },
    ]);
  });

  it('forgets a key after 24 hours, purged or not', async () => {
    const [unpurged, purged] = [newKey(), newKey()];
    for (const key of [unpurged, purged]) {
      await run(key, () => sent);
      await change(key, `expires_at = expires_at - interval '24 hours'`);
    }
    expect((await run(unpurged, () => sent)).meta.isReplay).toBeUndefined();
    expect(await purge()).toBe(false);
    const left = await query('SELECT key FROM spec.idempotency_records WHERE key = ANY ($1) ORDER BY key', [
      [unpurged.key, purged.key],
    ]);
    expect(left).toEqual([{ key: unpurged.key }]);
  });
});
