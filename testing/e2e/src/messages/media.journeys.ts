import { createHash, randomBytes } from 'node:crypto';
import { opusPackets, packetsOf, soundFile } from '@chat/media/testing';
import type { Channel, Input, Message, MessageEventData, SentMessage } from '@chat/client';
import {
  FileServer,
  refusal,
  until,
  type PhoneMessage,
  type TestClient,
  type WebhookReceiver,
} from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, listen, openShop, receiverAt } from './shop';

type Kind = 'image' | 'document' | 'video' | 'audio';
type Way = 'upload' | 'earlier upload' | 'URL' | 'URL in a form';
type Content = Input<'sendMessage'>;

export interface Sample {
  kind: Kind;
  filename: string;
  type: string;
  bytes: Buffer;
}

const head = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), randomBytes(200_000)]);

/** Files of each kind: the first bytes, which show their type, followed by arbitrary ones. */
export const samples: Sample[] = [
  {
    kind: 'image',
    filename: 'sun.png',
    type: 'image/png',
    bytes: head('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489000027104944415478'),
  },
  {
    kind: 'image',
    filename: 'moon.jpg',
    type: 'image/jpeg',
    bytes: head('ffd8ffe000104a46494600010100000100010000'),
  },
  {
    kind: 'video',
    filename: 'sea.mp4',
    type: 'video/mp4',
    bytes: head('00000018667479706d703432000000006d70343269736f6d'),
  },
  {
    kind: 'document',
    filename: 'Rechnung Ä.pdf',
    type: 'application/pdf',
    bytes: head('255044462d312e370a'),
  },
  { kind: 'document', filename: 'page.html', type: 'text/html', bytes: Buffer.from('<script>1</script>') },
  { kind: 'audio', filename: 'song.mp3', type: 'audio/mpeg', bytes: head('49443304000000000000fffb9064') },
];

export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Message content: a file as a part of a form. */
export function fileOf({ kind, filename, type, bytes }: Sample): Content {
  return { [kind]: new File([bytes], filename, { type }) };
}

/** Message content: the URL of a file. */
export function urlOf(sample: Sample, files: FileServer): Content {
  return { [`${sample.kind}_url`]: files.host(sample.filename, sample) };
}

/** Each test has a shop with a linked phone and a customer of its own. */
export function media(stack: RunningStack): void {
  let client: TestClient;
  let receiver: WebhookReceiver;
  let device: Channel;
  let number: string;
  let customer: string;
  let files: FileServer;

  beforeAll(async () => {
    files = await FileServer.start();
    client = await openShop(stack());
    receiver = await listen(client, ['message.received']);
    ({ device, number } = await connectPhone(stack(), client));
  });

  afterAll(async () => {
    await receiver.stop();
    await files.stop();
  });

  beforeEach(() => {
    customer = freshNumber();
  });

  const to = () => ({ ...receiverAt(customer), chat_account_id: device.id });
  const sendJson = (content: Content) => client.sendMessage({ ...to(), ...content });
  /** The typed client makes a form only where there is a file; a form without one is valid too. */
  const sendForm = async (content: object) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...to(), ...content })) form.append(name, String(value));
    return (await client.raw.post<SentMessage>('/v1/messages', form)).data;
  };
  const send = async (sample: Sample, way: Way, more: Content = {}): Promise<SentMessage> => {
    switch (way) {
      case 'upload':
        return sendJson({ ...fileOf(sample), ...more });
      case 'earlier upload': {
        const file = new File([sample.bytes], sample.filename, { type: sample.type });
        const { media_id } = await client.uploadMedia({ file });
        return sendJson({ [`${sample.kind}_id`]: media_id, ...more });
      }
      case 'URL':
        return sendJson({ ...urlOf(sample, files), ...more });
      case 'URL in a form':
        return sendForm({ ...urlOf(sample, files), ...more });
    }
  };
  /** The message on the customer's phone, and its bytes. */
  const received = async ({ chat_message_id }: SentMessage): Promise<[PhoneMessage, Buffer]> => {
    const messages = await stack().sandbox.messages(customer);
    const message = messages.find((one) => one.chat_message_id === chat_message_id)!;
    return [message, await stack().sandbox.media(customer, chat_message_id)];
  };
  const read = async (id: number) => (await client.getMessage({ id })).message;
  /** Downloads the message's `media_url`, as a client would. */
  const download = (message: Message) => client.raw.get(new URL(message.media_url!).pathname);

  describe.each<Way>(['upload', 'earlier upload', 'URL', 'URL in a form'])('by %s', (way) => {
    it.each(samples)('sends $kind $filename to the phone, byte for byte', async (sample) => {
      const { kind, filename, type, bytes } = sample;
      const caption = kind === 'audio' ? {} : { message: 'Schau 👀' };
      const sent = await send(sample, way, caption);
      const [message, arrived] = await received(sent);
      const shown = { mime_type: type, filename, size: bytes.length, sha256: sha256Of(bytes), ptt: false };
      expect(message).toMatchObject({
        type: kind,
        caption: kind === 'audio' ? null : 'Schau 👀',
        media: shown,
      });
      expect(arrived.equals(bytes)).toBe(true);

      const kept = await read(sent.message_id);
      expect(kept).toMatchObject({
        type: kind,
        message: kind === 'audio' ? null : 'Schau 👀',
        media: shown,
        media_url: `${stack().gatewayUrls[0]}/v1/messages/${kept.id}/media`,
      });
      const downloaded = await download(kept);
      expect(downloaded.headers.get('content-type')).toBe(type);
      expect(downloaded.bytes.equals(bytes)).toBe(true);
    });

    it('sends Opus in Ogg unchanged, and Opus in WebM remuxed to Ogg, as a voice note', async () => {
      const packets = opusPackets(100);
      const ogg = await soundFile('ogg', packets);
      const asItIs = { kind: 'audio', filename: 'note.ogg', type: 'audio/ogg', bytes: ogg } as const;
      const [note, arrived] = await received(await send(asItIs, way, { ptt: true }));
      expect(note).toMatchObject({
        type: 'audio',
        media: { ptt: true, mime_type: 'audio/ogg; codecs=opus' },
      });
      expect(arrived.equals(ogg)).toBe(true);

      const webm = await soundFile('webm', packets);
      const recorded = { kind: 'audio', filename: 'note.webm', type: 'audio/webm', bytes: webm } as const;
      const [remuxed, sound] = await received(await send(recorded, way, { ptt: true }));
      expect(remuxed.media).toMatchObject({ ptt: true, filename: 'note.ogg', sha256: sha256Of(sound) });
      expect(await packetsOf(sound)).toEqual(packets);

      const [file, untouched] = await received(await send(recorded, way));
      expect(file).toMatchObject({ type: 'document', media: { ptt: false, mime_type: 'audio/webm' } });
      expect(untouched.equals(webm)).toBe(true);
    });
  });

  it.each<['JSON' | 'a form', (content: Content) => Promise<SentMessage>]>([
    ['JSON', (content) => sendJson(content)],
    ['a form', (content) => sendForm(content)],
  ])('sends a text and a location by %s', async (_, sendBy) => {
    await sendBy({ message: 'Hier 📍' });
    await sendBy({ latitude: 52.5, longitude: -13.25, name: 'Laden', address: 'Weg 1' });
    const location = { latitude: 52.5, longitude: -13.25, name: 'Laden', address: 'Weg 1' };
    expect(await stack().sandbox.messages(customer)).toMatchObject([
      { type: 'text', text: 'Hier 📍', media: null },
      { type: 'location', text: null, location },
    ]);
  });

  it.each<[string, object, string]>([
    ['an unreachable URL', { image_url: 'https://127.0.0.1:1/a.png' }, 'image_url'],
    ['a URL that answers 404', { document_url: 'NOTHING' }, 'document_url'],
    ['a URL of another type', { video_url: 'PNG' }, 'video_url'],
    ['an invalid URL', { audio_url: 'ftp://example.com/a' }, 'audio_url'],
    ['a voice note that is not Opus', { audio_url: 'MP3', ptt: true }, 'audio_url'],
    ['two kinds', { latitude: 1, longitude: 1, message: 'Hi' }, 'message'],
  ])('refuses %s, naming the member', async (_, body, member) => {
    const hosted: Record<string, string> = {
      NOTHING: files.host('a', { bytes: Buffer.alloc(0), type: 'x/y' }).replace(/a$/, 'b'),
      PNG: files.host('a.png', samples[0]!),
      MP3: files.host('a.mp3', samples.at(-1)!),
    };
    const given = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, hosted[String(value)] ?? (value as unknown)]),
    );
    const { code, errors } = await refusal(sendJson(given));
    expect([code, Object.keys(errors!)]).toEqual(['validation_error', [member]]);
    expect(await stack().sandbox.messages(customer)).toEqual([]);
  });

  it.each<[string, Content]>([
    ['a product', { product: { catalog_id: '1', product_retailer_id: '2' } }],
    ['an order', { created_order_data: { body: 'Pay', reference_id: 'r' } }],
  ])('refuses %s on a Device channel with a reason', async (_, body) => {
    const error = await refusal(sendJson(body));
    expect(error).toMatchObject({ code: 'capability_error', reason: 'content_not_supported' });
    expect(error).not.toHaveProperty('message_id');
  });

  it.each<[string, object, Partial<Message>]>([
    ['image', { caption: 'Da' }, { message: 'Da' }],
    ['video', {}, {}],
    ['document', { caption: 'Lies' }, { message: 'Lies' }],
    ['audio', { ptt: true }, {}],
    ['sticker', {}, {}],
  ])('receives %s and serves its bytes', async (type, more, members) => {
    const bytes = randomBytes(150_000);
    const dataUri = `data:application/x-thing;base64,${bytes.toString('base64')}`;
    const id = await stack().sandbox.write(customer, {
      to: number,
      type,
      media: dataUri,
      filename: '../Über.bin',
      ...more,
    });
    const message = await messageOf(id);
    expect(message).toMatchObject({
      type,
      ...members,
      media: {
        mime_type: 'application/x-thing',
        filename: 'Über.bin',
        size: bytes.length,
        sha256: sha256Of(bytes),
        ptt: 'ptt' in more,
      },
    });
    const downloaded = await download(message);
    expect(downloaded.status).toBe(200);
    expect(downloaded.headers.get('content-type')).toBe('application/x-thing');
    expect(downloaded.bytes.equals(bytes)).toBe(true);
  });

  it.each<[string, object, Partial<Message>]>([
    [
      'location',
      { location: { latitude: 1.5, longitude: 2 } },
      { location: { latitude: 1.5, longitude: 2, name: null, address: null } },
    ],
    [
      'contacts',
      { contacts: [{ name: { formatted_name: 'Ana' } }] },
      { interactive: { type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' } }] } },
    ],
    [
      'reaction',
      { reaction: { message_id: 'A', emoji: '👍' } },
      { interactive: { type: 'reaction', reaction: { message_id: 'A', emoji: '👍' } } },
    ],
    [
      'interactive',
      { text: 'Ja', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Ja' } } },
      { message: 'Ja', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Ja' } } },
    ],
    [
      'order',
      { text: 'Zwei', order: { catalog_id: '9' } },
      { message: 'Zwei', interactive: { type: 'order', order: { catalog_id: '9' } } },
    ],
  ])('receives %s', async (type, written, members) => {
    const id = await stack().sandbox.write(customer, { to: number, type, ...written });
    expect(await messageOf(id)).toMatchObject({ type, media: null, media_url: null, ...members });
  });

  it('shows in the message that its media is lost, and answers 404 for it', async () => {
    const written = {
      to: number,
      type: 'image',
      media: 'data:image/png;base64,AAAA',
      media_state: 'gone',
    } as const;
    const { id } = await messageOf(await stack().sandbox.write(customer, written));
    const lost = await until(
      async () => {
        const message = await read(id);
        return message.error && message;
      },
      { describe: 'the message to say that its media is lost' },
    );
    expect(lost).toMatchObject({ error: { code: 'provider_error' }, media_url: null });
    expect((await refusal(client.getMessageMedia({ id }))).code).toBe('not_found');
  });

  it('serves media only to its own account, and none of a message without any', async () => {
    const picture = await send(samples[0]!, 'upload');
    const text = await sendJson({ message: 'Hi' });
    const stranger = await openShop(stack());
    const refusedTo = (who: TestClient, id: number) => refusal(who.getMessageMedia({ id }));
    const unknown = await refusedTo(client, 999_999_999);
    expect(unknown.code).toBe('not_found');
    expect(await refusedTo(stranger, picture.message_id)).toEqual(unknown);
    expect(await refusedTo(client, text.message_id)).toEqual(unknown);
  });

  async function messageOf(chatMessageId: string): Promise<Message> {
    const isIt = ({ data }: { data: MessageEventData }) => data.message.chat_message_id === chatMessageId;
    return (await receiver.waitFor('message.received', isIt)).data.message;
  }
}
