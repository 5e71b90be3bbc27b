import { randomBytes } from 'node:crypto';
import type { EngineConnection, EngineEvent } from '@chat/device-sessions/engines';
import { MemoryStore } from '@chat/device-sessions/testing';
import { startMeasuring } from '@chat/telemetry';
import { MetricsPage, until } from '@chat/test-kit';
import { PhoneNetwork } from '../network/phone-network';
import { seconds } from '../network/stanzas';
import { BaileysEngine } from './engine';
import { countUnreadable } from './unreadable-count';

const NAME = 'chat_device_unreadable_total';

describe('messages that cannot be decrypted', () => {
  let network: PhoneNetwork;
  let engine: BaileysEngine;
  let registry: Awaited<ReturnType<typeof startMeasuring>>;
  const connections: EngineConnection[] = [];

  beforeAll(async () => {
    registry = await startMeasuring();
    network = await PhoneNetwork.start();
    engine = new BaileysEngine({
      ...{ url: network.url, rootKey: network.rootKey, codeMs: 20_000, queryTimeoutMs: 1_000 },
      ...{ mediaHost: network.media.name, mediaCa: network.media.ca },
    });
  });

  afterAll(async () => {
    connections.forEach((connection) => connection.close());
    await network.stop();
  });

  /** Connects until the event comes. */
  const connect = async <T extends EngineEvent['type']>(store: MemoryStore, type: T) => {
    const events: EngineEvent[] = [];
    connections.push(
      engine.connect(store, {
        handle: (event) => Promise.resolve(void events.push(event)),
        hurry: () => undefined,
        alive: () => undefined,
        inTurn: (work) => work(),
      }),
    );
    const heard = () => events.find((event) => event.type === type);
    await until(heard, { describe: type });
    return heard() as Extract<EngineEvent, { type: T }>;
  };
  const counted = async () => MetricsPage.of(await registry.metrics()).valueOf(NAME) ?? 0;

  it('are counted, and others are not', async () => {
    const store = new MemoryStore();
    const phone = network.phone('4915100000001');
    const customer = network.phone('4915100000002');
    await network.linking.scan(phone, (await connect(store, 'qr')).text);
    await connect(store, 'open');
    const [device] = phone.devices.values();
    const before = await counted();

    const readable = await network.post.write(customer, phone, { conversation: 'Hello' });
    await until(() => network.post.letters.get(readable)!.isDelivered, { describe: 'a message to be taken' });
    expect(await counted()).toBe(before);

    device!.deliver({
      tag: 'message',
      attrs: { from: customer.jid, id: '3AFFFF', t: seconds(), type: 'text' },
      content: [{ tag: 'enc', attrs: { v: '2', type: 'msg' }, content: randomBytes(90) }],
    });
    await until(async () => (await counted()) > before, { describe: 'the message to be counted' });
  });

  it.each(['MessageCounterError', 'LeaseLostError'])(
    'are not those that failed with a %s: they were read, or are another’s',
    async (name) => {
      const before = await counted();
      const error = Object.assign(new Error('It failed.'), { name });
      expect(() => countUnreadable(error)).toThrow(error);
      expect(await counted()).toBe(before);
    },
  );
});
