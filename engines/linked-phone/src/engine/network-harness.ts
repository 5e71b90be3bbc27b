import { BufferJSON, initAuthCreds } from '@whiskeysockets/baileys';
import type { EngineFate, EngineHarness } from '@chat/device-sessions/testing';
import type { CloseReason } from '@chat/device-sessions/engines';
import { until, type WrittenMessage } from '@chat/test-kit';
import { toNetwork, toShown } from '../control/contents';
import { PhoneNetwork, type Ending } from '../network/phone-network';
import type { Phone } from '../network/phone';
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
    network.post.write(
      from,
      to,
      await toNetwork(network.media, written),
      sent_at ? new Date(sent_at) : undefined,
    );
  const receivedBy = (person: string, id: string) =>
    Promise.resolve(
      network
        .phone(person)
        .messages.filter((message) => message.id === id)
        .map((message) => toShown(message, CUSTOMER)),
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
    seesTyping: (phone) => Promise.resolve(network.post.typing.has(`${phone} ${CUSTOMER}@s.whatsapp.net`)),
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
