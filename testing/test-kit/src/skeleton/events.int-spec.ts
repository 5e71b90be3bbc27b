import { randomUUID } from 'node:crypto';
import { newTraceparent } from '@chat/bus';
import { deadLetterOperations, type DeadLetter } from '@chat/contracts/dead-letters';
import { CapturedLog } from '../captured-log';
import { startTestService, type TestService } from '../test-service';
import { testContext } from '../test-bus';
import { until } from '../until';
import { createNote, noteCopied, noteCreated, notesService } from './notes.service';

const letters = deadLetterOperations('notes');

describe('the events of a service', () => {
  let service: TestService;
  let log: CapturedLog;

  beforeAll(async () => {
    log = new CapturedLog();
    service = await startTestService(notesService, { LOG_LEVEL: 'error' });
  });

  afterAll(async () => {
    await service.stop();
    log.release();
  });

  const create = (text: string, traceparent = newTraceparent()) =>
    service.bus.request(createNote, { body: { text } }, { ...testContext(), traceparent });
  const heard = (eventId: string) => service.bus.events(noteCreated).some(({ id }) => id === eventId);
  const isCopied = (noteId: number) => service.bus.events(noteCopied).some(({ data }) => data.id === noteId);
  const letterOf = (eventId: string) =>
    until(
      async () => {
        const { dead_letters } = await service.bus.request(letters.list, { body: {} });
        return dead_letters.find(({ event_id }) => event_id === eventId);
      },
      { describe: 'the dead letter' },
    );

  /** Commits an event whose document has about this many bytes. */
  async function commitEvent(bytes: number): Promise<string> {
    const id = randomUUID();
    const event = {
      id,
      type: noteCreated.type,
      accountid: '1',
      subject: 'notes/0',
      data: { id: 1, text: 'large' },
      padding: 'x'.repeat(bytes),
    };
    await service.query('INSERT INTO notes.outbox (account_id, event_id, subject, document) VALUES (1, $1, $2, $3)', [
      id,
      noteCreated.subject,
      JSON.stringify(event),
    ]); // prettier-ignore
    return id;
  }

  const limitStream = async (bytes: number) => {
    const manager = await service.bus.nats.jetstreamManager();
    await manager.streams.update('CHAT_EVENTS', { max_msg_size: bytes });
  };

  it('carry the trace of the request to the last consumer, each event its own', async () => {
    const traces = [newTraceparent(), newTraceparent(), newTraceparent()];
    const notes = await Promise.all(traces.map((trace, index) => create(`traced ${index}`, trace)));
    for (const [index, { id }] of notes.entries()) {
      const created = await service.bus.nextEvent(noteCreated, ({ data }) => data.id === id);
      const copied = await service.bus.nextEvent(noteCopied, ({ data }) => data.id === id);
      expect([created.traceparent, copied.traceparent]).toEqual([traces[index], traces[index]]);
    }
  });

  it('begin a trace where the request has none', async () => {
    const context = { ...testContext(), traceparent: null };
    const { id } = await service.bus.request(createNote, { body: { text: 'untraced' } }, context);
    const event = await service.bus.nextEvent(noteCreated, ({ data }) => data.id === id);
    expect(event.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  });

  it('that wait share a transaction, and halves of it find the one that spoils it', async () => {
    // The first event waits for the table, and the others for the first.
    await service.query('BEGIN');
    await service.query('LOCK notes.copies');
    const texts = Array.from({ length: 65 }, (_, index) => (index === 40 ? 'poison' : `shared ${index}`));
    const ids: number[] = [];
    for (const text of texts) ids.push((await create(text)).id);
    await service.bus.nextEvent(noteCreated, ({ data }) => data.id === ids.at(-1));
    await service.query('COMMIT');

    await until(() => texts.every((text, index) => text === 'poison' || isCopied(ids[index]!)), {
      describe: 'the copies of all but the poisoned one',
    });
    const [copies] = await service.query<{ transactions: number; notes: number }>(
      `SELECT count(*)::integer AS notes, count(DISTINCT xmin::text)::integer AS transactions
       FROM notes.copies WHERE id = ANY ($1)`,
      [ids],
    );
    expect(copies!.notes).toBe(64);
    // The first one, and six parts of the 64 others; some more if not all of them were there yet.
    expect(copies!.transactions).toBeLessThan(20);
    await until(async () => (await service.query('SELECT FROM notes.dead_letters')).length === 1, {
      describe: 'the dead letter of the poisoned one',
    });
  });

  describe('that NATS refuses', () => {
    const isSetAside = (letter: DeadLetter, reason: string) =>
      expect(letter).toMatchObject({
        consumer: 'outbox',
        event_type: 'note.created',
        entity: 'notes/0',
        reason: expect.stringContaining(reason) as string,
      });

    it('are set aside, keep no other waiting, and are told in the log once', async () => {
      const tooLarge = await commitEvent(9 * 1024 * 1024);
      const behind = await create('behind it');
      await service.bus.nextEvent(noteCreated, ({ data }) => data.id === behind.id);
      isSetAside(await letterOf(tooLarge), 'larger than NATS takes');
      expect(heard(tooLarge)).toBe(false);
      expect(await service.query('SELECT FROM notes.outbox WHERE event_id = $1', [tooLarge])).toEqual([]);
      const lines = await until(
        () => {
          const told = log.lines.filter(({ eventId }) => eventId === tooLarge);
          return told.length > 0 && told;
        },
        { describe: 'the line in the log' },
      );
      expect(lines).toMatchObject([{ level: 'error', consumer: 'outbox', eventType: 'note.created' }]);
    });

    it('go out when they are replayed and NATS takes them', async () => {
      await limitStream(2_000);
      const refused = await commitEvent(3_000);
      const letter = await letterOf(refused);
      isSetAside(letter, 'larger than NATS takes');
      await limitStream(-1);
      expect(await service.bus.request(letters.replay, { body: { id: letter.id } })).toEqual({
        outcome: 'queued',
        reason: null,
      });
      await until(() => heard(refused), { describe: 'the event' });
      const { dead_letters } = await service.bus.request(letters.list, { body: {} });
      expect(dead_letters.map(({ event_id }) => event_id)).not.toContain(refused);
    });

    it('are set aside again when they are refused again', async () => {
      await limitStream(2_000);
      const refused = await commitEvent(3_000);
      const first = await letterOf(refused);
      await service.bus.request(letters.replay, { body: { id: first.id } });
      const second = await letterOf(refused);
      await limitStream(-1);
      expect(second.id).toBeGreaterThan(first.id);
    });
  });
});
