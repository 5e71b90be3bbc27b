import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import {
  personTraceOperations,
  type ErasedPersonTraces,
  type TraceTable,
} from '@chat/contracts/person-traces';
import { toTimestamp } from '@chat/service-kit';
import { testContext } from '../test-bus';
import { createTestDatabase } from '../test-database';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { notesService } from './notes.service';

const ANA = '551187654321';
const EVA = '4915112345678';
const operations = personTraceOperations(notesService.name);
const schema = notesService.database.schema;

describe('what a service keeps of a person for a while', () => {
  let service: TestService;
  let accountId = 100;

  beforeAll(async () => {
    service = await startTestService(notesService);
  });

  beforeEach(() => {
    accountId += 1;
  });

  afterAll(() => service.stop());

  const person = {
    names: ['5511987654321', ANA],
    chat_message_ids: ['wamid.A'],
    ticket_numbers: [],
    conversation_ids: [12],
    contact_ids: [],
  };
  const erase = (table: TraceTable): Promise<ErasedPersonTraces> =>
    service.bus.request(
      operations.erase,
      { body: { person, table, after_id: 0 } },
      testContext({ accountId }),
    );
  const eventOf = (data: object, account = accountId) =>
    JSON.stringify({ id: randomUUID(), type: 'note.written', accountid: String(account), data });
  const addEvent = (data: object, publishedAt = 'now()', account = accountId) =>
    service.query(
      `INSERT INTO ${schema}.outbox (account_id, event_id, subject, document, published_at)
       VALUES ($1, gen_random_uuid(), 'evt.notes.note.written', $2, ${publishedAt})`,
      [account, eventOf(data, account)],
    );
  const addJob = (data: object, state = 'waiting', account = accountId) =>
    service.query(
      `INSERT INTO ${schema}.jobs (account_id, type, data, state, due_at, traceparent)
       VALUES ($1, 'unheard-of', $2, $3, now(), '')`,
      [account, JSON.stringify(data), state],
    );
  const addLetter = (data: object, account = accountId) =>
    service.query(
      `INSERT INTO ${schema}.dead_letters (consumer, event_id, document, reason)
       VALUES ('somebody', gen_random_uuid(), $1, 'It failed.')`,
      [eventOf(data, account)],
    );
  const dataOf = async (table: 'outbox' | 'dead_letters') =>
    (await service.query<{ document: string }>(`SELECT document FROM ${schema}.${table} ORDER BY id`))
      .map(({ document }) => JSON.parse(document) as { accountid: string; data: object })
      .filter((event) => event.accountid === String(accountId))
      .map(({ data }) => data);
  const jobs = async (account = accountId) =>
    (
      await service.query<{ data: string }>(
        `SELECT data FROM ${schema}.jobs WHERE account_id = $1 ORDER BY id`,
        [account],
      )
    ).map(({ data }) => JSON.parse(data) as object);

  it('goes with the events that tell of it, and no others', async () => {
    await addEvent({ from: ANA });
    await addEvent({ conversation_id: 12 });
    await addEvent({ from: EVA });
    await addEvent({ conversation_id: 120 });
    await addEvent({ from: ANA }, 'now()', 7);
    expect(await erase('outbox')).toMatchObject({ erased: 2, is_busy: false });
    expect(await dataOf('outbox')).toEqual([{ from: EVA }, { conversation_id: 120 }]);
    expect(await erase('outbox')).toMatchObject({ erased: 0, is_busy: false });
    const [other] = await service.query(`SELECT FROM ${schema}.outbox WHERE account_id = 7`);
    expect(other).toBeDefined();
  });

  const isPending = async () => {
    const body = { since: toTimestamp(new Date(Date.now() + 60_000)) };
    return (await service.bus.request(operations.pending, { body })).is_pending;
  };
  const untilNothingPends = () => until(async () => !(await isPending()), { describe: 'nothing to pend' });

  it('does not wait for what the service writes in another database of the server', async () => {
    const other = await createTestDatabase();
    const client = new Client({ connectionString: other.url, application_name: notesService.name });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    await untilNothingPends();
    await client.end();
    await other.drop();
  });

  it('waits for an event that is not published', async () => {
    await service.query(`SELECT pg_advisory_lock(hashtext('${schema}.outbox'))`);
    try {
      await addEvent({ from: ANA }, 'NULL');
      expect(await isPending()).toBe(true);
      expect(await erase('outbox')).toMatchObject({ erased: 0, is_busy: true });
      await service.query(`UPDATE ${schema}.outbox SET published_at = now() WHERE published_at IS NULL`);
      await untilNothingPends();
      expect(await erase('outbox')).toMatchObject({ erased: 1, is_busy: false });
    } finally {
      await service.query('SELECT pg_advisory_unlock_all()');
    }
  });

  it('goes from jobs, which keep what is about others, and waits for those that run', async () => {
    await addJob({ chatMessageId: 'wamid.A' });
    await addJob({ messages: [{ phone: ANA }, { phone: EVA }] }, 'dead');
    await addJob({ body: JSON.stringify({ messages: [{ from: ANA }, { from: EVA }] }) }, 'dead', 0);
    await addJob({ chatMessageId: 'wamid.B' });
    expect(await erase('jobs')).toMatchObject({ erased: 3, is_busy: false });
    expect(await jobs()).toEqual([{ messages: [{ phone: EVA }] }, { chatMessageId: 'wamid.B' }]);
    expect(await jobs(0)).toEqual([{ body: JSON.stringify({ messages: [{ from: EVA }] }) }]);
    await addJob({ phone: ANA }, 'running');
    expect(await erase('jobs')).toMatchObject({ erased: 0, is_busy: true });
  });

  it('goes from dead letters, which keep what may still be replayed for others', async () => {
    await addLetter({ receipts: [{ chat_message_id: 'wamid.A' }, { chat_message_id: 'wamid.B' }] });
    await addLetter({ from: ANA });
    await addLetter({ from: ANA }, 7);
    expect(await erase('dead_letters')).toMatchObject({ erased: 2, is_busy: false });
    expect(await dataOf('dead_letters')).toEqual([{ receipts: [{ chat_message_id: 'wamid.B' }] }]);
    const [other] = await service.query(
      `SELECT FROM ${schema}.dead_letters WHERE document LIKE '%"accountid":"7"%'`,
    );
    expect(other).toBeDefined();
  });
});
