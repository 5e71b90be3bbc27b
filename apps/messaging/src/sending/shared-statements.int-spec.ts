import { join } from 'node:path';
import { messageSent, type SentMessage } from '@chat/contracts/messaging';
import { testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

/** Any number that is not used otherwise: whoever has this lock keeps a held statement from ending. */
const LOCK = 4711;

describe('sends that share statements', () => {
  let messaging: MessagingUnderTest;
  let phones = 0;

  afterEach(() => messaging.service.stop());

  const newPhone = () => `1511${String((phones += 1)).padStart(7, '0')}`;
  const sendToEach = (mobiles: string[], message = 'Hello', timeoutMs = 20_000) =>
    Promise.allSettled(
      mobiles.map((mobile) => messaging.send({ mobile, message }, testContext({ timeoutMs }))),
    );
  const sentOf = (results: PromiseSettledResult<SentMessage>[]) =>
    results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const newPhones = (count: number) => Array.from({ length: count }, newPhone);

  /** Has Postgres do something for each row that comes into being or changes. */
  const onRow = async (when: 'INSERT' | 'UPDATE', condition: string, statement: string) => {
    await messaging.service.query(`
      CREATE FUNCTION messaging.do_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NEW; END $$`);
    await messaging.service.query(`
      CREATE TRIGGER do_it BEFORE ${when} ON messaging.messages FOR EACH ROW WHEN (${condition})
      EXECUTE FUNCTION messaging.do_it()`);
  };

  /** The sequences of each conversation, in order. */
  const sequences = async () =>
    (
      await messaging.service.query<{ sequences: string[] }>(
        `SELECT array_agg(sequence ORDER BY sequence) AS sequences FROM messaging.messages
         GROUP BY conversation_id`,
      )
    ).map((row) => row.sequences.map(Number));
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('are numbered without a gap: 500 at once to one contact, and 500 to as many, over two replicas', async () => {
    // A thousand at once take a busy machine longer than a send may take.
    const timeoutMs = 50_000;
    const environment = { SEND_TIMEOUT_MS: String(timeoutMs) };
    messaging = await MessagingUnderTest.start({}, { replicas: 2, environment });
    const one = newPhone();
    const mobiles = [...Array.from({ length: 500 }, () => one), ...newPhones(500)];
    const results = await sendToEach(mobiles, 'Hello', timeoutMs);

    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    const all = (await sequences()).sort((a, b) => b.length - a.length);
    expect(all[0]).toEqual(upTo(500));
    expect(all.slice(1)).toEqual(Array.from({ length: 500 }, () => [1]));
  });

  it('fail alone: one message of 64 that cannot be written keeps no other from being sent', async () => {
    messaging = await MessagingUnderTest.start();
    await onRow('INSERT', `NEW.body = 'poison'`, `RAISE EXCEPTION 'poison'`);
    const [others, poisoned] = await Promise.all([
      sendToEach(newPhones(63)),
      sendToEach([newPhone()], 'poison'),
    ]);

    expect(sentOf(others)).toHaveLength(63);
    expect(poisoned).toMatchObject([{ status: 'rejected', reason: { code: 'server_error' } }]);
    expect((await sequences()).length).toBe(63);
  });

  it('fail alone: one outcome of 64 that cannot be written keeps no other from being recorded', async () => {
    messaging = await MessagingUnderTest.start();
    await onRow('UPDATE', `NEW.body = 'poison' AND NEW.status = 'sent'`, `RAISE EXCEPTION 'poison'`);
    const [others, poisoned] = await Promise.all([
      sendToEach(newPhones(63)),
      sendToEach([newPhone()], 'poison'),
    ]);

    expect(sentOf(others)).toHaveLength(63);
    expect(poisoned).toMatchObject([{ status: 'rejected', reason: { code: 'provider_outcome_unknown' } }]);
  });

  /** Kills a replica of its own process while Postgres works on its statement, and lets Postgres go on. */
  const killInside = async (when: 'INSERT' | 'UPDATE', count: number) => {
    const victim = await messaging.service.startProcess(join(__dirname, '..', 'main.ts'));
    await onRow(when, 'true', `PERFORM pg_advisory_xact_lock_shared(${LOCK})`);
    await messaging.service.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const answered: SentMessage[] = [];
    for (const mobile of newPhones(count)) {
      messaging.send({ mobile }).then(
        (sent) => answered.push(sent),
        () => undefined,
      );
    }
    // Others may use the number of the lock in their databases.
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await until(async () => (await messaging.service.query(waiting, [LOCK])).length > 0, {
      describe: 'a statement to be held',
    });
    process.kill(victim.pid!, 'SIGKILL');
    await until(() => victim.pid === undefined, { describe: 'the replica to be dead' });
    await messaging.service.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    // Postgres ends a session once it has done all that it was asked.
    const sessions = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
    await until(async () => (await messaging.service.query(sessions)).length === 0, {
      describe: 'the sessions of the dead replica to end',
    });
    await messaging.service.query('DROP TRIGGER do_it ON messaging.messages');
    await messaging.service.startReplica();
    return answered;
  };

  const unsettled = async () =>
    (await messaging.service.query(`SELECT FROM messaging.messages WHERE status = 'sending'`)).length;

  it('are whole or not there when their process is killed inside the first statement, and never handed over', async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 0 });
    const handedOver: number[] = [];
    messaging.handOver = ({ message_id }) => {
      handedOver.push(message_id);
      return { chat_message_id: `chat-${message_id}` };
    };
    messaging.settle = () => ({ outcome: 'refused', chat_message_id: null, error: null });
    const answered = await killInside('INSERT', 20);

    await messaging.passDeadlines();
    await until(async () => (await unsettled()) === 0, { describe: 'what was written to be settled' });
    for (const numbers of await sequences()) expect(numbers).toEqual([1]);
    expect({ answered, handedOver }).toEqual({ answered: [], handedOver: [] });
  });

  it('are told of once when their process is killed inside the statement of the outcome', async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 0 });
    const handedOver = new Set<number>();
    messaging.handOver = ({ message_id }) => {
      handedOver.add(message_id);
      return { chat_message_id: `chat-${message_id}` };
    };
    messaging.settle = ({ message_id }) => ({
      outcome: 'sent',
      chat_message_id: `chat-${message_id}`,
      error: null,
    });
    const answered = await killInside('UPDATE', 20);

    await messaging.passDeadlines();
    await until(async () => (await unsettled()) === 0, { describe: 'the sends to be settled' });
    for (const id of handedOver) {
      await messaging.bus.nextEvent(messageSent, ({ data }) => data.message.id === id);
      expect(await messaging.read(id)).toMatchObject({ status: 'sent', chat_message_id: `chat-${id}` });
    }
    expect([...handedOver].filter((id) => messaging.told(messageSent, id) !== 1)).toEqual([]);
    expect(answered).toEqual([]);
  });

  it('never wait in a circle with receipts, arrivals and the settlement, over two replicas', async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 2 });
    messaging.settle = ({ message_id }) => ({
      outcome: 'sent',
      chat_message_id: `chat-${message_id}`,
      error: null,
    });
    const mobiles = newPhones(40);
    let isOver = false;
    const settling = (async () => {
      while (!isOver) await messaging.passDeadlines();
    })();
    for (let round = 0; round < 5; round += 1) {
      const arrivals = mobiles.toReversed().map((mobile) => messaging.receive({ from: `49${mobile}` }));
      const sent = sentOf(await sendToEach(mobiles));
      const receipts = sent.toReversed().map(async ({ message_id }) => {
        await messaging.acknowledge(message_id, 'sent');
        await messaging.acknowledge(message_id, 'delivered');
      });
      await Promise.all([...arrivals, ...receipts]);
    }
    isOver = true;
    await settling;

    const [{ deadlocks }] = (await messaging.service.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )) as [{ deadlocks: string }];
    expect(Number(deadlocks)).toBe(0);
    await until(
      async () => (await sequences()).every((numbers) => numbers.length === 10) && (await unsettled()) === 0,
      { describe: 'everything to be written' },
    );
    for (const numbers of await sequences()) expect(numbers).toEqual(upTo(10));
  });
});
