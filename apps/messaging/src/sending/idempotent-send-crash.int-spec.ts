import { join } from 'node:path';
import { messageSent, sendMessage, type SentMessage } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

/** Whoever has this lock keeps a held statement from ending. */
const LOCK = 4711;
const BODY = { mobile_code: '49', mobile: '15112345678', message: 'Hello' };

type Answer = SentMessage | AppError;

describe('a send with an Idempotency-Key whose process is killed', () => {
  let messaging: MessagingUnderTest;
  let victim: Awaited<ReturnType<MessagingUnderTest['service']['startProcess']>>;
  let handedOver: number;

  beforeEach(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 0 });
    victim = await messaging.service.startProcess(join(__dirname, '..', 'main.ts'));
    handedOver = 0;
    messaging.handOver = ({ message_id }) => {
      handedOver += 1;
      return { chat_message_id: `chat-${message_id}` };
    };
  });

  afterEach(() => messaging.service.stop());

  const send = (): Promise<Answer> =>
    messaging.bus
      .request(sendMessage, { body: BODY }, { ...testContext(), idempotencyKey: 'the-key' })
      .catch((error: AppError) => error);
  const kill = async () => {
    process.kill(victim.pid!, 'SIGKILL');
    await until(() => victim.pid === undefined, { describe: 'the process to be dead' });
  };
  /** Another process is there, and the lease of the dead one is over. */
  const recover = async () => {
    await messaging.service.startReplica();
    await messaging.service.query('UPDATE messaging.idempotency_records SET lease_until = now()');
  };

  /** The statements of this database that wait for the lock: other specs may use its number in theirs. */
  const held = (columns: string) =>
    messaging.service.query(
      `SELECT ${columns} FROM pg_locks
       WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK],
    );

  /** Kills the process while Postgres works on its statement, which is undone. */
  const killInside = async (when: string, condition: string) => {
    const { service } = messaging;
    await service.query(`
      CREATE FUNCTION messaging.hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`);
    await service.query(`
      CREATE TRIGGER hold BEFORE ${when} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION messaging.hold()`);
    await service.query('SELECT pg_advisory_lock($1)', [LOCK]);
    void send();
    await until(async () => (await held('')).length > 0, { describe: 'a statement to be held' });
    await kill();
    // Its session ends without a commit: nobody is there to take the answer.
    await held('pg_terminate_backend(pid)');
    await service.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await service.query(`DROP FUNCTION messaging.hold() CASCADE`);
    await recover();
  };

  /** Kills the process while the connector has the message. */
  const killAtConnector = async () => {
    await new Promise<void>((isDead) => {
      messaging.handOver = async () => {
        handedOver += 1;
        await kill();
        isDead();
        return new Promise<never>(() => undefined);
      };
      void send();
    });
    await recover();
    messaging.handOver = ({ message_id }) => {
      handedOver += 1;
      return { chat_message_id: `chat-${message_id}` };
    };
  };

  it('before the message was stored, is sent once by the next request', async () => {
    await killInside('INSERT ON messaging.messages', 'true');
    const sent = await send();
    expect(sent).not.toBeInstanceOf(AppError);
    expect(await send()).toEqual(sent);
    expect(handedOver).toBe(1);
  });

  it('while the connector has it, is unknown, and then what the connector says: sent', async () => {
    await killAtConnector();
    messaging.settle = ({ message_id }) => ({
      outcome: 'sent',
      chat_message_id: `chat-${message_id}`,
      error: null,
    });
    expect(await send()).toMatchObject({ code: 'provider_outcome_unknown', isRelayed: true });
    await messaging.passDeadlines();
    const { data } = await messaging.bus.nextEvent(messageSent);
    expect(await send()).toEqual({
      message_id: data.message.id,
      conversation_id: data.conversation_id,
      chat_message_id: data.message.chat_message_id,
    });
    expect(handedOver).toBe(1);
  });

  it('while the connector should have got it but did not, is sent by the next request after that is settled', async () => {
    await killAtConnector();
    messaging.settle = () => ({ outcome: 'refused', chat_message_id: null, error: null });
    await messaging.passDeadlines();
    const sent = await until(
      async () => {
        const answer = await send();
        return !(answer instanceof AppError) && answer;
      },
      { describe: 'the key to be free' },
    );
    expect(await send()).toEqual(sent);
    expect(handedOver).toBe(2);
  });

  it('after the outcome was stored, is answered with it, without waiting for any lease', async () => {
    const answer = await send();
    await kill();
    await messaging.service.startReplica();
    expect(await send()).toEqual(answer);
    expect(answer).not.toBeInstanceOf(AppError);
    expect(handedOver).toBe(1);
  });
});
