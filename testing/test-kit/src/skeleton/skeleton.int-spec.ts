import { setTimeout as delay } from 'node:timers/promises';
import { AckPolicy, headers } from 'nats';
import { AppError } from '@chat/errors';
import { startTestService, type TestService } from '../test-service';
import { testContext } from '../test-bus';
import { until } from '../until';
import {
  claimNote,
  createNote,
  failNote,
  noteCopied,
  noteCreated,
  notesService,
  NotesSweep,
  readNotes,
  writeOwnedNote,
} from './notes.service';

describe('the skeleton of a service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(notesService);
  });

  afterAll(() => service.stop());

  const copiesOf = (text: string) => service.query(`SELECT id FROM notes.copies WHERE text = $1`, [text]);
  const failure = async (work: Promise<unknown>) => {
    const error: unknown = await work.catch((reason: unknown) => reason);
    return error instanceof AppError ? error.toBody() : error;
  };

  const allPublishedAndConsumed = () =>
    until(
      async () => {
        const underWay = await service.query(
          `SELECT FROM notes.outbox WHERE published_at IS NULL OR subject = $1
             AND event_id NOT IN (SELECT event_id FROM notes.inbox WHERE consumer = 'notes-copies')
             AND event_id NOT IN (SELECT event_id FROM notes.dead_letters)`,
          [noteCreated.subject],
        );
        return underWay.length === 0;
      },
      { describe: 'every event to be published, and consumed or given up' },
    );

  /** The response to a request that our own client would not make. */
  async function rawAnswer(input: object, context: string): Promise<unknown> {
    const envelope = headers();
    envelope.set('Chat-Context', context);
    const { nats } = service.bus;
    const reply = await nats.request(createNote.subject, JSON.stringify(input), {
      headers: envelope,
      timeout: 20_000,
    });
    return reply.json();
  }

  it('answers a request, publishes its event and consumes it once, however often it comes', async () => {
    const note = await service.bus.request(createNote, { body: { text: 'once' } });
    const event = await service.bus.nextEvent(noteCreated, ({ data }) => data.id === note.id);
    expect(event).toMatchObject({
      specversion: '1.0',
      accountid: '1',
      subject: `notes/${note.id}`,
      data: note,
    });
    await until(async () => (await copiesOf('once')).length > 0, { describe: 'the copy' });

    await service.bus.nats.jetstream().publish(noteCreated.subject, JSON.stringify(event));
    await service.bus.request(createNote, { body: { text: 'after the repeat' } });
    await until(async () => (await copiesOf('after the repeat')).length > 0, { describe: 'the next copy' });
    expect(await copiesOf('once')).toHaveLength(1);
  });

  it('publishes nothing of a transaction that rolls back', async () => {
    expect(await failure(service.bus.request(createNote, { body: { text: 'roll back' } }))).toMatchObject({
      code: 'conflict',
    });
    expect(await service.query(`SELECT 1 FROM notes.outbox WHERE document LIKE '%roll back%'`)).toEqual([]);
  });

  it('refuses input that breaks the contract, naming each member', async () => {
    expect(await failure(service.bus.request(createNote, { body: { text: ' ' } }))).toMatchObject({
      code: 'validation_error',
      errors: { text: ['text must be text of 1 to 20 characters.'] },
    });
  });

  it('answers server_error for a fault nobody expected, and goes on', async () => {
    expect(await failure(service.bus.request(failNote, { body: { how: 'crash' } }))).toMatchObject({
      code: 'server_error',
      retryable: false,
    });
    await expect(service.bus.request(createNote, { body: { text: 'still here' } })).resolves.toBeDefined();
  });

  it('hands JSON that Postgres built through as it is', async () => {
    const answer = await service.bus.request(readNotes, {});
    expect(answer).toHaveProperty('texts');
  });

  it('lets a replica claim a record that nobody owns, and asks its owner from then on', async () => {
    let claims = 0;
    const counter = service.bus.nats.subscribe(claimNote.subject, { callback: () => void (claims += 1) });
    await expect(service.bus.request(writeOwnedNote, { body: { id: 5 } })).resolves.toEqual({});
    await expect(service.bus.request(writeOwnedNote, { body: { id: 5 } })).resolves.toEqual({});
    await counter.drain();
    expect(claims).toBe(1);
  });

  it('works in the background, and stops only when the round under way is done', async () => {
    await service.bus.request(createNote, { body: { text: 'sweep me' } });
    const remains = () => service.query(`SELECT 1 FROM notes.notes WHERE text = 'sweep me'`);
    await until(async () => (await remains()).length === 0, { describe: 'the sweep' });

    let finish = () => undefined as void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const round = jest.spyOn(NotesSweep.prototype, 'round').mockReturnValue(finished);
    const replica = await service.startReplica();
    round.mockRestore();
    const stopped = replica.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, delay(300, 'at work')])).toBe('at work');
    finish();
    expect(await stopped).toBe('stopped');
  });

  it('does not work on a request that nobody waits for any more', async () => {
    const late = { ...testContext(), deadline: Date.now() - 1 };
    expect(await rawAnswer({ body: { text: 'too late' } }, JSON.stringify(late))).toMatchObject({
      code: 'service_unavailable',
      retryable: true,
    });
    expect(await service.query(`SELECT 1 FROM notes.notes WHERE text = 'too late'`)).toEqual([]);
  });

  it.each(['', '{', '{}', '{"account":{"id":1}}'])(
    'refuses a request with the context %j',
    async (context) => {
      expect(await rawAnswer({ body: { text: 'whose?' } }, context)).toMatchObject({ code: 'bad_request' });
    },
  );

  it('takes no event for a request, though a consumer delivers it to a subject of requests', async () => {
    const { nats } = service.bus;
    const envelope = headers();
    envelope.set('Chat-Context', JSON.stringify(testContext()));
    const forged = JSON.stringify({ body: { text: 'forged' } });
    const manager = await nats.jetstreamManager();
    await nats.jetstream().publish('evt.notes.note.forged', forged, { headers: envelope });
    await manager.consumers.add('CHAT_EVENTS', {
      durable_name: 'forger',
      deliver_subject: createNote.subject,
      deliver_group: 'notes',
      filter_subject: 'evt.notes.note.forged',
      ack_policy: AckPolicy.Explicit,
    });
    await until(async () => (await manager.consumers.info('CHAT_EVENTS', 'forger')).num_ack_pending === 1, {
      describe: 'the event to be delivered',
    });
    await service.bus.request(createNote, { body: { text: 'after the forger' } });

    expect(await service.query(`SELECT 1 FROM notes.notes WHERE text = 'forged'`)).toEqual([]);
    await manager.consumers.delete('CHAT_EVENTS', 'forger');
  });

  it('skips what is no event at all and goes on with the rest', async () => {
    for (const garbage of ['{', 'null', '[]', '{"type":"note.created"}']) {
      await service.bus.nats.jetstream().publish(noteCreated.subject, garbage);
    }
    await service.bus.request(createNote, { body: { text: 'after garbage' } });
    await until(async () => (await copiesOf('after garbage')).length > 0, { describe: 'the next copy' });
  });

  it('publishes everything again when the stream was wiped, and consumes nothing twice', async () => {
    const manager = await service.bus.nats.jetstreamManager();
    await service.bus.request(createNote, { body: { text: 'before the wipe' } });
    await allPublishedAndConsumed();
    await manager.streams.delete('CHAT_EVENTS');
    await service.bus.request(createNote, { body: { text: 'after the wipe' } });
    await until(async () => (await copiesOf('after the wipe')).length > 0, {
      describe: 'the copy after the wipe',
      timeoutMs: 20_000,
    });
    const [row] = await service.query<{ count: number }>('SELECT count(*)::int AS count FROM notes.outbox');
    await until(async () => (await manager.streams.info('CHAT_EVENTS')).state.messages === row!.count, {
      describe: 'every event to be on the new stream',
    });
    // Once the consumer has the next event, it has seen the repeats.
    await service.bus.request(createNote, { body: { text: 'behind the repeats' } });
    await until(async () => (await copiesOf('behind the repeats')).length > 0, { describe: 'the last copy' });
    expect(await copiesOf('before the wipe')).toHaveLength(1);
  });

  it('publishes again when another event stands where its last one stood, however long the stream is', async () => {
    const note = await service.bus.request(createNote, { body: { text: 'last' } });
    const last = await service.bus.nextEvent(noteCopied, ({ data }) => data.id === note.id);
    await allPublishedAndConsumed();
    const place = async () => {
      const [row] = await service.query<{ stream_sequence: string | null }>(
        'SELECT stream_sequence FROM notes.outbox WHERE event_id = $1',
        [last.id],
      );
      return Number(row!.stream_sequence);
    };
    const published = await until(place, { describe: 'the event to be published' });
    await service.query(`UPDATE notes.outbox SET stream_sequence = 1 WHERE stream_sequence = $1`, [
      published,
    ]);
    await until(async () => (await place()) === published, { describe: 'the event to be published again' });
  });

  it('keeps an event that cannot be consumed among the dead letters and goes on with the rest', async () => {
    await service.bus.request(createNote, { body: { text: 'poison' } });
    await service.bus.request(createNote, { body: { text: 'after poison' } });
    await until(async () => (await copiesOf('after poison')).length > 0, {
      describe: 'the copy after the poison',
    });
    const deadLetters = await until(
      async () => {
        const rows = await service.query<{ reason: string }>('SELECT reason FROM notes.dead_letters');
        return rows.length > 0 && rows;
      },
      { describe: 'the dead letter' },
    );
    expect(deadLetters).toEqual([{ reason: 'Error: This note cannot be copied.' }]);
    expect(await copiesOf('poison')).toEqual([]);
  });
});
