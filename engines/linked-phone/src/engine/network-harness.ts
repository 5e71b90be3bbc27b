import { randomBytes } from 'node:crypto';
import { BufferJSON, initAuthCreds, normalizeMessageContent, type proto } from '@whiskeysockets/baileys';
import type { EngineFate, EngineHarness } from '@chat/device-sessions/testing';
import type { CloseReason } from '@chat/device-sessions/engines';
import { until, type PhoneMessage, type WrittenMessage } from '@chat/test-kit';
import { PhoneNetwork, type Ending } from '../network/phone-network';
import type { Phone, PhoneMessage as Received } from '../network/phone';
import { mediaOf, type Fate } from '../network/post-office';
import { toContent, type MediaKind } from './contents.rules';
import { BaileysEngine } from './engine';

const CUSTOMER = '4915100000002';
const REFUSAL_CODE = 479;

const endings: Partial<Record<CloseReason, Ending>> = {
  banned: { failure: 403 },
  client_outdated: { failure: 405 },
  restricted: { failure: 402, expiresInSeconds: 3_600 },
  phone_outdated: 'downgraded',
  replaced: 'replaced',
  busy: { streamError: 503 },
  lost: 'broken',
};

const outages: Ending[] = [
  'broken',
  'closed',
  { streamError: 500 },
  { streamError: 503 },
  { failure: 500 },
  { failure: 503 },
];

const fates: Record<EngineFate, Fate> = {
  refused: { kind: 'refused', code: REFUSAL_CODE },
  no_answer: { kind: 'no_answer' },
  broken: { kind: 'broken' },
  slow: { kind: 'slow', delayMs: 500 },
  failed_later: { kind: 'failed_later', code: REFUSAL_CODE },
};

/** The engine of the real network with the network for tests, for the suite of all engines. */
export async function startHarness(): Promise<EngineHarness> {
  const network = await PhoneNetwork.start();
  const settings = {
    ...{ url: network.url, rootKey: network.rootKey, codeMs: 20_000, queryTimeoutMs: 5_000 },
    ...{ mediaHost: network.media.name, mediaCa: network.media.ca },
  };
  const customer = network.phone(CUSTOMER);
  const write = async (from: Phone, to: Phone, { sent_at, ...written }: Omit<WrittenMessage, 'to'>) =>
    network.post.write(from, to, await toNetwork(network, written), sent_at ? new Date(sent_at) : undefined);
  const receivedBy = (person: string, id: string) =>
    Promise.resolve(
      network
        .phone(person)
        .messages.filter((message) => message.id === id)
        .map(toShown),
    );
  const end = (phone: string, ending: Ending) => {
    network.end(network.phone(phone), ending);
    return Promise.resolve();
  };
  let people = 0;
  const newNumber = () => `4915199${10_000 + (people += 1)}`;

  return {
    engine: new BaileysEngine(settings),
    impatient: new BaileysEngine({ ...settings, codeMs: 100 }),
    unreachable: new BaileysEngine({ ...settings, url: 'ws://127.0.0.1:1/ws/chat' }),
    customer: CUSTOMER,
    scan: (phone, qrText) => network.linking.scan(network.phone(phone), qrText),
    enterCode: (phone, code) => network.linking.enterCode(network.phone(phone), code),
    unlink: (phone) => Promise.resolve(network.unlink(network.phone(phone))),
    linkedDevices: (phone) => Promise.resolve(network.phone(phone).devices.size),
    endings: Object.keys(endings) as CloseReason[],
    end: (phone, reason) => end(phone, endings[reason]!),
    outages: outages.map((outage) => (phone: string) => end(phone, outage)),
    forgedState: () => {
      const me = { id: '4915100000003:1@s.whatsapp.net', lid: '100:1@lid' };
      return JSON.stringify({ ...initAuthCreds(), me, account: {} }, BufferJSON.replacer);
    },
    refusalCode: REFUSAL_CODE,
    write: (phone, text) => write(customer, network.phone(phone), { text }),
    writeAny: (phone, message) => write(customer, network.phone(phone), message),
    setMedia: (id, state) => {
      const letter = network.post.letters.get(id)!;
      letter.hasLostMedia = state === 'lost' || state === 'gone';
      const answer = state === 'there' || state === 'unavailable' ? state : 'expired';
      network.media.setAnswer(mediaOf(letter.message)!.directPath!, answer);
      return Promise.resolve();
    },
    personOfTwoSpellings: () => {
      const tail = String(10_000_000 + (people += 1));
      const person = { given: `55479${tail}`, registered: `5547${tail}` };
      network.directory.exclude(person.given);
      network.phone(person.registered);
      return Promise.resolve(person);
    },
    unregisteredNumber: () => Promise.resolve(newNumber()),
    hiddenPerson: () => {
      const person = newNumber();
      network.phone(person).hidesNumber = true;
      return Promise.resolve(person);
    },
    showNumber: (person) => {
      network.phone(person).hidesNumber = false;
      return Promise.resolve();
    },
    writeAs: (person, phone, text) => write(network.phone(person), network.phone(phone), { text }),
    echo: (phone, message) => write(network.phone(phone), customer, message),
    retireCodes: () => Promise.resolve(network.linking.retireCodes()),
    demandPasskey: (phone) => {
      network.phone(phone).demandsPasskey = true;
      return Promise.resolve();
    },
    restrict: (phone, time) => Promise.resolve(network.restrict(network.phone(phone), time)),
    failToRead: (id) => network.post.failToRead(customer, id),
    untilReadableAgain: async (id) => {
      const isThere = async () => (await receivedBy(CUSTOMER, id)).length > 0;
      await until(isThere, { describe: 'the message to come again' });
    },
    silence: (phone) => network.silence(network.phone(phone)),
    openChat: (phone) => Promise.resolve(network.post.read(customer, network.phone(phone))),
    isRead: (id) => Promise.resolve(network.post.letters.get(id)!.isRead),
    received: (id) => receivedBy(CUSTOMER, id),
    receivedBy,
    receivedMedia: async (id) => {
      const { message } = customer.messages.find((each) => each.id === id)!;
      const { directPath, mediaKey, fileSha256 } = mediaOf(message) as Parameters<
        typeof network.media.read
      >[1];
      const { type } = toContent(message, { id, chat: '' })!;
      return network.media.read(type as MediaKind, { directPath, mediaKey, fileSha256 });
    },
    meet: (reference, fate) => {
      network.post.fates.set(`OUT${reference}`, fates[fate]);
      return Promise.resolve();
    },
    stop: () => network.stop(),
  };
}

/** Converts what the control API of the sandbox takes. */
async function toNetwork(
  network: PhoneNetwork,
  written: Omit<WrittenMessage, 'to' | 'sent_at'>,
): Promise<proto.IMessage> {
  const { type = 'text', text, caption, filename, ptt } = written;
  const [, mimetype, bytes] = /^data:([^;]+);base64,(.*)$/.exec(written.media ?? '') ?? [];
  const stored = async (kind: MediaKind) => ({
    ...(await network.media.store(kind, Buffer.from(bytes!, 'base64'))),
    ...{ mimetype: written.mime_type ?? mimetype, caption },
  });
  switch (type) {
    case 'image':
      return { imageMessage: await stored(type) };
    case 'video':
      return { videoMessage: await stored(type) };
    case 'document':
      return { documentMessage: { ...(await stored(type)), fileName: filename } };
    case 'audio':
      return { audioMessage: { ...(await stored(type)), ptt } };
    case 'sticker':
      return { stickerMessage: await stored(type) };
    case 'location': {
      const { latitude, longitude, name, address } = written.location as Record<string, never>;
      return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } };
    }
    case 'contacts': {
      const cards = written.contacts as { name: { formatted_name: string }; phones: { phone: string }[] }[];
      const contacts = cards.map(({ name, phones }) => ({
        displayName: name.formatted_name,
        vcard: ['BEGIN:VCARD', ...phones.map(({ phone }) => `TEL;type=CELL:${phone}`), 'END:VCARD'].join(
          '\n',
        ),
      }));
      return { contactsArrayMessage: { contacts } };
    }
    case 'reaction': {
      const { message_id: id, emoji } = written.reaction as { message_id: string; emoji: string };
      return { reactionMessage: { key: { id }, text: emoji } };
    }
    case 'interactive': {
      const { button_reply: reply } = written.interactive as { button_reply: { id: string; title: string } };
      return { buttonsResponseMessage: { selectedButtonId: reply.id, selectedDisplayText: reply.title } };
    }
    case 'order':
      return { orderMessage: { orderId: (written.order as { order_id: string }).order_id, message: text } };
    case 'unsupported': {
      const { question } = written.content as { question: string };
      return { pollCreationMessage: { name: question, encKey: randomBytes(32) } };
    }
    default:
      return { conversation: text };
  }
}

/** Converts what a phone received into what the sandbox's phones show. */
function toShown({ id, from, message, at }: Received): PhoneMessage {
  const content = toContent(message, { id, chat: '' })!;
  const isText = content.type === 'text';
  const media = 'media' in content ? content.media : null;
  const text = 'text' in content ? content.text : null;
  const documentName = normalizeMessageContent(message)?.documentMessage?.fileName ?? null;
  return {
    ...{ chat_message_id: id, from: from.digits, to: CUSTOMER, sent_at: at.toISOString(), read_at: null },
    ...{ type: content.type, text: isText ? text : null, caption: isText ? null : text },
    media: media && {
      ...{
        mime_type: media.mime_type,
        filename: documentName,
        size: media.size,
        sha256: media.sha256,
        ptt: media.ptt,
      },
    },
    location: content.type === 'location' ? content.location : null,
    ...{ contacts: null, reaction: null, interactive: null, order: null, template: null },
  };
}
