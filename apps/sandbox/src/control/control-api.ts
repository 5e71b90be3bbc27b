import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parse, type Dto } from '@chat/contracts';
import type { Logger } from '@chat/service-kit';
import type { FaultBook } from '../faults/fault-book';
import type { DeviceNetwork } from '../network/device-network';
import type { MessagesRepository } from '../network/messages.repository';
import type { PhonesRepository } from '../phones/phones.repository';
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
import { toFaultView, toMessage, toSend } from './control.mapper';
import { readQr } from './read-qr';
import { Refusal } from './refusal';

export interface ControlledParts {
  phones: PhonesRepository;
  messages: MessagesRepository;
  network: DeviceNetwork;
  faults: FaultBook;
  logger: Logger;
}

/** What Postgres cannot hold. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

interface Request {
  params: unknown;
  body: unknown;
}

/** What people do with their phones, and what only the network knows. For loopback: it asks for no credential. */
export function controlApi(
  app: FastifyInstance,
  { phones, messages, network, faults, logger }: ControlledParts,
): void {
  answerErrors(app, logger);

  app.get('/phones', async () => ({ phones: await phones.list() }));

  app.put('/phones/:digits', async (request) => {
    const { digits, body } = read(PutPhone, request);
    return { phone: await phones.put(digits, body) };
  });

  app.post('/phones/:digits/link', async (request) => {
    const { digits, body } = read(LinkPhone, request);
    if (!(await link(network, digits, body))) {
      throw new Refusal(409, 'Nobody waits with this code now. Ask the API for a new one.');
    }
    return { phone: await phones.mention(digits) };
  });

  app.post('/phones/:digits/unlink', async (request) => {
    const { digits } = parse(PhonePath, request.params);
    return { unlinked: await network.unlink(digits) };
  });

  app.post('/phones/:digits/disconnect', async (request) => {
    const { digits, body } = read(DisconnectPhone, request);
    return { disconnected: await network.disconnect(digits, body.code) };
  });

  app.get('/phones/:digits/messages', async (request) => {
    const { digits } = parse(PhonePath, request.params);
    return { messages: (await messages.received(digits)).map(toMessage) };
  });

  app.get('/phones/:digits/chats', async (request) => {
    const { digits } = parse(PhonePath, request.params);
    return { messages: (await messages.chats(digits)).map(toMessage) };
  });

  app.post('/phones/:digits/messages', async (request, reply) => {
    const { digits, body } = read(WriteMessage, request);
    const { name } = await phones.mention(digits);
    const message = { chatMessageId: newMessageId(), from: digits, to: body.to, text: body.text };
    const linkIds = await messages.write(message, name);
    if (linkIds.length === 0) {
      throw new Refusal(409, 'No device is linked to the number in to. Link that phone to a channel first.');
    }
    network.wake(linkIds);
    return reply.status(201).send({ chat_message_id: message.chatMessageId });
  });

  app.post('/phones/:digits/read', async (request) => {
    const { digits, body } = read(ReadChat, request);
    const { read: count, linkIds } = await messages.read(digits, body.from);
    network.wake(linkIds);
    return { read: count };
  });

  app.put('/faults', (request) => {
    const { match, mode, code = null, delay_ms = null, times } = parse(PutFault, request.body ?? {});
    faults.put({ match, mode, code, delayMs: delay_ms, times });
    return { faults: faults.list().map(toFaultView) };
  });

  app.get('/faults', () => ({ faults: faults.list().map(toFaultView) }));

  app.get('/sends', async (request) => {
    const { reference = null } = parse(SendsQuery, request.query);
    return { sends: (await messages.sends(reference)).map(toSend) };
  });
}

function read<T extends object>(dto: Dto<T>, { params, body }: Request): { digits: string; body: T } {
  const { digits } = parse(PhonePath, params);
  const checked = parse(dto, body ?? {});
  if (Object.values(checked).some((value) => typeof value === 'string' && UNSTORABLE.test(value))) {
    throw new Refusal(422, 'Remove NUL characters and lone surrogates from the texts.');
  }
  return { digits, body: checked };
}

function link(network: DeviceNetwork, digits: string, { qr, pairing_code }: LinkPhone): Promise<boolean> {
  if (qr !== undefined && pairing_code === undefined) return network.linkByRef(digits, readQr(qr));
  if (pairing_code !== undefined && qr === undefined) {
    return network.linkByCode(digits, pairing_code.replaceAll('-', '').toUpperCase());
  }
  throw new Refusal(422, 'Send either qr or pairing_code.');
}

function newMessageId(): string {
  return randomBytes(10).toString('hex').toUpperCase();
}
