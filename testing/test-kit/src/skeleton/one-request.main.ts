import { DataSource } from 'typeorm';
import { fingerprint, Idempotency } from '@chat/idempotency';

/**
 * A process that works on one request with a key, for a spec to kill: it reports its progress to its parent, and waits at the
 * point that `STOP_AT` names.
 */
async function main(): Promise<void> {
  const { DATABASE_URL, KEY, STOP_AT } = process.env;
  const dataSource = await new DataSource({ type: 'postgres', url: DATABASE_URL }).initialize();
  const recordKey = {
    accountId: 1,
    namespace: 'ck_1/messages.send',
    key: KEY!,
    deadline: Date.now() + 60_000,
  };
  const stopAt = async (point: string) => {
    if (point !== STOP_AT) return;
    process.send!(point);
    await new Promise(() => setInterval(() => undefined, 1_000));
  };
  await new Idempotency(dataSource, 'spec').run(
    recordKey,
    fingerprint({ text: 'hello' }),
    async (attempt) => {
      await stopAt('before the provider');
      await dataSource.transaction((manager) => attempt.reach(manager));
      process.send!('the provider has it');
      await stopAt('after the provider');
      await dataSource.transaction((manager) =>
        attempt.finish(manager, { status: 201, data: { message_id: 1 } }),
      );
      await stopAt('after the outcome');
      return { status: 201, data: { message_id: 1 } };
    },
  );
}

void main();
