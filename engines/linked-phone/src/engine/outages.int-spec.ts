import { SessionsOnDatabase } from '@chat/device-sessions/testing/database';
import { until } from '@chat/test-kit';
import { PhoneNetwork } from '../network/phone-network';
import { typesFor } from '../network/post-office';
import { engineFor } from '../testing/test-line';
import { WatchedEngine } from '../testing/watched-engine';

/** `LINKED_PHONE_OUTAGES=full npx jest -i engines/linked-phone/src/engine/outages` takes minutes. */
const isFull = process.env.LINKED_PHONE_OUTAGES === 'full';
const OUTAGE_MS = isFull ? 5_000 : 500;
/** With how many of a round's reads and writes an outage begins: a round has about a dozen. */
const ACCESSES = isFull ? Number.POSITIVE_INFINITY : 4;
const LEAST = isFull ? 8 : 4;
const CHANNEL = 7;

jest.setTimeout(isFull ? 1_200_000 : 120_000);

describe('a database that is away', () => {
  let network: PhoneNetwork;
  let engine: WatchedEngine;
  let sessions: SessionsOnDatabase;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    engine = new WatchedEngine(engineFor(network));
    sessions = await SessionsOnDatabase.start(engine);
  });

  afterAll(async () => {
    await sessions.stop();
    await network.stop();
  });

  it('replaces no session and ends no link, whichever read or write of keys it begins with', async () => {
    const [business, customer] = [network.phone('4915100000001'), network.phone('4915100000002')];
    const to = { phone: customer.digits, userId: null };
    const written: string[] = [];
    const hasArrived = async () => {
      const received = await sessions.received(CHANNEL).catch(() => []);
      return received.length >= written.length;
    };
    const write = async () => {
      written.push(await network.post.write(customer, business, { conversation: 'Hi' }));
      await until(hasArrived, { describe: 'the message' });
    };
    const session = await sessions.own(CHANNEL);
    await session.start();
    await network.linking.scan(business, (await session.nextQr(10_000))!.text);
    await until(() => session.isConnected, { describe: 'the session' });
    const send = (chatMessageId: string) => {
      const composed = session.compose({ type: 'text', text: 'Hi' }, null, null)!;
      return session.send({ chatMessageId, reference: '1', to, composed }, 20_000);
    };
    await send('FIRST');
    await write();

    const begun: string[] = [];
    network.intercept = ({ direction, stanza }) => {
      if (direction === 'from device' && stanza.tag === 'message') begun.push(...typesFor(customer, stanza));
      return 'pass';
    };
    let outages = 0;
    for (let at = 1; at <= ACCESSES; at += 1) {
      let left = at;
      let outage: Promise<void> | undefined;
      engine.onAccess = async () => {
        if ((left -= 1) !== 0) return;
        outage = sessions.leaveFor(OUTAGE_MS);
        outages += 1;
        // It is away before the access begins.
        await new Promise((resolve) => setTimeout(resolve, 50));
      };
      await until(() => session.isConnected, { describe: 'the session' });
      const sending = send(`S${at}`);
      await write();
      await sending;
      await outage;
      if (!outage) break;
    }
    engine.onAccess = () => Promise.resolve();
    await until(() => session.isConnected, { describe: 'the session' });
    expect(await send('LAST')).toEqual({ kind: 'accepted' });
    await write();
    const isThere = () => customer.messages.some(({ id }) => id === 'LAST');
    await until(isThere, { describe: 'the last message' });
    expect(outages).toBeGreaterThanOrEqual(LEAST);
    expect(begun).not.toContain('pkmsg');
    expect(customer.failures).toEqual([]);
    expect(await sessions.received(CHANNEL)).toEqual(written);
    expect([business.devices.size, session.isLinked]).toEqual([1, true]);
  });
});
