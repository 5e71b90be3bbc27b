import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@chat/contracts';
import { deadLetterOperations, type DeadLetter } from '@chat/contracts/dead-letters';
import { CapturedLog } from '../captured-log';
import { refusal } from '../refusal';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { createNote, noteCreated, notesService, type Note } from './notes.service';

const letters = deadLetterOperations('notes');

describe('the dead letters of a service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notesService);
    await service.startReplica();
  });

  afterAll(() => service.stop());

  beforeEach(() => falsifyCopies());
  afterEach(() => repair());

  /** Makes the consumer fail to copy notes whose text ends in `!`. */
  const falsifyCopies = () =>
    service.query(`ALTER TABLE notes.copies ADD CONSTRAINT copies_calm CHECK (text NOT LIKE '%!') NOT VALID`);
  const repair = () => service.query('ALTER TABLE notes.copies DROP CONSTRAINT IF EXISTS copies_calm');
  const copiesOf = (text: string) => service.query('SELECT id FROM notes.copies WHERE text = $1', [text]);
  const consumptionsOf = (eventId: string) =>
    service.query('SELECT 1 FROM notes.inbox WHERE event_id = $1', [eventId]);

  const allLetters = async () => (await service.bus.request(letters.list, { body: {} })).dead_letters;
  const idsOf = async () => (await allLetters()).map(({ id }) => id);
  const replay = (id: number) => service.bus.request(letters.replay, { body: { id } });

  const deliverAgain = (event: CloudEvent<Note>) =>
    service.bus.publish(noteCreated, event.data, { id: event.id });

  /** Creates a note whose event becomes a dead letter. */
  async function givenUp(text: string): Promise<{ letter: DeadLetter; event: CloudEvent<Note> }> {
    const note = await service.bus.request(createNote, { body: { text } });
    const event = await service.bus.nextEvent(noteCreated, ({ data }) => data.id === note.id);
    const letter = await until(
      async () => (await allLetters()).find(({ event_id }) => event_id === event.id),
      { describe: 'the dead letter' },
    );
    return { letter, event };
  }

  /** Runs `start` while nothing can be copied, until `count` transactions wait for each other; then releases them. */
  async function heldUp(count: number, start: () => Promise<void>): Promise<void> {
    await service.query('BEGIN');
    await service.query('LOCK TABLE notes.copies IN ACCESS EXCLUSIVE MODE');
    await start();
    const waiting = async () => {
      // A transaction caches the view at its first read.
      await service.query('SELECT pg_stat_clear_snapshot()');
      return service.query(
        `SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pid IN
           (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
      );
    };
    await until(async () => (await waiting()).length === count, {
      describe: `${count} transactions to wait`,
    });
    await service.query('COMMIT');
  }

  it('are listed with their reason and without their content, which only a single one shows', async () => {
    const { letter, event } = await givenUp('secret!');
    expect(letter).toEqual({
      id: letter.id,
      consumer: 'notes-copies',
      event_id: event.id,
      event_type: 'note.created',
      account_id: 1,
      entity: `notes/${event.data.id}`,
      reason: expect.stringContaining('copies_calm') as string,
      created_at: expect.stringMatching(/\+00:00$/) as string,
    });
    const { dead_letter } = await service.bus.request(letters.get, { body: { id: letter.id } });
    expect(dead_letter).toEqual({ ...letter, document: event });
  });

  it('are listed the oldest first, page by page', async () => {
    const first = (await givenUp('page one!')).letter.id;
    const second = (await givenUp('page two!')).letter.id;
    const next = await service.bus.request(letters.list, { body: { after_id: first, limit: 1 } });
    expect(next.dead_letters.map(({ id }) => id)).toEqual([second]);
    expect((await idsOf()).slice(-2)).toEqual([first, second]);
  });

  it('take effect when they are replayed after the repair, and are gone', async () => {
    const { letter, event } = await givenUp('repaired!');
    await repair();
    expect(await replay(letter.id)).toEqual({ outcome: 'handled', reason: null });
    expect(await copiesOf('repaired!')).toEqual([{ id: event.data.id }]);
    expect(await consumptionsOf(event.id)).toHaveLength(1);
    expect(await idsOf()).not.toContain(letter.id);
    expect(await refusal(replay(letter.id))).toMatchObject({ code: 'not_found' });
  });

  it('stay with the new reason when the replay fails too, and change nothing', async () => {
    const { letter, event } = await givenUp('still broken!');
    await repair();
    await service.query(
      `ALTER TABLE notes.copies ADD CONSTRAINT copies_short CHECK (length(text) < 5) NOT VALID`,
    );
    const answer = await replay(letter.id);
    await service.query('ALTER TABLE notes.copies DROP CONSTRAINT copies_short');
    expect(answer).toEqual({
      outcome: 'failed',
      reason: expect.stringContaining('copies_short') as string,
    });
    expect((await allLetters()).find(({ id }) => id === letter.id)).toMatchObject({ reason: answer.reason });
    expect(await consumptionsOf(event.id)).toEqual([]);
    expect(await copiesOf('still broken!')).toEqual([]);
  });

  it('take effect once when two replays run at the same time', async () => {
    const { letter } = await givenUp('twice!');
    await repair();
    let both: Promise<{ outcome: string }>[] = [];
    await heldUp(2, () => {
      both = [replay(letter.id), replay(letter.id)];
      return Promise.resolve();
    });
    const outcomes = (await Promise.all(both)).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['handled', 'handled_before']);
    expect(await copiesOf('twice!')).toHaveLength(1);
  });

  it('take effect once when the event arrives again during the replay', async () => {
    const { letter, event } = await givenUp('arrives again!');
    await repair();
    let replayed = Promise.resolve({});
    await heldUp(2, async () => {
      replayed = replay(letter.id);
      await deliverAgain(event);
    });
    expect(await replayed).toMatchObject({ outcome: expect.stringMatching(/^handled/) as string });
    await service.bus.request(createNote, { body: { text: 'the next' } });
    await until(async () => (await copiesOf('the next')).length > 0, { describe: 'the next copy' });
    expect(await copiesOf('arrives again!')).toHaveLength(1);
    expect(await idsOf()).not.toContain(letter.id);
  });

  it('go by themselves when their event was consumed after all', async () => {
    const { letter, event } = await givenUp('late luck!');
    await repair();
    await deliverAgain(event);
    await until(async () => (await copiesOf('late luck!')).length > 0, { describe: 'the copy' });
    const replica = await service.startReplica();
    await until(async () => !(await idsOf()).includes(letter.id), { describe: 'the letter to go' });
    await replica.stop();
  });

  it('are refused with a clear error when their consumer does not exist any more', async () => {
    const { event } = await givenUp('orphan!');
    const [row] = await service.query<{ id: number }>(
      `INSERT INTO notes.dead_letters (consumer, event_id, document, reason)
       VALUES ('notes-of-old', $1, $2, 'Error: old') RETURNING id`,
      [randomUUID(), JSON.stringify(event)],
    );
    const { id } = row!;
    expect(await refusal(replay(id))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('notes-of-old') as string,
    });
    expect(await idsOf()).toContain(id);
  });

  it('stay when their consumer does not handle their type any more', async () => {
    const { event } = await givenUp('renamed!');
    const [row] = await service.query<{ id: number }>(
      `INSERT INTO notes.dead_letters (consumer, event_id, document, reason)
       VALUES ('notes-copies', $1, $2, 'Error: old') RETURNING id`,
      [randomUUID(), JSON.stringify({ ...event, type: 'note.renamed' })],
    );
    const { id } = row!;
    expect(await replay(id)).toEqual({
      outcome: 'failed',
      reason: 'Error: notes-copies no longer handles events of the type note.renamed.',
    });
    expect(await idsOf()).toContain(id);
  });
});

describe('the log', () => {
  let log: CapturedLog;
  let service: TestService;

  beforeAll(async () => {
    log = new CapturedLog();
    service = await startTestService(notesService, { LOG_LEVEL: 'error' });
  });

  afterAll(async () => {
    await service.stop();
    log.release();
  });

  it('tells of a dead letter when it is written, with consumer, event id and type and no content', async () => {
    const note = await service.bus.request(createNote, { body: { text: 'poison' } });
    const event = await service.bus.nextEvent(noteCreated, ({ data }) => data.id === note.id);
    const line = await until(() => log.lines.find(({ msg }) => msg.includes('dead letter')), {
      describe: 'the line in the log',
    });
    expect(line).toMatchObject({
      level: 'error',
      service: 'notes',
      consumer: 'notes-copies',
      eventId: event.id,
      eventType: 'note.created',
    });
    expect(log.text).not.toContain('poison');
  });

  it('and the reason of a dead letter quote nothing that Postgres quotes', async () => {
    await service.query('ALTER TABLE notes.copies ADD COLUMN born date');
    await service.query(`
      CREATE FUNCTION notes.read_birth() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.born := NEW.text; RETURN NEW;
      END $$;
      CREATE TRIGGER read_birth BEFORE INSERT ON notes.copies FOR EACH ROW EXECUTE FUNCTION notes.read_birth()`);
    await service.bus.request(createNote, { body: { text: '4915112345678' } });
    const [letter] = await until(
      async () => {
        const rows = await service.query<{ reason: string }>(
          `SELECT reason FROM notes.dead_letters WHERE document LIKE '%4915112345678%'`,
        );
        return rows.length > 0 && rows;
      },
      { describe: 'the dead letter' },
    );
    expect(letter!.reason).toBe('QueryFailedError: Postgres refused a value (22008).');
    await until(() => log.text.includes('22008'), { describe: 'the line in the log' });
    expect(log.text).not.toContain('4915112345678');
  });
});
