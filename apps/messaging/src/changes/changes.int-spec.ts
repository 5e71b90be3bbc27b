import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import type { EchoData, InboundData, MediaReference, MessageContent } from '@chat/contracts/connector';
import {
  exportConversations,
  hidePerson,
  importHistory,
  messageDeleted,
  messageReceived,
  messageUpdated,
  purgePerson,
  type HistoryMessage,
  type Message,
} from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const CHANNEL = 20;
type Said = InboundData['content'];

describe('edits and deletions', () => {
  let messaging: MessagingUnderTest;
  let store: FilesystemBlobStore;
  let people = 0;
  /** The events that were published. */
  let published: string[] = [];

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start({}, { replicas: 2 });
    messaging.resolve = () => ({ effective_channel_type: 'cloud' });
    await messaging.bus.respond(cloudConnector.forget, () => ({}));
    store = await FilesystemBlobStore.open(messaging.service.blobFolder);
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => {
    people += 1;
    published = [];
  });

  const phone = () => `49151${String(people).padStart(8, '0')}`;
  const at = (seconds: number) => toTimestamp(new Date(1_800_000_000_000 + seconds * 1_000));
  const text = (words: string): MessageContent => ({ type: 'text', text: words });
  const edit = (message_id: string, words: string | null): Said => ({
    type: 'edit',
    message_id,
    text: words,
  });
  const deletion = (message_id: string): Said => ({ type: 'deletion', message_id });
  const newId = () => `wamid.${randomUUID()}`;
  const says = async (content: Said, change: Partial<InboundData> = {}) => {
    const chat_message_id = newId();
    const data = { channel_id: CHANNEL, chat_message_id, from: phone(), name: null, sent_at: at(0) };
    const { id } = await messaging.bus.publish(cloudConnector.inbound, { ...data, content, ...change });
    published.push(id);
    return change.chat_message_id ?? chat_message_id;
  };
  const writesInApp = async (content: EchoData['content'], change: Partial<EchoData> = {}) => {
    const chat_message_id = newId();
    const data = { channel_id: CHANNEL, chat_message_id, to: phone(), sent_at: at(0) };
    const { id } = await messaging.bus.publish(cloudConnector.echo, { ...data, content, ...change });
    published.push(id);
    return change.chat_message_id ?? chat_message_id;
  };
  const received = async (chatMessageId: string): Promise<Message> => {
    const isIt = ({ data }: { data: { message: Message } }) => data.message.chat_message_id === chatMessageId;
    return (await messaging.bus.nextEvent(messageReceived, isIt)).data.message;
  };
  /** Everything that was published has taken effect, on whichever replica. */
  const allDone = () =>
    until(
      async () => {
        const taken = 'SELECT FROM messaging.inbox WHERE event_id = ANY ($1::uuid[])';
        return (await messaging.service.query(taken, [published])).length === published.length;
      },
      { describe: 'all events to be consumed' },
    );
  /** Everything that was published has taken effect, and no change waits. */
  const allApplied = async () => {
    await allDone();
    await until(async () => (await waiting()) === 0, { describe: 'no change to wait' });
  };
  const find = async (chatMessageId: string): Promise<Message> => {
    const [row] = await messaging.service.query<{ id: number }>(
      'SELECT id FROM messaging.messages WHERE chat_message_id = $1',
      [chatMessageId],
    );
    return messaging.read(row!.id);
  };
  const waiting = async () =>
    (
      await messaging.service.query('SELECT FROM messaging.message_changes WHERE canonical_phone = $1', [
        phone(),
      ])
    ).length;
  const past = (change: Partial<HistoryMessage>): HistoryMessage => ({
    chat_message_id: newId(),
    direction: 'inbound',
    phone: phone(),
    content: text('Long ago'),
    status: 'read',
    sent_at: at(0),
    ...change,
  });
  const bring = (...messages: HistoryMessage[]) =>
    messaging.bus.request(importHistory, {
      body: { channel_id: CHANNEL, connector: cloudConnector.service, messages },
    });

  it('change the message that they name, and are none themselves', async () => {
    const id = await says(text('One'));
    const { id: messageId, conversation_id } = await received(id);
    await says(edit(id, 'Two'), { sent_at: at(5) });
    const { data } = await messaging.bus.nextEvent(
      messageUpdated,
      (event) => event.data.message.id === messageId,
    );
    expect(data.message).toMatchObject({ message: 'Two', edited_at: at(5), deleted_at: null });
    await says(deletion(id), { sent_at: at(9) });
    const told = await messaging.bus.nextEvent(
      messageDeleted,
      (event) => event.data.message.id === messageId,
    );
    expect(told).toMatchObject({ subject: `messages/${messageId}`, entityversion: 3 });
    const gone = { type: 'text', message: null, edited_at: at(5), deleted_at: at(9), sequence: 1 };
    expect(told.data.message).toMatchObject(gone);
    const deleted = await messaging.read(messageId);
    expect(deleted).toMatchObject(gone);
    expect(deleted).not.toHaveProperty('extra');
    const conversation = await messaging.conversation(conversation_id);
    expect(conversation).toMatchObject({ unread_count: 1, last_message: { id: messageId, ...gone } });
    expect((await received(await says(text('Next')))).sequence).toBe(2);
  });

  const changes = (id: string): [Said, number][] => [
    [edit(id, 'Two'), 1],
    [edit(id, 'Three'), 2],
    [edit(id, 'Two'), 1],
  ];
  const orders = [
    [0, 1, 2, 3],
    [1, 2, 0, 3],
    [2, 1, 3, 0],
    [3, 2, 1, 0],
    [1, 0, 1, 2, 2, 3, 0],
    [0, 2, 0, 1, 1],
  ];

  it.each(orders.map((order) => [order.join(' '), order] as const))(
    'leave the last text, whichever comes first: %s',
    async (_, order) => {
      const id = newId();
      for (const place of order) {
        const [content, second] = place === 0 ? [text('One'), 0] : changes(id)[place - 1]!;
        await says(content, { sent_at: at(second), ...(place === 0 && { chat_message_id: id }) });
      }
      await allApplied();
      expect(await find(id)).toMatchObject({ message: 'Three', edited_at: at(2), deleted_at: null });
    },
  );

  it.each(orders.map((order) => [order.join(' '), order] as const))(
    'leave nothing after a deletion, whichever comes first: %s',
    async (_, order) => {
      const id = newId();
      const all: [EchoData['content'], number][] = [
        [{ type: 'location', location: { latitude: 1, longitude: 2, name: 'Home', address: null } }, 0],
        [deletion(id), 3],
        [edit(id, 'Later by its clock'), 4],
        [edit(id, 'Earlier'), 1],
      ];
      for (const place of order) {
        const [content, second] = all[place]!;
        await writesInApp(content, { sent_at: at(second), ...(place === 0 && { chat_message_id: id }) });
      }
      await allApplied();
      const gone = { type: 'location', message: null, location: null, deleted_at: at(3), source: 'app' };
      expect(await find(id)).toMatchObject(gone);
      const { id: messageId } = await find(id);
      await messaging.bus.nextEvent(messageDeleted, ({ data }) => data.message.id === messageId);
      expect(messaging.told(messageDeleted, messageId)).toBe(1);
    },
  );

  it('apply to a message that arrives at the same moment, when neither sees the other', async () => {
    const id = newId();
    const { service } = messaging;
    const { id: before } = await received(await says(text('Before')));
    await service.query('BEGIN');
    // The change is kept, but not yet visible to the message.
    await service.query(
      `INSERT INTO messaging.message_changes (account_id, channel_id, direction, chat_message_id, canonical_phone,
         is_deletion, body, changed_at) VALUES (1, $1, 'inbound', $2, $3, false, 'Two', now())`,
      [CHANNEL, id, phone()],
    );
    await says(text('One'), { chat_message_id: id });
    const { id: messageId } = await received(id);
    await service.query('COMMIT');
    await messaging.bus.nextEvent(messageUpdated, (event) => event.data.message.id === messageId);
    expect(await find(id)).toMatchObject({ message: 'Two' });
    expect(await messaging.read(before)).toMatchObject({ edited_at: null });
  });

  it('of somebody else change nothing', async () => {
    const id = await says(text('Mine'));
    await received(id);
    await says(deletion(id), { from: '4915199999999' });
    await writesInApp(deletion(id));
    await allDone();
    expect(await find(id)).toMatchObject({ message: 'Mine', deleted_at: null });
  });

  it('by a person who hides the number apply to what they wrote with it', async () => {
    const id = await says(text('One'), { provider_user_id: `DE.${people}` });
    await received(id);
    await says(edit(id, 'Two'), { from: null, provider_user_id: `DE.${people}`, sent_at: at(5) });
    await until(async () => (await find(id)).message === 'Two', { describe: 'the edit' });
  });

  it('apply to what a history brings later, and stay when media fills its placeholder', async () => {
    const [deleted, edited] = [newId(), newId()];
    await says(deletion(deleted), { sent_at: at(7) });
    await says(edit(edited, 'New caption'), { sent_at: at(7) });
    await allDone();
    const placeholder: MessageContent = { type: 'unsupported', raw: '{"type":"media_placeholder"}' };
    const media = mediaOf();
    const image: MessageContent = { type: 'image', text: 'Old caption', media };
    for (const content of [placeholder, image]) {
      await bring(past({ chat_message_id: deleted, content }), past({ chat_message_id: edited, content }));
    }
    expect(await find(edited)).toMatchObject({
      type: 'image',
      message: 'New caption',
      media: { filename: 'a.png' },
    });
    expect(await find(deleted)).toMatchObject({
      message: null,
      media: null,
      media_url: null,
      unsupported: null,
    });
  });

  const mediaOf = (blob = blobKey(1, randomUUID(), new Date())): MediaReference => {
    return { blob, mime_type: 'image/png', filename: 'a.png', size: 3, sha256: 'abc', ptt: false };
  };
  const isGone = (blob: string) =>
    until(async () => (await store.size(blob)) === null, { describe: 'the bytes to be deleted' });

  it('of a message with media delete its bytes, also those of a copy that still runs', async () => {
    const [stored, running] = [mediaOf(), mediaOf()];
    await store.write(stored.blob, Readable.from([Buffer.from('abc')]));
    const first = await says({ type: 'image', text: null, media: stored });
    const second = await says({ type: 'image', text: null, media: { ...running, awaited: true } });
    await received(second);
    for (const id of [first, second]) await says(deletion(id));
    await allApplied();
    await store.write(running.blob, Readable.from([Buffer.from('abc')]));
    const settled = { channel_id: CHANNEL, chat_message_id: second, media: running, error: null };
    await messaging.bus.publish(cloudConnector.media, settled);
    for (const { blob } of [stored, running]) await isGone(blob);
    expect(await find(first)).toMatchObject({ type: 'image', media: null, media_url: null });
  });

  it('keep to what a message refers, which nobody said in it', async () => {
    const referral = { source_id: '7', ctwa_clid: 'click' };
    const id = await says(text('Hi'), { referral, context: { id: 'wamid.0' }, extra: { mood: 'x' } });
    await says(deletion(id));
    await allApplied();
    const kept = { message: null, context: { id: 'wamid.0' }, referral };
    expect(await find(id)).toMatchObject(kept);
  });

  it('are dropped after 7 days without their message', async () => {
    const id = newId();
    await says(edit(id, 'Two'));
    await allDone();
    expect(await waiting()).toBe(1);
    await messaging.service.query(
      `UPDATE messaging.message_changes SET created_at = now() - interval '7 days 1 second', due_at = now()
       WHERE canonical_phone = $1`,
      [phone()],
    );
    await until(async () => (await waiting()) === 0, { describe: 'the edit to be dropped' });
  });

  it('are exported and erased with the person while they wait, by number and by the id of the network', async () => {
    await received(await says(text('Hi'), { provider_user_id: `DE.${people}` }));
    await says(edit(newId(), 'By number'));
    await says(edit(newId(), 'By id'), { from: null, provider_user_id: `DE.${people}` });
    await allDone();
    const person = { phone: phone() };
    const { changes } = await messaging.bus.request(exportConversations, { body: person });
    expect(changes).toEqual([
      expect.objectContaining({ body: expect.any(String) as string }),
      expect.objectContaining({ body: expect.any(String) as string }),
    ]);
    const erasure = { ...person, erasure_id: people };
    await messaging.bus.request(hidePerson, { body: erasure });
    await until(async () => (await messaging.bus.request(purgePerson, { body: erasure })).is_done, {
      describe: 'the person to be erased',
    });
    const left = `SELECT FROM messaging.message_changes WHERE body LIKE 'By %'`;
    expect(await messaging.service.query(left)).toEqual([]);
  });
});
