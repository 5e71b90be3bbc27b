import type { Input, Message, SentMessage } from '@chat/client';
import {
  FileServer,
  refusal,
  until,
  type PhoneMessage,
  type TestClient,
  type WebhookReceiver,
  type WrittenMessage,
} from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { receiverAt } from './shop';

/** A channel, a person who has written to it, and a receiver of the account's events. */
export interface Chat {
  client: TestClient;
  receiver: WebhookReceiver;
  channelId: number;
  /** The number of the channel. */
  number: string;
  customer: string;
}

/** Answers that quote, and reactions, both ways. */
export function answers(stack: RunningStack, open: () => Promise<Chat>): void {
  let chat: Chat;
  let files: FileServer;

  beforeAll(async () => {
    files = await FileServer.start();
    chat = await open();
  });

  afterAll(async () => {
    await chat.receiver.stop();
    await files.stop();
  });

  const send = (content: Input<'sendMessage'>): Promise<SentMessage> =>
    chat.client.sendMessage({ ...receiverAt(chat.customer), chat_account_id: chat.channelId, ...content });
  const read = async (id: number): Promise<Message> => (await chat.client.getMessage({ id })).message;
  const onPhone = ({ chat_message_id: id }: SentMessage): Promise<PhoneMessage> =>
    until(
      async () =>
        (await stack().sandbox.messages(chat.customer)).find(({ chat_message_id }) => chat_message_id === id),
      { describe: 'the message on the phone' },
    );
  /** The person writes. @returns the message as a webhook tells it. */
  const write = async (message: Omit<WrittenMessage, 'to'>): Promise<Message> => {
    const id = await stack().sandbox.write(chat.customer, { to: chat.number, ...message });
    const isIt = ({ data }: { data: { message: Message } }) => data.message.chat_message_id === id;
    return (await chat.receiver.waitFor('message.received', isIt)).data.message;
  };

  it('an answer quotes on the phone, and the person’s answer quotes ours', async () => {
    const asked = await write({ text: 'Until when are you open?' });
    const ours = await send({ message: 'Until six.', reply_to: asked.id });
    expect(await onPhone(ours)).toMatchObject({
      type: 'text',
      text: 'Until six.',
      reply_to: asked.chat_message_id,
    });
    expect(await read(ours.message_id)).toMatchObject({ reply_to: asked.id, message: 'Until six.' });

    const thanks = await write({ text: 'Thanks!', reply_to: ours.chat_message_id });
    expect(thanks).toMatchObject({ reply_to: ours.message_id, context: { id: ours.chat_message_id } });
    expect(await read(thanks.id)).toMatchObject({ reply_to: ours.message_id });
  });

  it('a location and a file can be answers', async () => {
    const asked = await write({ text: 'Where?' });
    const place = await send({ latitude: 52.5, longitude: 13.25, reply_to: asked.id });
    expect(await onPhone(place)).toMatchObject({ type: 'location', reply_to: asked.chat_message_id });
    const form = new Blob(['%PDF-1.7\n'], { type: 'application/pdf' });
    const file = await send({ document: form, filename: 'way.pdf', reply_to: asked.id });
    expect(await onPhone(file)).toMatchObject({ type: 'document', reply_to: asked.chat_message_id });
  });

  it.each(['a file', 'a URL', 'an earlier upload'])(
    'a sticker by %s arrives byte for byte, and another comes back',
    async (way) => {
      const bytes = Buffer.from(
        `524946460c00000057454250565038580a0000001000000000${'00'.repeat(500)}`,
        'hex',
      );
      const file = new Blob([bytes], { type: 'image/webp' });
      const url = files.host('wave.webp', { bytes, type: 'image/webp' });
      const contents: Record<string, () => Promise<Input<'sendMessage'>> | Input<'sendMessage'>> = {
        'a file': () => ({ sticker: file }),
        'a URL': () => ({ sticker_url: url }),
        'an earlier upload': async () => ({ sticker_id: (await chat.client.uploadMedia({ file })).media_id }),
      };
      const content = await contents[way]!();
      const asked = await write({ text: 'So?' });
      const sent = await send({ ...content, reply_to: asked.id });
      expect(await onPhone(sent)).toMatchObject({
        type: 'sticker',
        media: { size: bytes.length },
        reply_to: asked.chat_message_id,
      });
      expect((await stack().sandbox.media(chat.customer, sent.chat_message_id)).equals(bytes)).toBe(true);
      expect(await read(sent.message_id)).toMatchObject({
        type: 'sticker',
        media: { mime_type: 'image/webp' },
      });

      const data = `data:image/webp;base64,${bytes.toString('base64')}`;
      const theirs = await write({ type: 'sticker', media: data, reply_to: sent.chat_message_id });
      expect(theirs).toMatchObject({ type: 'sticker', reply_to: sent.message_id });
    },
  );

  it('contact cards arrive as they were sent, and come back', async () => {
    const contacts = [
      {
        name: { formatted_name: 'Grace Hopper', first_name: 'Grace', last_name: 'Hopper' },
        phones: [{ phone: '+1 415 555 0199', type: 'WORK', wa_id: '14155550199' }],
        emails: [{ email: 'grace@example.com' }],
      },
      { name: { formatted_name: 'Ana Sol', first_name: 'Ana' }, org: { company: 'Acme' } },
    ];
    const sent = await send({ contacts });
    expect(await onPhone(sent)).toMatchObject({ type: 'contacts', contacts });
    expect(await read(sent.message_id)).toMatchObject({ type: 'contacts', interactive: { contacts } });
    expect(await write({ type: 'contacts', contacts })).toMatchObject({ interactive: { contacts } });
  });

  it('a sticker that is no WebP or too large, and a card without a name, are refused: nothing is sent', async () => {
    const before = (await stack().sandbox.messages(chat.customer)).length;
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
    const sticker = new Blob([png], { type: 'image/png' });
    expect(await refusal(send({ sticker }))).toMatchObject({
      errors: { sticker: expect.any(Array) as unknown },
    });
    const still = Buffer.alloc(100 * 1024 + 1);
    still.write('524946460c00000057454250565038580a0000001000000000', 'hex');
    const large = new Blob([still], { type: 'image/webp' });
    const { media_id } = await chat.client.uploadMedia({ file: large });
    const url = files.host('large.webp', { bytes: still, type: 'image/webp' });
    for (const content of [{ sticker: large }, { sticker_id: media_id }, { sticker_url: url }]) {
      const [member] = Object.keys(content);
      expect(await refusal(send(content))).toMatchObject({
        code: 'validation_error',
        errors: { [member!]: [expect.stringContaining('100 KiB')] },
      });
    }
    const contacts = [{ name: { formatted_name: 'Ana' } }];
    expect(await refusal(send({ contacts }))).toMatchObject({
      errors: { 'contacts.0.name': expect.any(Array) as unknown },
    });
    expect(await stack().sandbox.messages(chat.customer)).toHaveLength(before);
  });

  it('reactions of both sides show on the message, and go when they are taken back', async () => {
    const asked = await write({ text: 'Is it ready?' });
    const liked = await send({ reaction: { message_id: asked.id, emoji: '👍' } });
    expect(await onPhone(liked)).toMatchObject({
      type: 'reaction',
      reaction: { message_id: asked.chat_message_id, emoji: '👍' },
    });
    expect((await read(asked.id)).reactions).toMatchObject([
      { direction: 'outbound', emoji: '👍', message_id: liked.message_id },
    ]);
    const back = await send({ reaction: { message_id: asked.id, emoji: '' } });
    expect((await onPhone(back)).reaction).toMatchObject({ message_id: asked.chat_message_id });
    expect((await read(asked.id)).reactions).toEqual([]);

    const ours = await send({ message: 'It is ready.' });
    const theirs = await write({
      type: 'reaction',
      reaction: { message_id: ours.chat_message_id, emoji: '🎉' },
    });
    expect(theirs).toMatchObject({ type: 'reaction', reactions: [] });
    expect((await read(ours.message_id)).reactions).toMatchObject([
      { direction: 'inbound', emoji: '🎉', message_id: theirs.id },
    ]);
    await write({ type: 'reaction', reaction: { message_id: ours.chat_message_id } });
    expect((await read(ours.message_id)).reactions).toEqual([]);
  });

  it('the person sees that somebody types, until the message comes', async () => {
    const asked = await write({ text: 'Hello?' });
    const { conversation } = await chat.client.showTyping({ id: asked.conversation_id });
    expect(conversation.id).toBe(asked.conversation_id);
    const isSeen = async () => (await stack().sandbox.typing(chat.customer)).includes(chat.number);
    await until(isSeen, { describe: 'the person to see it' });
    if (conversation.window_expires_at !== null) expect(conversation.unread_count).toBe(0);
    await send({ message: 'Yes?' });
    expect(await isSeen()).toBe(false);
  });

  it('a message of somebody else cannot be answered: nothing is sent', async () => {
    const before = (await stack().sandbox.messages(chat.customer)).length;
    for (const content of [
      { message: 'Hi', reply_to: 999_999_999 },
      { reaction: { message_id: 999_999_999, emoji: '👍' } },
    ]) {
      expect(await refusal(send(content))).toMatchObject({ code: 'validation_error' });
    }
    expect(await stack().sandbox.messages(chat.customer)).toHaveLength(before);
  });
}
