import { randomUUID } from 'node:crypto';
import type { EventType } from '@chat/contracts';
import {
  hidePerson,
  listMessages,
  messageDelivered,
  messageFailed,
  messageRead,
  messageReceived,
  messageSent,
  type Message,
} from '@chat/contracts/messaging';
import type { InboundData } from '@chat/contracts/connector';
import { deviceMessageReceipts, deviceMessageReceived } from '@chat/contracts/device-sessions';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { refusal, until } from '@chat/test-kit';
import { MessageJournalRepository } from '../messages/message-journal.repository';
import { anyText, MessagingUnderTest } from '../testing/messaging-under-test';

const saidNothing = { type: null, code: null, title: null, details: null, payload: null };

describe('what connectors tell', () => {
  let messaging: MessagingUnderTest;
  /** The places in the stream of the events that messaging gave back, to get them again. */
  const givenBack = new Set<number>();

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
    messaging.bus.nats.subscribe('$JS.EVENT.ADVISORY.CONSUMER.MSG_NAKED.>', {
      callback: (_, message) => void givenBack.add(message.json<{ stream_seq: number }>().stream_seq),
    });
  });

  afterAll(() => messaging.service.stop());

  beforeEach(() => messaging.playWell());

  const received = async ({ chat_message_id: id }: Pick<InboundData, 'chat_message_id'>) => {
    const isIt = ({ data }: { data: { message: Message } }) => data.message.chat_message_id === id;
    return (await messaging.bus.nextEvent(messageReceived, isIt)).data.message;
  };
  /** What a connector of a later version says, which this version's contract does not allow. @returns its place. */
  const publishOfLaterVersion = async ({ type, subject }: EventType, data: object): Promise<number> => {
    const id = randomUUID();
    const event = { id, type, subject: `entities/${id}`, accountid: '1', entityversion: 1, data };
    return (await messaging.bus.nats.jetstream().publish(subject, JSON.stringify(event))).seq;
  };
  const secondsAgo = (seconds: number) => toTimestamp(new Date(Date.now() - seconds * 1_000));

  describe('of messages from contacts', () => {
    it('is kept in the contact’s conversation and told', async () => {
      const data = await messaging.receive({
        from: '491700000001',
        text: 'Good morning',
        name: 'Grace',
      });
      const message = await received(data);
      expect(message).toMatchObject({
        direction: 'inbound',
        source: 'customer',
        type: 'text',
        message: 'Good morning',
        status: 'delivered',
        sequence: 1,
        contact: { id: null, name: 'Grace', phone: '491700000001', provider_user_id: null },
        chat_account_id: 1,
        sent_at: data.sent_at,
      });
      expect(await messaging.read(message.id)).toEqual(message);
      expect(await messaging.conversation(message.conversation_id)).toMatchObject({
        unread_count: 1,
        contact: message.contact,
        last_message: message,
        last_message_at: data.sent_at,
      });
    });

    it('is kept once, however often and under however many events it comes', async () => {
      const data = await messaging.receive({ from: '491700000002' });
      const first = await received(data);
      await messaging.bus.publish(deviceMessageReceived, data);
      await messaging.bus.publish(deviceMessageReceived, data);
      const next = await received(await messaging.receive({ from: '491700000002' }));
      expect(next.sequence).toBe(2);
      expect((await messaging.conversation(first.conversation_id)).unread_count).toBe(2);
      expect(messaging.told(messageReceived, first.id)).toBe(1);
    });

    it('is kept once when it comes twice at the same moment', async () => {
      const data = { channel_id: 1, chat_message_id: 'twin', from: '491700000003', name: null };
      const twin: InboundData = {
        ...data,
        content: { type: 'text', text: 'Twin' },
        sent_at: secondsAgo(0),
      };
      await Promise.all(
        [1, 2, 3, 4].map((entity) =>
          messaging.bus.publish(deviceMessageReceived, twin, { entity: `sessions/${entity}` }),
        ),
      );
      const message = await received(twin);
      const next = await received(await messaging.receive({ from: '491700000003' }));
      expect(next).toMatchObject({ conversation_id: message.conversation_id, sequence: 2 });
      expect(messaging.told(messageReceived, message.id)).toBe(1);
    });

    it('joins the conversation that another spelling of the number began', async () => {
      const sent = await messaging.send({ mobile_code: '52', mobile: '5512345678' });
      const reply = await received(await messaging.receive({ from: '5215512345678' }));
      expect(reply).toMatchObject({
        conversation_id: sent.conversation_id,
        sequence: 2,
        contact: { phone: '525512345678' },
      });
    });

    it('takes its place by the time it was sent, and its number by its arrival', async () => {
      const newer = await received(
        await messaging.receive({ from: '491700000004', sent_at: secondsAgo(10) }),
      );
      const late = await received(await messaging.receive({ from: '491700000004', sent_at: secondsAgo(60) }));
      expect([newer.sequence, late.sequence]).toEqual([1, 2]);
      expect(await messaging.conversation(newer.conversation_id)).toMatchObject({
        last_message: { id: newer.id },
        last_message_at: newer.sent_at,
        unread_count: 2,
      });
      const { messages } = await messaging.bus.request(listMessages, {
        params: { id: newer.conversation_id },
        query: {},
      });
      expect(messages.map(({ id }) => id)).toEqual([newer.id, late.id]);
    });

    it('was not sent later than it arrived, whatever the phone’s clock says', async () => {
      const message = await received(
        await messaging.receive({ from: '491700000005', sent_at: '2199-01-01T00:00:00.000+00:00' }),
      );
      expect(message.sent_at).toBe(message.created_at);
    });

    it('keeps the name that a later message leaves out, and takes a new one', async () => {
      const from = '491700000006';
      await received(await messaging.receive({ from, name: 'Old' }));
      expect((await received(await messaging.receive({ from, name: null }))).contact.name).toBe('Old');
      expect((await received(await messaging.receive({ from, name: 'New' }))).contact.name).toBe('New');
    });

    it('loses nothing of its text, but of its sender’s name what hides or reorders characters', async () => {
      const text = '\u202eabc\u200b\u2066';
      const message = await received(
        await messaging.receive({ from: '491700000018', text, name: 'A\u202eda\u200b 👩\u200d🚀' }),
      );
      expect([message.message, message.contact.name]).toEqual([text, 'Ada 👩\u200d🚀']);
      const unseen = await messaging.receive({ from: '491700000019', name: '\u2066\u2069' });
      expect((await received(unseen)).contact.name).toBeNull();
    });

    it('is shown with no more than 200 characters of its sender’s name', async () => {
      const message = await received(
        await messaging.receive({ from: '491700000008', name: '👋'.repeat(65_536) }),
      );
      expect(message.contact.name).toBe('👋'.repeat(200));
    });

    it('of a kind that nobody here knows is kept whole, as unsupported', async () => {
      const data = {
        channel_id: 1,
        chat_message_id: 'poll',
        from: '491700000009',
        name: null,
        sent_at: secondsAgo(0),
      };
      const content = { type: 'poll', question: 'a\u0000b', options: [{ name: '👋' }] };
      await publishOfLaterVersion(deviceMessageReceived, { ...data, content });
      const message = await received(data);
      expect(message).toMatchObject({ type: 'unsupported', message: null, interactive: null });
      expect(message.unsupported).toEqual({ ...saidNothing, type: 'poll', payload: content });
      const [row] = await messaging.service.query<{ raw: string }>(
        `SELECT content ->> 'raw' AS raw FROM messaging.messages WHERE id = $1`,
        [message.id],
      );
      expect(JSON.parse(row!.raw)).toEqual(content);
    });

    it('keeps the ad, the user name and what nobody here knows', async () => {
      const referral = { source_type: 'ad', ctwa_clid: 'ARAkLkA8rmlFeiCkt' };
      const extra = { from_parent_user_id: 'DE.ENT.1' };
      const from = '491700000091';
      const message = await received(await messaging.receive({ from, referral, extra, username: '@ana.b' }));
      expect(message).toMatchObject({ referral, contact: { username: '@ana.b' } });
      expect(message).not.toHaveProperty('extra');
      expect(await messaging.read(message.id)).toEqual({ ...message, extra });
      const later = await received(await messaging.receive({ from }));
      expect(later).toMatchObject({ referral: null, contact: { username: '@ana.b' } });
    });

    it('keeps text that Postgres cannot hold as far as it can', async () => {
      const message = await received(await messaging.receive({ text: 'a\u0000b', name: 'N\u0000' }));
      expect(message).toMatchObject({ message: 'ab', contact: { name: 'N' } });
    });

    it('belongs to the account of its channel alone', async () => {
      const message = await received(await messaging.receive({ channel_id: 77, from: '491700000007' }, 2));
      expect((await messaging.read(message.id, 2)).id).toBe(message.id);
      expect((await refusal(messaging.read(message.id, 1))).code).toBe('not_found');
      expect(await messaging.conversation(message.conversation_id, 1)).toBeUndefined();
    });
  });

  describe('of our own messages', () => {
    const at = (seconds: number) => toTimestamp(new Date(Date.now() + seconds * 1_000));
    const becomes = async (id: number, type: typeof messageSent): Promise<Message> =>
      (await messaging.bus.nextEvent(type, ({ data }) => data.message.id === id)).data.message;

    it('show what the network says of their price', async () => {
      const pricing = { category: 'utility', type: 'regular', model: 'PMP' };
      const { message_id } = await messaging.send();
      await messaging.acknowledge(message_id, 'delivered', { pricing });
      expect((await becomes(message_id, messageDelivered)).pricing).toEqual(pricing);
    });

    it('moves them forward, each step told once', async () => {
      const { message_id } = await messaging.send();
      const deliveredAt = at(1);
      await messaging.acknowledge(message_id, 'sent');
      await messaging.acknowledge(message_id, 'delivered', { at: deliveredAt });
      await messaging.acknowledge(message_id, 'delivered');
      expect(await becomes(message_id, messageDelivered)).toMatchObject({
        status: 'delivered',
        delivered_at: deliveredAt,
        read_at: null,
      });
      await messaging.acknowledge(message_id, 'read', { at: at(2) });
      await becomes(message_id, messageRead);
      expect(
        [messageSent, messageDelivered, messageRead].map((type) => messaging.told(type, message_id)),
      ).toEqual([1, 1, 1]);
    });

    it('takes what is read for delivered, and lets no late delivery undo it', async () => {
      const { message_id } = await messaging.send();
      const readAt = at(5);
      await messaging.acknowledge(message_id, 'read', { at: readAt });
      await becomes(message_id, messageRead);
      await messaging.acknowledge(message_id, 'delivered');
      const next = await messaging.send();
      await messaging.acknowledge(next.message_id, 'delivered');
      await becomes(next.message_id, messageDelivered);

      expect(await messaging.read(message_id)).toMatchObject({
        status: 'read',
        delivered_at: readAt,
        read_at: readAt,
      });
      expect(messaging.told(messageDelivered, message_id)).toBe(1);
    });

    it('keeps why the network failed them after accepting them', async () => {
      const { message_id } = await messaging.send();
      const error = {
        code: 'capability_error',
        message: 'Not now.',
        reason: null,
        provider: { code: '463', message: 'Timelock' },
      };
      await messaging.acknowledge(message_id, 'failed', { error });
      expect(await becomes(message_id, messageFailed)).toMatchObject({
        status: 'failed',
        sent_at: anyText,
        failed_at: anyText,
        error,
      });
    });

    it('stay as they are while nobody here knows the level of a receipt, which is kept', async () => {
      const { message_id } = await messaging.send();
      const later = { message_id, chat_message_id: 'A', level: 'played', error: null, at: at(1) };
      const place = await publishOfLaterVersion(deviceMessageReceipts, { channel_id: 1, receipts: [later] });
      await messaging.acknowledge(message_id, 'delivered');
      await becomes(message_id, messageDelivered);
      await until(() => givenBack.has(place), { describe: 'the event to be given back' });
    });

    it('move by all receipts that came together but the one that nobody here can apply', async () => {
      const sent = await Promise.all(
        Array.from({ length: 64 }, (_, index) => messaging.send({ mobile: `1516${1_000_000 + index}` })),
      );
      const receipts = sent.map(({ message_id }, index) => ({
        message_id,
        chat_message_id: `chat-${message_id}`,
        level: index === 40 ? 'played' : 'delivered',
        error: null,
        at: at(1),
      }));
      const place = await publishOfLaterVersion(deviceMessageReceipts, { channel_id: 1, receipts });
      const [poisoned] = sent.splice(40, 1);
      for (const { message_id } of sent) await becomes(message_id, messageDelivered);

      expect((await messaging.read(poisoned!.message_id)).status).toBe('sent');
      await until(() => givenBack.has(place), { describe: 'the event to be given back' });
      expect(sent.map(({ message_id }) => messaging.told(messageDelivered, message_id))).toEqual(
        sent.map(() => 1),
      );
    });

    it('change nothing that clients see, not even updated_at, when a receipt says nothing new', async () => {
      const { message_id, conversation_id } = await messaging.send();
      await messaging.acknowledge(message_id, 'read');
      await becomes(message_id, messageRead);
      const before = {
        message: await messaging.read(message_id),
        conversation: await messaging.conversation(conversation_id),
      };
      await messaging.acknowledge(message_id, 'sent');
      await messaging.acknowledge(message_id, 'delivered');
      await messaging.acknowledge(message_id, 'read', { at: at(5) });
      const next = await messaging.send({ mobile: '15188888888' });
      await messaging.acknowledge(next.message_id, 'delivered');
      await becomes(next.message_id, messageDelivered);
      expect(await messaging.read(message_id)).toEqual(before.message);
      expect(await messaging.conversation(conversation_id)).toEqual(before.conversation);
    });

    it('leave updated_at of their conversation alone when they are not its last message', async () => {
      const { conversation_id } = await messaging.send({ mobile: '15199999999' });
      await messaging.service.query(
        `UPDATE messaging.conversations SET last_message_at = now() + interval '1 hour' WHERE id = $1`,
        [conversation_id],
      );
      const before = await messaging.conversation(conversation_id);
      await messaging.send({ mobile: '15199999999' });
      expect(await messaging.conversation(conversation_id)).toEqual(before);
    });

    it('never have an updated_at that goes back, whichever transaction began first', async () => {
      const { message_id } = await messaging.send();
      await messaging.service.query(
        `UPDATE messaging.messages SET updated_at = now() + interval '1 hour' WHERE id = $1`,
        [message_id],
      );
      const { updated_at } = await messaging.read(message_id);
      await messaging.acknowledge(message_id, 'delivered');
      expect((await becomes(message_id, messageDelivered)).updated_at).toBe(updated_at);
    });

    it('say nothing of a person who is hidden while they are applied', async () => {
      const { message_id } = await messaging.send({ mobile: '15188888888' });
      // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the repository that was asked
      const { write } = MessageJournalRepository.prototype;
      const writes = jest
        .spyOn(MessageJournalRepository.prototype, 'write')
        .mockImplementationOnce(async function (this: MessageJournalRepository, changes) {
          const hidden = await messaging.bus.request(hidePerson, {
            body: { phone: '4915188888888', erasure_id: 1 },
          });
          expect(hidden).toMatchObject({ is_busy: false, conversations: 1 });
          return write.call(this, changes);
        });
      await messaging.acknowledge(message_id, 'delivered');
      await until(() => writes.mock.results.length > 0, { describe: 'the receipt' });
      expect(await writes.mock.results[0]!.value).toEqual([]);
      writes.mockRestore();
    });

    it('ends an unknown outcome', async () => {
      messaging.handOver = () => {
        throw new AppError('provider_outcome_unknown');
      };
      const { message_id } = await refusal(messaging.send());
      await messaging.acknowledge(message_id!, 'delivered', { chat_message_id: 'found' });
      const message = await becomes(message_id!, messageDelivered);
      expect(message).toMatchObject({ status: 'delivered', chat_message_id: 'found' });
      expect(messaging.told(messageSent, message_id!)).toBe(1);
    });

    it('never gives a step an earlier time than the one before', async () => {
      messaging.handOver = ({ message_id }) => ({ chat_message_id: `chat-${message_id}` });
      const { message_id } = await messaging.send();
      await messaging.acknowledge(message_id, 'read', { at: secondsAgo(3_600) });
      const message = await becomes(message_id, messageRead);
      expect(message.sent_at! >= message.created_at).toBe(true);
      expect(message.read_at! >= message.sent_at!).toBe(true);
    });
  });
});
