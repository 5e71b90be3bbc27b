import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parse } from '@chat/contracts';
import type { Logger } from '@chat/service-kit';
import type { FaultBook } from '../faults/fault-book';
import type { DeviceNetwork } from '../network/device-network';
import type { MediaShelf } from '../media/media-shelf';
import type { MessagesRepository, NewMessage } from '../network/messages.repository';
import type { PhoneBook } from '../network/phone-book';
import type { BusinessApps } from '../provider/control/business-apps';
import type { CloudPeople } from '../provider/people/cloud-people';
import {
  MessagePath,
  PhonePath,
  PressButton,
  PutFault,
  ReadChat,
  SendsQuery,
  WriteMessage,
} from './control.dto';
import { answerErrors } from './errors';
import { mediaControl } from './media-control';
import { toFaultView, toMessage, toSend } from './control.mapper';
import { phoneControl } from './phone-control';
import { readBody, readPhoneCall, readTime } from './read-request';
import { Refusal } from '../refusal';
import { readContent } from './write-content';

export interface ControlledParts {
  phones: PhoneBook;
  messages: MessagesRepository;
  network: DeviceNetwork;
  faults: FaultBook;
  /** The same people, as contacts of numbers on the provider's cloud. */
  cloud: CloudPeople;
  businessApps: BusinessApps;
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
  phoneControl(app, parts);
  chatRoutes(app, parts);
  oracleRoutes(app, parts);
  mediaControl(app, parts);
}

function chatRoutes(app: FastifyInstance, parts: ControlledParts): void {
  const { phones, messages, network, cloud, businessApps, shelf } = parts;

  app.get('/phones/:digits/messages', async (request) => {
    const { digits } = parse(PhonePath, request.params, 'refused');
    const onDevices = (await messages.received(phones.addressOf(digits))).map(toMessage);
    return {
      messages: inOrder(onDevices, await cloud.received(digits, CHAT_LIMIT), 'sent_at').slice(-CHAT_LIMIT),
    };
  });

  app.get('/phones/:digits/chats', async (request) => {
    const { digits } = parse(PhonePath, request.params, 'refused');
    const onDevices = (await messages.chats(phones.addressOf(digits))).map(toMessage);
    return {
      messages: inOrder(onDevices, await cloud.chats(digits, CHAT_LIMIT), 'sent_at').slice(-CHAT_LIMIT),
    };
  });

  /** Returns what the owner of a phone writes, to somebody on the phones' network. */
  const readMessage = async (request: { params: unknown; body: unknown }): Promise<NewMessage> => {
    const { digits, body } = readPhoneCall(WriteMessage, request);
    const content = await readContent(body, shelf);
    const sentAt = body.sent_at === undefined ? new Date() : readTime(body.sent_at, 'sent_at');
    const [from, to] = [phones.addressOf(digits), phones.addressOf(body.to)];
    return { chatMessageId: newMessageId(), from, to, sentAt, replyTo: body.reply_to, ...content };
  };

  app.post('/phones/:digits/messages', { bodyLimit: MAX_MESSAGE_BYTES }, async (request, reply) => {
    const writer = readWriter(phones, request);
    const wamid = await cloud.write(writer, request.body);
    if (wamid !== null) return reply.status(201).send({ chat_message_id: wamid });
    const message = await readMessage(request);
    if (!(await network.write(message))) {
      throw new Refusal(
        409,
        'The number in to is no business number on the cloud, and no device is linked to it. Link that phone to a channel first.',
      );
    }
    return reply.status(201).send({ chat_message_id: message.chatMessageId });
  });

  app.post('/phones/:digits/echoes', { bodyLimit: MAX_MESSAGE_BYTES }, async (request, reply) => {
    const owner = readWriter(phones, request);
    const wamid = await businessApps.write(owner, request.body);
    if (wamid !== null) return reply.status(201).send({ chat_message_id: wamid });
    const message = await readMessage(request);
    if (!(await network.echo(message))) {
      throw new Refusal(409, 'No device is linked to this phone, and the number is in no business app.');
    }
    return reply.status(201).send({ chat_message_id: message.chatMessageId });
  });

  app.get('/phones/:digits/typing', (request) => {
    const { digits } = parse(PhonePath, request.params, 'refused');
    return { typing: phones.typingTo(phones.addressOf(digits)) };
  });

  app.post('/phones/:digits/messages/:id/press', async (request, reply) => {
    const { digits, id } = parse(MessagePath, request.params, 'refused');
    const { choice } = parse(PressButton, request.body ?? {}, 'refused');
    const wamid = await cloud.press(digits, id, choice);
    if (wamid === null) throw new Refusal(404, 'The phone has no message with such a button or row.');
    return reply.status(201).send({ chat_message_id: wamid });
  });

  app.post('/phones/:digits/messages/:id/retry', async (request) => {
    const { digits, id } = parse(MessagePath, request.params, 'refused');
    if (!(await network.askAgain(phones.addressOf(digits), id))) {
      throw new Refusal(404, 'No device that is linked now sent the phone such a message.');
    }
    return { chat_message_id: id };
  });

  app.post('/phones/:digits/read', async (request) => {
    const { digits, body } = readPhoneCall(ReadChat, request);
    const readOnCloud = await cloud.read(digits, body.from);
    if (readOnCloud !== null) return { read: readOnCloud };
    const { read: count, linkIds } = await messages.read(
      phones.addressOf(digits),
      phones.addressOf(body.from),
    );
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

/** Returns the number in the path, whose owner must be able to write this. */
function readWriter(phones: PhoneBook, { params, body }: { params: unknown; body: unknown }): string {
  const { digits } = parse(PhonePath, params, 'refused');
  const { type } = (body ?? {}) as { type?: unknown };
  if (type === 'reaction' && !phones.canReact(phones.addressOf(digits))) {
    throw new Refusal(409, 'The app of this phone cannot react to messages.');
  }
  return digits;
}

function newMessageId(): string {
  return randomBytes(10).toString('hex').toUpperCase();
}
