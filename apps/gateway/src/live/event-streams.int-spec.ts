import { randomUUID } from 'node:crypto';
import { channelDeleted } from '@chat/contracts/channels';
import { contactCreated, contactDeleted, personErased } from '@chat/contracts/crm';
import { conversationMerged, messageDeleted, messageReceived } from '@chat/contracts/messaging';
import { templatesChanged } from '@chat/contracts/templates';
import { EventStreamReader, until, type Credential } from '@chat/test-kit';
import { GatewayUnderTest, keyHeaders } from '../testing/gateway-under-test';
import { contactData, exampleData, messageData } from '../testing/streamed-events';

const MINUTE_MS = 60_000;

describe('an event stream', () => {
  let gateway: GatewayUnderTest;
  let second: string;
  let accountId: number;
  let key: Credential;
  const readers: EventStreamReader[] = [];

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    ({ url: second } = await gateway.startReplica());
  });

  beforeEach(async () => {
    accountId = await gateway.createAccount();
    key = await gateway.createKey({ account_id: accountId });
  });

  afterEach(() => readers.splice(0).forEach((reader) => reader.close()));

  afterAll(() => gateway.stop());

  const open = async (url = gateway.url, from: { cursor?: string; lastEventId?: string } = {}, as = key) => {
    const reader = await EventStreamReader.open(url, keyHeaders(as), from);
    readers.push(reader);
    if (reader.status === 200) await reader.until(({ frames }) => frames.length > 0, 'the first frame');
    return reader;
  };

  let messages = 1_000;
  const publish = async (options: { channelId?: number; time?: Date } = {}, conversation_id = 5) => {
    const data = messageData({ id: (messages += 1), conversation_id });
    return gateway.bus.publish(messageReceived, data, {
      accountId,
      entity: `messages/${messages}`,
      channelId: 7,
      ...options,
    });
  };
  const publishAll = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await publish()).id);
    return ids;
  };

  it('begins with a place, and sends the body of the webhook with its id', async () => {
    const reader = await open();
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.headers.get('x-accel-buffering')).toBe('no');
    expect(reader.headers.get('cache-control')).toContain('no-store');
    expect(reader.frames[0]).toMatchObject({ event: 'hello', id: expect.stringMatching(/./) as string });

    const event = await publish();
    await reader.until(({ told }) => told.length === 1, 'the event');
    expect(reader.told).toEqual([
      {
        id: expect.stringMatching(/./) as string,
        event: 'message.received',
        data: {
          id: event.id,
          type: 'message.received',
          timestamp: event.time.replace('Z', '+00:00'),
          data: event.data,
        },
      },
    ]);
  });

  it('resumes at any gateway after the last id, which the header names before the query', async () => {
    const first = await open();
    const before = await publishAll(3);
    await first.until(({ events }) => events.length === 3, 'what came before');
    first.close();
    const after = await publishAll(5);
    for (const url of [gateway.url, second]) {
      const byQuery = await open(url, { cursor: first.lastId! });
      const byHeader = await open(url, { cursor: first.frames[0]!.id!, lastEventId: first.lastId! });
      const fromStart = await open(url, { lastEventId: first.frames[0]!.id! });
      await byQuery.until(({ events }) => events.length >= 5, 'the rest');
      await byHeader.until(({ events }) => events.length >= 5, 'the rest');
      await fromStart.until(({ events }) => events.length >= 8, 'everything');
      expect([byQuery.events, byHeader.events]).toEqual([after, after]);
      expect(fromStart.events).toEqual([...before, ...after]);
    }
  });

  it('resumes from the first frame, if nothing else came before it was cut', async () => {
    const cut = await open();
    cut.close();
    const ids = await publishAll(2);
    const again = await open(second, { lastEventId: cut.lastId! });
    await again.until(({ events }) => events.length === 2, 'both events');
    expect(again.events).toEqual(ids);
  });

  it('goes on after what it replayed, without a gap or a repeat, while more happens', async () => {
    const first = await open();
    const early = publishAll(30);
    await first.until(({ events }) => events.length >= 10, 'some events');
    first.close();
    const rest = open(second, { lastEventId: first.lastId! });
    const late = publishAll(30);
    const all = [...(await early), ...(await late)].sort();
    const reader = await rest;
    await reader.until(({ events }) => first.events.length + events.length >= 60, 'the rest');
    expect([...first.events, ...reader.events].sort()).toEqual(all);
  });

  it.each([
    ['no id at all', ''],
    ['no place', 'nonsense'],
    ['a place in another stream', 'zzzzzzzz.1.mcx2k9f4'],
    ['something long', 'x'.repeat(3_000)],
  ])('says once to read again where it cannot resume: %s', async (_, lastEventId) => {
    const reader = await open(gateway.url, { lastEventId });
    const { id } = await publish();
    await reader.until(({ events }) => events.includes(id), 'the event');
    expect(reader.events).toEqual(lastEventId === '' ? [id] : ['reset', id]);
    expect(reader.frames[0]).toMatchObject({ event: 'hello' });
  });

  it('says once to read again for a place that is older than what is kept', async () => {
    const [incarnation, sequence] = (await open()).lastId!.split('.') as [string, string];
    const old = (Date.now() - 7 * MINUTE_MS).toString(36);
    const reader = await open(gateway.url, { cursor: [incarnation, sequence, old].join('.') });
    await reader.until(({ events }) => events.length > 0, 'the reset');
    expect(reader.events).toEqual(['reset']);
  });

  it('says once to read again when events arrive that happened long ago, and sends none of them', async () => {
    const reader = await open();
    const gone = await open(second);
    await publishAll(1);
    await gone.until(({ events }) => events.length === 1, 'the event');
    gone.close();
    const resumed = await open(gateway.url, { cursor: gone.lastId! });
    const long = new Date(Date.now() - 6 * MINUTE_MS);
    await publish({ time: long });
    await publish({ time: long });
    const { id } = await publish();
    await reader.until(({ events }) => events.includes(id), 'the event');
    await resumed.until(({ events }) => events.includes(id), 'the event');
    // Whoever began to read since then has read it already.
    expect(reader.events.slice(1)).toEqual([id]);
    expect(resumed.events).toEqual(['reset', id]);
    const later = await open(second, { cursor: gone.lastId! });
    await later.until(({ events }) => events.length > 0, 'the reset');
    expect(later.events).toEqual(['reset']);
  });

  it('sends an event once that is published twice', async () => {
    const reader = await open();
    const data = messageData({ id: (messages += 1) });
    const id = randomUUID();
    await gateway.bus.publish(messageReceived, data, { accountId, id });
    await gateway.bus.publish(messageReceived, data, { accountId, id });
    const [last] = await publishAll(1);
    await reader.until(({ events }) => events.includes(last!), 'the last event');
    expect(reader.events).toEqual([id, last]);
  });

  describe('of which something is deleted', () => {
    it('never shows a deleted channel again, and says once to read again', async () => {
      const reader = await open();
      await publish({ channelId: 7 });
      await publish({ channelId: 8 });
      await reader.until(({ events }) => events.length === 2, 'both events');
      await gateway.bus.publish(channelDeleted, { channel_id: 7 }, { accountId, channelId: 7 });
      await publish({ channelId: 7 });
      const { id } = await publish({ channelId: 8 });
      await reader.until(({ events }) => events.includes(id), 'the event of the other channel');
      expect(reader.events.slice(2)).toEqual(['reset', id]);

      const { url, replica } = await gateway.startReplica();
      for (const place of [gateway.url, second, url]) {
        const again = await open(place, { cursor: reader.frames[0]!.id! });
        await again.until(({ events }) => events.length > 0, 'the reset');
        expect(again.events[0]).toBe('reset');
        const { id: next } = await publish({ channelId: 8 });
        await publish({ channelId: 7 });
        const { id: last } = await publish({ channelId: 8 });
        await again.until(({ events }) => events.includes(last), 'the last event');
        expect(again.events).toEqual(['reset', next, last]);
      }
      await replica.stop();
    });

    it('never shows an erased person again, and says once to read again', async () => {
      const reader = await open();
      await publish({}, 31);
      await publish({}, 32);
      await reader.until(({ events }) => events.length === 2, 'both events');
      const data = { erasure_id: 1, conversation_ids: [31], contact_ids: [41] };
      await gateway.bus.publish(personErased, data, { accountId });
      await gateway.bus.publish(contactDeleted, { contact_id: 41, phone: '5511987654321' }, { accountId });
      await publish({}, 31);
      const { id } = await publish({}, 32);
      await reader.until(({ events }) => events.includes(id), 'the event of another person');
      expect(reader.events.slice(2)).toEqual(['reset', id]);
      const again = await open(second, { cursor: reader.frames[0]!.id! });
      await again.until(({ events }) => events.length > 0, 'the reset');
      expect(again.events).toEqual(['reset']);
    });

    it('replays what was told of a deleted message without its text', async () => {
      const reader = await open();
      const id = (messages += 1);
      const text = 'a text that its sender takes back';
      await gateway.bus.publish(messageReceived, messageData({ id, message: text }), { accountId });
      const merged = exampleData(conversationMerged);
      const last_message = messageData({ id, message: text }).message;
      await gateway.bus.publish(
        conversationMerged,
        { ...merged, conversation: { ...merged.conversation, last_message } },
        { accountId },
      );
      const deleted = { id, message: null, deleted_at: '2026-01-31T10:21:00.000+00:00' };
      await gateway.bus.publish(messageDeleted, messageData(deleted), { accountId });
      await reader.until(({ told }) => told.length === 3, 'the events');
      const again = await open(second, { cursor: reader.frames[0]!.id! });
      await again.until(({ told }) => told.length === 3, 'the replay');
      expect(again.events).toEqual(reader.events);
      expect(JSON.stringify(reader.told)).toContain(text);
      expect(JSON.stringify(again.told)).not.toContain(text);
    });
  });

  it('hints at what changes without an event', async () => {
    const reader = await open();
    gateway.bus.nats.publish(templatesChanged.subject, String(accountId + 1));
    gateway.bus.nats.publish(templatesChanged.subject, String(accountId));
    await reader.until(({ frames }) => frames.some(({ event }) => event === 'changed'), 'the hint');
    expect(reader.frames.filter(({ event }) => event === 'changed')).toEqual([
      { event: 'changed', data: { type: 'changed', resource: 'templates' } },
    ]);
  });

  it('has the events of contacts, which no webhook has', async () => {
    const reader = await open();
    const { id } = await gateway.bus.publish(contactCreated, contactData(41), { accountId });
    await reader.until(({ events }) => events.includes(id), 'the event');
    expect(reader.told[0]).toMatchObject({ event: 'contact.created', data: { id, data: contactData(41) } });
  });

  it('refuses members of the query that it does not know, and answers HEAD without a stream', async () => {
    const answer = await fetch(`${gateway.url}/v1/events/stream?since=1`, { headers: keyHeaders(key) });
    expect(answer.status).toBe(422);
    const head = await fetch(`${gateway.url}/v1/events/stream`, { method: 'HEAD', headers: keyHeaders(key) });
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });

  it('ends at once when its gateway leaves, which others do not notice', async () => {
    const { url, replica } = await gateway.startReplica();
    const leaving = await open(url);
    const staying = await open(second);
    const start = performance.now();
    const stopped = replica.stop();
    await leaving.until(({ hasEnded }) => hasEnded, 'the end');
    expect(performance.now() - start).toBeLessThan(1_000);
    await stopped;
    const [id] = await publishAll(1);
    const again = await open(second, { cursor: leaving.lastId! });
    await until(() => again.events.length === 1 && staying.events.length === 1, { describe: 'the event' });
    expect([again.events, staying.events]).toEqual([[id], [id]]);
  });
});
