import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parse } from '@chat/contracts';
import type { Logger } from '@chat/service-kit';
import type { FaultBook } from '../faults/fault-book';
import type { DeviceNetwork } from '../network/device-network';
import type { MediaShelf } from '../media/media-shelf';
import type { MessagesRepository } from '../network/messages.repository';
import type { PhonesRepository } from '../network/phones.repository';
import type { CloudPeople } from '../provider/people/cloud-people';
import {
  DisconnectPhone,
  LinkPhone,
  PhonePath,
  PutFault,
  PutPhone,
  ReadChat,
  SendsQuery,
  WriteMessage,
} from './control.dto';
import { answerErrors } from './errors';
import { mediaControl } from './media-control';
import { toFaultView, toMessage, toSend } from './control.mapper';
import { readQr } from './read-qr';
import { readBody, readPhoneCall } from './read-request';
import { Refusal } from '../refusal';
import { readContent } from './write-content';

export interface ControlledParts {
  phones: PhonesRepository;
  messages: MessagesRepository;
  network: DeviceNetwork;
  faults: FaultBook;
  /** The same people, as contacts of numbers on the provider's cloud. */
  cloud: CloudPeople;
  shelf: MediaShelf;
  logger: Logger;
}

/** Maximum number of messages in a list. */
const CHAT_LIMIT = 500;
/** A document of 100 MiB in base64. */
const MAX_MESSAGE_BYTES = 140 * 1024 * 1024;

/**
 * What people do with their phones, and what only the network knows. For loopback only, since it asks for no
 * credential.
 */
export function controlApi(app: FastifyInstance, parts: ControlledParts): void {
  answerErrors(app, parts.logger);
  phoneRoutes(app, parts);
  chatRoutes(app, parts);
  oracleRoutes(app, parts);
  mediaControl(app, parts);
}

function phoneRoutes(app: FastifyInstance, { phones, network, cloud }: ControlledParts): void {
  app.get('/phones', async () => ({ phones: await phones.list() }));

  app.put('/phones/:digits', async (request) => {
    const { digits, body } = readPhoneCall(PutPhone, request);
    const phone = await phones.put(digits, body);
    if (body.marketing !== undefined) await cloud.changePreference(digits, body.marketing);
    return { phone };
  });

  app.post('/phones/:digits/link', async (request) => {
    const { digits, body } = readPhoneCall(LinkPhone, request);
    if (!(await link(network, digits, body))) {
      throw new Refusal(409, 'Nobody waits with this code now. Ask the API for a new one.');
    }
    return { phone: await phones.mention(digits) };
  });

  app.post('/phones/:digits/unlink', async (request) => {
    const { digits } = parse(PhonePath, request.params, 'refused');
    return { unlinked: await network.unlink(digits) };
  });

  app.post('/phones/:digits/disconnect', async (request) => {
    const { digits, body } = readPhoneCall(DisconnectPhone, request);
    return { disconnected: await network.disconnect(digits, body.code) };
  });
}

function chatRoutes(app: FastifyInstance, { messages, network, cloud, shelf }: ControlledParts): void {
  app.get('/phones/:digits/messages', async (request) => {
    const { digits } = parse(PhonePath, request.params, 'refused');
    const onDevices = (await messages.received(digits)).map(toMessage);
    return {
      messages: inOrder(onDevices, await cloud.received(digits, CHAT_LIMIT), 'sent_at').slice(-CHAT_LIMIT),
    };
  });

  app.get('/phones/:digits/chats', async (request) => {
    const { digits } = parse(PhonePath, request.params, 'refused');
    const onDevices = (await messages.chats(digits)).map(toMessage);
    return {
      messages: inOrder(onDevices, await cloud.chats(digits, CHAT_LIMIT), 'sent_at').slice(-CHAT_LIMIT),
    };
  });

  app.post('/phones/:digits/messages', { bodyLimit: MAX_MESSAGE_BYTES }, async (request, reply) => {
    const { digits: writer } = parse(PhonePath, request.params, 'refused');
    const wamid = await cloud.write(writer, request.body);
    if (wamid !== null) return reply.status(201).send({ chat_message_id: wamid });
    const { digits, body } = readPhoneCall(WriteMessage, request);
    const content = await readContent(body, shelf);
    const sentAt = body.sent_at === undefined ? new Date() : readTime(body.sent_at);
    const message = { chatMessageId: newMessageId(), from: digits, to: body.to, sentAt, ...content };
    if (!(await network.write(message))) {
      throw new Refusal(
        409,
        'The number in to is no business number on the cloud, and no device is linked to it. Link that phone to a channel first.',
      );
    }
    return reply.status(201).send({ chat_message_id: message.chatMessageId });
  });

  app.post('/phones/:digits/read', async (request) => {
    const { digits, body } = readPhoneCall(ReadChat, request);
    const readOnCloud = await cloud.read(digits, body.from);
    if (readOnCloud !== null) return { read: readOnCloud };
    const { read: count, linkIds } = await messages.read(digits, body.from);
    network.wake(linkIds);
    return { read: count };
  });
}

/** The ledgers of the network, and its faults. */
function oracleRoutes(app: FastifyInstance, { messages, faults, cloud }: ControlledParts): void {
  app.put('/faults', (request) => {
    const fault = readBody(PutFault, request.body);
    const { match, mode, code = null, delay_ms: delayMs = null, times, attempts = null } = fault;
    if (match.call !== undefined && mode !== 'error') {
      throw new Refusal(422, 'A management call takes faults of the mode error only.');
    }
    faults.put({ match, mode, code, delayMs, times, attempts });
    return { faults: faults.list().map(toFaultView) };
  });

  app.get('/faults', () => ({ faults: faults.list().map(toFaultView) }));

  app.get('/sends', async (request) => {
    const { reference = null } = parse(SendsQuery, request.query, 'refused');
    const ofDevices = (await messages.sends(reference)).map(toSend);
    return { sends: inOrder(ofDevices, await cloud.sends(reference), 'accepted_at') };
  });
}

/** Merges both lists in order of time. */
function inOrder<K extends string>(
  one: readonly Record<K, string>[],
  other: readonly Record<K, string>[],
  time: K,
): Record<K, string>[] {
  if (other.length === 0) return [...one];
  return [...one, ...other].sort((a, b) => (a[time] < b[time] ? -1 : a[time] > b[time] ? 1 : 0));
}

function link(network: DeviceNetwork, digits: string, { qr, pairing_code }: LinkPhone): Promise<boolean> {
  if (qr !== undefined && pairing_code === undefined) return network.linkByRef(digits, readQr(qr));
  if (pairing_code !== undefined && qr === undefined) {
    return network.linkByCode(digits, pairing_code.replaceAll('-', '').toUpperCase());
  }
  throw new Refusal(422, 'Send either qr or pairing_code.');
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Refusal(422, 'sent_at must be a time in ISO 8601.');
  return time;
}

function newMessageId(): string {
  return randomBytes(10).toString('hex').toUpperCase();
}
