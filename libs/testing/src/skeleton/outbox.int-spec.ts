import { randomUUID } from 'node:crypto';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { createNote, noteCreated, notesService } from './notes.service';

describe('the outbox of a service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notesService, {}, { replicas: 2 });
  });

  afterAll(() => service.stop());

  const create = async (text: string) => (await service.bus.request(createNote, { body: { text } })).id;
  /** The numbers of the notes that were told of. */
  const told = () => service.bus.events(noteCreated).map(({ data }) => data.id);
  const isTold = (id: number) => until(() => told().includes(id), { describe: `note ${id} to be told of` });

  it('is published in its order, whichever replica does it', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 100; count += 1) ids.push(await create(`note ${count}`));
    await isTold(ids.at(-1)!);
    expect(told()).toEqual(ids);
  });

  it('holds back nothing, and lets nothing overtake, when a transaction commits after those behind it', async () => {
    const event = {
      id: randomUUID(),
      type: noteCreated.type,
      accountid: '1',
      subject: 'notes/0',
      data: { id: 1_000_000, text: 'slow' },
    };
    await service.query('BEGIN');
    await service.query(
      'INSERT INTO notes.outbox (account_id, event_id, subject, document) VALUES (1, $1, $2, $3)',
      [event.id, noteCreated.subject, JSON.stringify(event)],
    );
    // More rounds than a relay needs to be sure of what lies behind it.
    for (let count = 0; count < 20; count += 1) await isTold(await create(`ahead ${count}`));
    await service.query('COMMIT');
    const behind = await create('behind it');
    await isTold(behind);
    expect(told().slice(-2)).toEqual([1_000_000, behind]);
  });
});
