import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { MediaReference, MessageContent } from '@chat/contracts/connector';
import type { WrittenMessage } from '@chat/test-kit';
import { MediaExpiredError, type InboundMedia } from '../engines/device-engine';
import type { EngineSpec } from './describe-device-engine';

const TIMEOUT_MS = 10_000;
/** Larger than one chunk. */
const bytes = randomBytes(300_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const media: MediaReference = {
  blob: '1/2026-01-31/key',
  mime_type: 'application/pdf',
  filename: 'Ä.pdf',
  size: bytes.length,
  sha256,
  ptt: false,
};
const unnamed = { mime_type: 'application/pdf', size: bytes.length, sha256, ptt: false };
/** Networks tell the names of documents; those of other files, some do. */
const document = { ...unnamed, filename: 'Ä.pdf' };
const open = () => Promise.resolve(Readable.from([bytes]));
const inTime = () => AbortSignal.timeout(TIMEOUT_MS);
const location = { latitude: 52.5, longitude: -13.4, name: 'Here', address: null };
const dataUri = (type: string) => `data:${type};base64,${bytes.toString('base64')}`;

/** What all networks keep of a card: its name and its numbers. */
const card = {
  name: { formatted_name: 'Ana; Bo, \\ & Co' },
  phones: [{ phone: '+49 151' }, { phone: '0151' }],
};
const other = { name: { formatted_name: 'Bo' }, phones: [] };

/** Specifies the contents that every engine carries in both directions, byte for byte. */
export function describeContents(spec: EngineSpec): void {
  describe('carries to the network', () => {
    it.each<[string, MessageContent, object]>([
      ['image', { type: 'image', text: 'Look', media }, { type: 'image', caption: 'Look', media: unnamed }],
      ['video', { type: 'video', text: null, media }, { type: 'video', caption: null, media: unnamed }],
      [
        'document',
        { type: 'document', text: 'Read', media },
        { type: 'document', caption: 'Read', media: document },
      ],
      [
        'audio',
        { type: 'audio', media: { ...media, ptt: true } },
        { type: 'audio', media: { ...unnamed, ptt: true } },
      ],
      ['sticker', { type: 'sticker', media }, { type: 'sticker', caption: null, media: unnamed }],
      ['location', { type: 'location', location }, { type: 'location', location }],
      ['contacts', { type: 'contacts', contacts: [card] }, { type: 'contacts', contacts: [card] }],
      [
        'contacts',
        { type: 'contacts', contacts: [card, other] },
        { type: 'contacts', contacts: [card, other] },
      ],
    ])('content of type %s', async (_, content, received) => {
      const { watch } = await spec.open();
      const hasMedia = 'media' in content;
      const uploaded = hasMedia ? await watch.connection.upload(content.type, open, inTime()) : null;
      const message = spec.newMessage(watch, content, uploaded);
      expect(await watch.connection.send(message, TIMEOUT_MS)).toEqual({ kind: 'accepted' });
      expect(await spec.harness.received(message.chatMessageId)).toMatchObject([{ ...received, text: null }]);
      if (!hasMedia) return;
      expect(bytes.equals(await spec.harness.receivedMedia(message.chatMessageId))).toBe(true);
    });

    it('an answer, with what it answers', async () => {
      const { watch } = await spec.open();
      for (const isOurs of [true, false]) {
        const message = spec.newMessage(watch, { type: 'text', text: 'Until six' }, null, {
          ...{ chatMessageId: 'ASKED', isOurs, text: 'Until when?' },
          chat: { phone: spec.harness.customer, userId: null },
        });
        expect(await watch.connection.send(message, TIMEOUT_MS)).toEqual({ kind: 'accepted' });
        expect(await spec.harness.received(message.chatMessageId)).toMatchObject([
          { text: 'Until six', reply_to: 'ASKED' },
        ]);
      }
    });

    it.each(['👍', null])('a reaction with %s', async (emoji) => {
      const { watch } = await spec.open();
      const content = { type: 'reaction', reaction: { message_id: 'ASKED', emoji } } as const;
      const message = spec.newMessage(watch, content, null, {
        ...{ chatMessageId: 'ASKED', isOurs: false, text: null },
        chat: { phone: spec.harness.customer, userId: null },
      });
      expect(await watch.connection.send(message, TIMEOUT_MS)).toEqual({ kind: 'accepted' });
      expect(await spec.harness.received(message.chatMessageId)).toMatchObject([
        { type: 'reaction', reply_to: null, reaction: { message_id: 'ASKED', emoji } },
      ]);
    });

    it('no bytes over an unlinked connection', async () => {
      const watch = spec.connect();
      await watch.next('qr');
      await expect(watch.connection.upload('document', open, inTime())).rejects.toThrow();
    });
  });

  describe('carries from the network', () => {
    const source = expect.any(String) as string;
    const inbound = { ...unnamed, source };
    const file = { media: dataUri('application/pdf'), filename: 'Ä.pdf' };
    const contacts = [{ name: { formatted_name: 'Ana' }, phones: [{ phone: '+49 151' }] }];
    const reply = { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } };

    it.each<[string, Omit<WrittenMessage, 'to'>, object]>([
      ['image', { type: 'image', caption: 'Look', ...file }, { type: 'image', text: 'Look', media: inbound }],
      ['video', { type: 'video', ...file }, { type: 'video', text: null, media: inbound }],
      [
        'document',
        { type: 'document', ...file },
        { type: 'document', text: null, media: { ...document, source } },
      ],
      ['audio', { type: 'audio', ptt: true, ...file }, { type: 'audio', media: { ...inbound, ptt: true } }],
      ['sticker', { type: 'sticker', ...file }, { type: 'sticker', media: inbound }],
      ['location', { type: 'location', location }, { type: 'location', location }],
      ['contacts', { type: 'contacts', contacts }, { type: 'contacts', contacts }],
      [
        'reaction',
        { type: 'reaction', reaction: { message_id: 'A', emoji: '👍' } },
        { type: 'reaction', reaction: { message_id: 'A', emoji: '👍' } },
      ],
      [
        'interactive',
        { type: 'interactive', text: 'Yes', interactive: reply },
        { type: 'interactive', text: 'Yes', interactive: reply },
      ],
      [
        'order',
        { type: 'order', text: 'Two', order: { order_id: '1' } },
        { type: 'order', text: 'Two', order: { order_id: '1' } },
      ],
    ])('content of type %s', async (_, written, content) => {
      const { watch, phone } = await spec.open();
      const message = await watch.message(await spec.harness.writeAny(phone, written));
      expect(message.content).toMatchObject(content);
      const { media: found } = message.content as { media?: InboundMedia };
      if (!found) return;
      const download = spec.harness.engine.download(found.source, inTime());
      expect(bytes.equals(await buffer(await download))).toBe(true);
    });

    it('an answer, with the id of what it answers', async () => {
      const { watch, phone } = await spec.open();
      const message = await watch.message(
        await spec.harness.writeAny(phone, { text: 'Yes', reply_to: 'ASKED' }),
      );
      expect(message).toMatchObject({ content: { type: 'text', text: 'Yes' }, repliesTo: 'ASKED' });
      expect(
        (await watch.message(await spec.harness.writeAny(phone, { text: 'No' }))).repliesTo ?? null,
      ).toBe(null);
    });

    it.each([
      ['expired', MediaExpiredError],
      ['unavailable', Error],
    ] as const)('no bytes that are %s, and throws the error for that', async (state, error) => {
      const { watch, phone } = await spec.open();
      const id = await spec.harness.writeAny(phone, { type: 'image', ...file });
      const { media: found } = (await watch.message(id)).content as { media: InboundMedia };
      await spec.harness.setMedia(id, state);
      const download = spec.harness.engine.download(found.source, inTime());
      const failure = await download.catch((reason: unknown) => reason);
      expect(failure).toBeInstanceOf(error);
      expect(failure instanceof MediaExpiredError).toBe(state === 'expired');
    });

    it('a message with the time of the phone that wrote it', async () => {
      const { watch, phone } = await spec.open();
      const written = { text: 'Yesterday', sent_at: '2026-01-30T10:00:00.000Z' };
      const message = await watch.message(await spec.harness.writeAny(phone, written));
      expect(message.sentAt.toISOString()).toBe(written.sent_at);
    });

    it.each(['1969-06-01T00:00:00.000Z', '+275000-01-01T00:00:00.000Z'])(
      'a message with the time %s, and the message after it',
      async (sent_at) => {
        const { watch, phone } = await spec.open();
        const first = await spec.harness.writeAny(phone, { text: 'Ages ago', sent_at });
        const next = await spec.harness.writeAny(phone, { text: 'Now' });
        const { sentAt } = await watch.message(first);
        expect(sentAt.toISOString()).toMatch(/^\d{4}-/);
        expect((await watch.message(next)).content).toEqual({ type: 'text', text: 'Now' });
      },
    );
  });
}
