import { randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import { deviceSessionsWith } from '@chat/device-sessions';
import { deviceMessageReceived, getSession, getSessionQr } from '@chat/contracts/device-sessions';
import { startTestService, until, type TestService } from '@chat/test-kit';
import { settingsFor } from '../control/control-api';
import { readQr } from '../control/read-qr';
import { baileysPackage } from '../engine-package';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';

const CHANNEL = { body: { channel_id: 7 } };
const LONG = 'a'.repeat(300_000);
const HALF_A_CHARACTER = Buffer.from([0x0a, 3, 0xed, 0xa0, 0x80]);
const media = {
  mediaKey: randomBytes(32),
  fileSha256: randomBytes(32),
  directPath: '/v/1',
  mimetype: 'image/png',
};

/** Wraps a message in itself. */
function nested(depth: number): Uint8Array {
  let bytes = proto.Message.encode({ conversation: 'Hi' }).finish();
  for (let level = 0; level < depth; level += 1) {
    const holder = proto.Message.FutureProofMessage.encode({}).finish();
    const inner = Buffer.concat([holder, Buffer.from([0x0a]), varint(bytes.length), bytes]);
    // `ephemeralMessage` is field 40.
    bytes = Buffer.concat([Buffer.from([0xc2, 0x02]), varint(inner.length), inner]);
  }
  return bytes;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** Fills the last block, as phones do. */
const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.from([1])]);

/** What a stranger's program can send, through the service with this engine. */
describe('a message that no phone would write', () => {
  let network: PhoneNetwork;
  let service: TestService;
  let business: Phone;
  let stranger: Phone;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    business = network.phone('4915100000001');
    stranger = network.phone('4915100000009');
    const settings = { ...settingsFor(network), DEVICE_ENGINE: 'baileys', DEVICE_LEASE_MS: '60000' };
    service = await startTestService(deviceSessionsWith(baileysPackage), settings);
    const { qr } = await service.bus.request(getSessionQr, CHANNEL);
    await network.linking.scan(business, readQr(qr!)!);
    const isConnected = async () =>
      (await service.bus.request(getSession, CHANNEL)).raw_status === 'CONNECTED';
    await until(isConnected, { describe: 'the session' });
  });

  afterAll(async () => {
    await service?.stop();
    await network?.stop();
  });

  /** Returns what is told of a message. It is held against the contract. */
  const told = async (id: string) =>
    (await service.bus.nextEvent(deviceMessageReceived, ({ data }) => data.chat_message_id === id)).data
      .content;
  /** Messages that come after it are told, over the same connection. */
  const expectNext = async () => {
    const accepted = network.accepted;
    const next = await network.post.write(stranger, business, { conversation: 'next' });
    expect(await told(next)).toEqual({ type: 'text', text: 'next' });
    expect(network.accepted).toBe(accepted);
  };

  it.each<[string, proto.IMessage, object]>([
    ['a text longer than any', { conversation: LONG }, { type: 'text', text: LONG.slice(0, 65_536) }],
    ['a text with NUL', { conversation: 'a\0b' }, { type: 'text' }],
    [
      'a caption longer than any',
      { imageMessage: { ...media, fileLength: 1, caption: LONG } },
      { type: 'image', text: LONG.slice(0, 65_536) },
    ],
    [
      'a place that is nowhere',
      { locationMessage: { degreesLatitude: Number.NaN, degreesLongitude: Number.NaN } },
      { type: 'unsupported' },
    ],
    [
      'a place beyond the world',
      { locationMessage: { degreesLatitude: Infinity, degreesLongitude: -Infinity } },
      { type: 'unsupported' },
    ],
    [
      'a reaction to an id of any length',
      { reactionMessage: { key: { id: `\0${LONG}` }, text: LONG } },
      { type: 'reaction' },
    ],
    ['a reaction to nothing', { reactionMessage: { key: {}, text: '👋' } }, { type: 'unsupported' }],
    ['an answer to nothing', { buttonsResponseMessage: {} }, { type: 'interactive' }],
    ['a choice of nothing', { listResponseMessage: {} }, { type: 'interactive' }],
    ['an order of nothing', { orderMessage: { itemCount: -1, message: LONG } }, { type: 'order' }],
    [
      'many contacts',
      {
        contactsArrayMessage: {
          contacts: Array.from({ length: 50_000 }, () => ({ displayName: 'Ana', vcard: 'TEL:1' })),
        },
      },
      { type: 'unsupported', raw: '{"type":"contacts","too_large":true}' },
    ],
    ['media of no size', { imageMessage: { ...media } }, { type: 'unsupported' }],
    [
      'media of a size that nobody has',
      { imageMessage: { ...media, fileLength: Number.MAX_SAFE_INTEGER } },
      { type: 'image', media: { size: Number.MAX_SAFE_INTEGER } },
    ],
    [
      'media on another host',
      { imageMessage: { ...media, fileLength: 1, directPath: '//127.0.0.1/v/1' } },
      { type: 'unsupported' },
    ],
    [
      'media of a hash that is none',
      { imageMessage: { ...media, fileLength: 1, fileSha256: randomBytes(3) } },
      { type: 'unsupported' },
    ],
    [
      'an unknown kind of any size',
      { pollCreationMessage: { name: 'a'.repeat(2_000_000) } },
      { type: 'unsupported', raw: '{"type":"unsupported","too_large":true}' },
    ],
    [
      'an answer to an id of any length',
      { extendedTextMessage: { text: 'Hi', contextInfo: { stanzaId: `\0${LONG}` } } },
      { type: 'text', text: 'Hi' },
    ],
  ])('is told as far as it can be: %s', async (_, message, content) => {
    const id = await network.post.write(stranger, business, message);
    expect(await told(id)).toMatchObject(content);
    await expectNext();
  });

  it('is told with half a character in its text', async () => {
    const id = await network.post.writeBytes(stranger, business, padded(HALF_A_CHARACTER));
    expect(await told(id)).toMatchObject({ type: 'text' });
    await expectNext();
  });

  it.each<[string, Uint8Array]>([
    ['is empty', padded(new Uint8Array())],
    ['has no end', Buffer.from([0x0a, 0xff, 0xff, 0x7f, 1])],
    ['is padded with more than there is', Buffer.from([0x0a, 1, 97, 200])],
    ['has no bytes at all', Buffer.alloc(0)],
    ['is nested too deep', padded(nested(5_000))],
    ['is of no known field', padded(Buffer.from([0xfa, 0xff, 0x7f, 1, 1]))],
  ])('holds up nothing if it %s', async (_, bytes) => {
    await network.post.writeBytes(stranger, business, bytes);
    await expectNext();
  });
});
