import { fastify, type FastifyInstance } from 'fastify';
import type { MediaKind } from '../engine/contents.rules';
import { toContent } from '../engine/contents.rules';
import type { Phone } from '../network/phone';
import type { PhoneNetwork } from '../network/phone-network';
import { mediaOf } from '../network/post-office';
import { LinkPhone, MessagePath, PhonePath, PutPhone, read, ReadChat, Refusal, WriteMessage } from './calls';
import { toNetwork, toShown } from './contents';
import { readQr } from './read-qr';

/** A document of 100 MiB in Base64. */
const MAX_MESSAGE_BYTES = 140 * 1024 * 1024;
/** Only this machine by an address of its own, and no page of a browser: the calls ask for no credential. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * What people do with the phones of the network, by the calls of the sandbox: paths, bodies and answers are the same, as far as
 * they are offered here.
 */
export function controlApi(network: PhoneNetwork): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', ({ headers }, _, done) => {
    const isTrusted = LOOPBACK.test(headers.host ?? '') && headers.origin === undefined;
    done(
      isTrusted
        ? undefined
        : new Refusal(403, 'Call this program by its address on loopback, and from no page.'),
    );
  });
  app.setNotFoundHandler((_, reply) => reply.status(404).send({ error: 'There is no such call.' }));
  app.setErrorHandler<Error & { statusCode?: number }>((error, _, reply) => {
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500);
    const sentence = status < 500 ? error.message : 'The network could not do this.';
    return reply.status(status).send({ error: sentence });
  });
  app.get('/', () => settingsFor(network));
  phoneCalls(app, network);
  messageCalls(app, network);
  return app;
}

/** Returns the settings with which a device finds this network. */
export function settingsFor({ url, rootKey, media }: PhoneNetwork): Record<string, string> {
  return {
    DEVICE_NETWORK_URL: url,
    DEVICE_NETWORK_ROOT_KEY: rootKey.toString('base64'),
    DEVICE_MEDIA_HOST: media.name,
    DEVICE_MEDIA_CA: media.ca,
  };
}

function phoneCalls(app: FastifyInstance, network: PhoneNetwork): void {
  const phoneIn = (params: unknown) => network.phone(read(PhonePath, params).digits);

  app.get('/phones', () => ({ phones: network.directory.phones().map(toView) }));

  app.put('/phones/:digits', ({ params, body }) => {
    const phone = phoneIn(params);
    const { name, hidden, passkey, restricted_until: until } = read(PutPhone, body);
    if (name !== undefined) phone.name = name;
    if (hidden !== undefined) phone.hidesNumber = hidden;
    if (passkey !== undefined) phone.demandsPasskey = passkey;
    if (until !== undefined) network.restrict(phone, until === null ? null : new Date(until));
    return { phone: toView(phone) };
  });

  app.post('/phones/:digits/link', async ({ params, body }) => {
    const phone = phoneIn(params);
    await link(network, phone, read(LinkPhone, body)).catch((error: Error) => {
      throw error instanceof Refusal ? error : new Refusal(409, error.message);
    });
    return { phone: toView(phone) };
  });

  app.post('/phones/:digits/unlink', ({ params }) => {
    const phone = phoneIn(params);
    const { size: unlinked } = phone.devices;
    network.unlink(phone);
    return { unlinked };
  });

  app.post('/codes/retire', () => {
    const retired = network.linking.shown().length;
    network.linking.retireCodes();
    return { retired };
  });
}

function messageCalls(app: FastifyInstance, network: PhoneNetwork): void {
  const phoneIn = (params: unknown) => network.phone(read(PhonePath, params).digits);
  const find = (params: unknown) => {
    const { digits, id } = read(MessagePath, params);
    const phone = network.phone(digits);
    const message = phone.messages.find((each) => each.id === id);
    if (!message) throw new Refusal(404, 'The phone has received no such message.');
    return { phone, message };
  };
  const write = async (from: Phone, body: unknown) => {
    const { sent_at: sentAt, to, ...written } = read(WriteMessage, body);
    const message = await toNetwork(network.media, written);
    const at = sentAt === undefined ? undefined : new Date(sentAt);
    return { to: network.phone(to), send: (other: Phone) => network.post.write(from, other, message, at) };
  };

  app.get('/phones/:digits/messages', ({ params }) => {
    const phone = phoneIn(params);
    return { messages: phone.messages.map((message) => toShown(message, phone.digits)) };
  });

  app.get('/phones/:digits/messages/:id/media', async ({ params }, reply) => {
    const { message } = find(params);
    const part = mediaOf(message.message) as Parameters<typeof network.media.read>[1] | null;
    const content = toContent(message.message, { id: message.id, chat: '' });
    if (!part || !content) throw new Refusal(404, 'The message has no media.');
    const bytes = await network.media.read(content.type as MediaKind, part);
    return reply.type('application/octet-stream').send(bytes);
  });

  app.post('/phones/:digits/messages', { bodyLimit: MAX_MESSAGE_BYTES }, async ({ params, body }, reply) => {
    const { to, send } = await write(phoneIn(params), body);
    if (to.devices.size === 0)
      throw new Refusal(409, 'No device is linked to the phone in to. Link that phone to a channel first.');
    return reply.status(201).send({ chat_message_id: await send(to) });
  });

  app.post('/phones/:digits/echoes', { bodyLimit: MAX_MESSAGE_BYTES }, async ({ params, body }, reply) => {
    const phone = phoneIn(params);
    const { to, send } = await write(phone, body);
    if (phone.devices.size === 0) throw new Refusal(409, 'No device is linked to this phone.');
    return reply.status(201).send({ chat_message_id: await send(to) });
  });

  app.post('/phones/:digits/messages/:id/retry', async ({ params }) => {
    const { phone, message } = find(params);
    await network.post.failToRead(phone, message.id);
    return { chat_message_id: message.id };
  });

  app.post('/phones/:digits/read', ({ params, body }) => {
    const phone = phoneIn(params);
    const from = network.phone(read(ReadChat, body).from);
    network.post.read(phone, from);
    return { read: phone.messages.filter((message) => message.from === from).length };
  });
}

async function link(network: PhoneNetwork, phone: Phone, code: { qr: string } | { pairing_code: string }) {
  if ('pairing_code' in code)
    return network.linking.enterCode(phone, code.pairing_code.replaceAll('-', '').toUpperCase());
  const text = readQr(code.qr);
  if (text === null) throw new Refusal(422, 'There is no QR code in qr, the data URI that the API answered.');
  return network.linking.scan(phone, text);
}

function toView({ digits, name, hidesNumber, demandsPasskey, restrictedUntil, devices }: Phone): object {
  return {
    ...{ digits, name, hidden: hidesNumber, passkey: demandsPasskey },
    restricted_until: restrictedUntil?.toISOString() ?? null,
    linked_devices: devices.size,
    devices: [...devices.values()].map(({ registration }) => ({
      name: registration.name,
      version: registration.version,
    })),
  };
}
