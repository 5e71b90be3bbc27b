import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { createNote, notesService } from './notes.service';

describe('the retention of events', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notesService);
  });

  afterAll(() => service.stop());

  const subjects = async () =>
    (await service.query<{ subject: string }>('SELECT DISTINCT subject FROM notes.outbox')).map(
      ({ subject }) => subject,
    );

  it('deletes what was published 3 days ago, 5,000 rows at a time, and nothing that was not', async () => {
    await service.query(`
      CREATE TABLE notes.deletions (rows bigint);
      CREATE FUNCTION notes.note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO notes.deletions SELECT count(*) FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER note_deletion AFTER DELETE ON notes.outbox REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION notes.note_deletion()`);
    // The last published event, by which the relay knows that the stream is complete.
    await service.bus.request(createNote, { body: { text: 'the last one' } });
    const isPublished = async () =>
      (await service.query('SELECT FROM notes.outbox WHERE published_at IS NULL')).length === 0;
    await until(isPublished, { describe: 'the event to be published' });
    const publish = (subject: string, published: string, count: number) =>
      service.query(
        `INSERT INTO notes.outbox (account_id, event_id, subject, document, created_at, published_at)
         SELECT 1, gen_random_uuid(), $1, '{"type":"old"}', now() - interval '9 days', ${published}
         FROM generate_series(1, $2::int)`,
        [subject, count],
      );
    await publish('evt.notes.note.old', `now() - interval '3 days 1 minute'`, 11_000);
    await publish('evt.notes.note.recent', `now() - interval '2 days 23 hours'`, 10);
    await service.startReplica();

    await until(async () => !(await subjects()).includes('evt.notes.note.old'), {
      describe: 'the old rows to go',
    });
    expect(await subjects()).toContain('evt.notes.note.recent');
    const [{ largest }] = (await service.query(
      'SELECT max(rows) AS largest FROM notes.deletions',
    )) as unknown as [{ largest: string }];
    expect(Number(largest)).toBe(5_000);
  });
});
