import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import type { EngineEvent, InboundMedia } from '@chat/device-sessions/engines';
import { MemoryStore } from '@chat/device-sessions/testing';
import { until } from '@chat/test-kit';
import { PhoneNetwork } from '../network/phone-network';
import { BaileysEngine } from './engine';

const BUSINESS = '4915100000001';
const CUSTOMER = '4915100000002';
const BYTES = Buffer.from('%PDF-1.4\n'.repeat(10_000));

describe('the engine of linked phones', () => {
  /** All that the process printed while these tests ran. */
  const printed: unknown[][] = [];
  let network: PhoneNetwork;
  let stranger: PhoneNetwork;
  const connections: { close(): void }[] = [];

  const engineFor = (url: string) =>
    new BaileysEngine({
      ...{ url, rootKey: network.rootKey, codeMs: 20_000, queryTimeoutMs: 5_000 },
      ...{ mediaHost: network.media.name, mediaCa: network.media.ca },
    });
  const connect = (url: string, store = new MemoryStore()) => {
    const events: EngineEvent[] = [];
    const connection = engineFor(url).connect(store, {
      handle: (event) => {
        events.push(event);
        return event.type === 'arrived' ? store.writeKeys(event.keys) : Promise.resolve();
      },
      hurry: () => undefined,
      alive: () => undefined,
      inTurn: (work) => work(),
    });
    connections.push(connection);
    const next = <T extends EngineEvent['type']>(type: T) =>
      until(() => events.find((event): event is Extract<EngineEvent, { type: T }> => event.type === type), {
        describe: type,
      });
    return { events, connection, store, next };
  };
  /** Returns the media of the first message that the engine tells of. */
  const mediaIn = (events: EngineEvent[]): Promise<InboundMedia> =>
    until<InboundMedia | undefined>(
      () =>
        events
          .flatMap((event) => (event.type === 'arrived' ? event.arrivals : []))
          .flatMap((arrival) =>
            'content' in arrival && 'media' in arrival.content ? arrival.content.media : [],
          )[0],
      { describe: 'the media' },
    );
  const link = async () => {
    const first = connect(network.url);
    await network.linking.scan(network.phone(BUSINESS), (await first.next('qr')).text);
    await first.next('closed');
    const linked = connect(network.url, first.store);
    await linked.next('open');
    return linked;
  };
  const download = async (media: InboundMedia) =>
    buffer(await engineFor(network.url).download(media.source, AbortSignal.timeout(10_000)));
  const writeImage = async (change: object = {}) => {
    const stored = await network.media.store('image', BYTES);
    const imageMessage = { ...stored, mimetype: 'image/png', ...change };
    await network.post.write(network.phone(CUSTOMER), network.phone(BUSINESS), { imageMessage });
    return stored;
  };

  beforeAll(async () => {
    for (const method of ['log', 'info', 'warn', 'error'] as const)
      jest.spyOn(console, method).mockImplementation((...args: unknown[]) => void printed.push(args));
    [network, stranger] = await Promise.all([PhoneNetwork.start(), PhoneNetwork.start()]);
  });

  afterEach(() => connections.splice(0).forEach((connection) => connection.close()));

  afterAll(() => Promise.all([network.stop(), stranger.stop()]));

  it('shows no code of a network whose certificates have another root', async () => {
    const { events, next } = connect(stranger.url);
    await next('closed');
    expect(events.map(({ type }) => type)).toEqual(['closed']);
  });

  it.each([403, 404, 429, 502, 503])(
    'ends when the network answers with the HTTP status %d',
    async (status) => {
      network.refusesWith = status;
      try {
        expect((await connect(network.url).next('closed')).reason).toBe('unreachable');
      } finally {
        network.refusesWith = null;
      }
    },
  );

  it('takes a failure of the network for a line that broke, a hundred times in a row, and keeps its link', async () => {
    const { store } = await link();
    const phone = network.phone(BUSINESS);
    for (let failures = 0; failures < 100; failures += 1) {
      const { next } = connect(network.url, store);
      await next('open');
      network.end(phone, failures % 2 === 0 ? { failure: 500 } : { streamError: 500 });
      expect((await next('closed')).reason).toBe('lost');
    }
    await connect(network.url, store).next('open');
  });

  it('takes media from the network’s host, whatever a message names', async () => {
    const { events } = await link();
    const { directPath } = await writeImage({ url: `https://${stranger.media.name}/v/stolen` });
    expect((await download(await mediaIn(events))).equals(BYTES)).toBe(true);
    expect(stranger.media.requests).toEqual([]);
    expect(network.media.requests).toContain(directPath);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    [
      'a flipped bit',
      (bytes) => Buffer.concat([bytes.subarray(0, 50), Buffer.from([bytes[50]! ^ 1]), bytes.subarray(51)]),
    ],
    ['another MAC', (bytes) => Buffer.concat([bytes.subarray(0, -10), Buffer.alloc(10)])],
    ['no end', (bytes) => bytes.subarray(0, -26)],
    ['no bytes', () => Buffer.alloc(0)],
  ])('refuses media with %s', async (_, change) => {
    const { events } = await link();
    const { directPath } = await writeImage();
    network.media.replace(directPath, change);
    await expect(download(await mediaIn(events))).rejects.toThrow();
  });

  it('refuses media that are not those whose hash and size the message names', async () => {
    const { events } = await link();
    await writeImage({ fileSha256: Buffer.alloc(32, 1) });
    await expect(download(await mediaIn(events))).rejects.toThrow();
  });

  it('prints nothing, also when sessions are replaced', async () => {
    const { connection } = await link();
    const composed = connection.compose({ type: 'text', text: 'planted-text' }, null)!;
    const to = { phone: CUSTOMER, userId: null };
    const sent = { chatMessageId: 'PLANTED', reference: '1', to, composed };
    expect(await connection.send(sent, 10_000)).toEqual({ kind: 'accepted' });
    const customer = network.phone(CUSTOMER);
    const isThere = () => customer.messages.some(({ id }) => id === 'PLANTED');
    await until(isThere, { describe: 'the message' });
    await network.post.failToRead(customer, 'PLANTED');
    // Both sides replace their session, which libsignal would print.
    const device = [...network.phone(BUSINESS).devices.values()].at(-1)!;
    await customer.primary.beginSession(device.lid, device.bundle());
    expect(inspect(printed, { depth: 9 })).toBe('[]');
  });
});
