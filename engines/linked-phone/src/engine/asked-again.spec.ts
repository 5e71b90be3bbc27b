import { MemoryStore } from '@chat/device-sessions/testing';
import { until } from '@chat/test-kit';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';
import { TestLine } from '../testing/test-line';

describe('a message that this device cannot read', () => {
  let network: PhoneNetwork;
  let business: Phone;
  let customer: Phone;
  let people = 0;
  const lines: TestLine[] = [];
  const told = { type: 'unsupported', raw: '{"unreadable":true}' };

  beforeAll(async () => {
    network = await PhoneNetwork.start();
  });

  beforeEach(() => {
    people += 1;
    [business, customer] = [network.phone(`491510001${people}`), network.phone(`491510002${people}`)];
  });

  afterEach(() => lines.splice(0).forEach((line) => line.close()));

  afterAll(() => network.stop());

  const link = async (unreadableMs?: number) => {
    const line = await TestLine.link(network, business, new MemoryStore(), { unreadableMs });
    lines.push(line);
    return line;
  };
  const reopen = async (line: TestLine, unreadableMs: number) => {
    line.close();
    const next = await TestLine.open(network, line.session, { unreadableMs });
    lines.push(next);
    return next;
  };
  const untilConfirmed = () => {
    const isConfirmed = () => [...business.devices.values()].every(({ unconfirmed }) => unconfirmed === 0);
    return until(isConfirmed, { describe: 'all to be acknowledged' });
  };

  it('is asked for again of its own phone, where the network has nothing of it', async () => {
    const line = await link();
    const id = network.post.writeUnavailable(customer, business, { conversation: 'Hi' }, null);
    expect(await line.arrived(id)).toMatchObject({
      ...{ type: 'message', content: { type: 'text', text: 'Hi' }, pushName: customer.name },
      from: { phone: customer.digits, userId: customer.lid },
    });
    await untilConfirmed();
    expect(line.arrivals.filter(({ chatMessageId }) => chatMessageId === id)).toHaveLength(1);
  });

  it('is told when nobody answers, also by a later connection', async () => {
    business.answersDevices = false;
    const line = await link(200);
    const first = network.post.writeUnavailable(customer, business, { conversation: 'one' }, null);
    expect(await line.arrived(first)).toMatchObject({ content: told, from: { phone: customer.digits } });

    const waiting = await reopen(line, 600_000);
    const second = network.post.writeUnavailable(customer, business, { conversation: 'two' }, null);
    await untilConfirmed();
    const last = await reopen(waiting, 200);
    expect(await last.arrived(second)).toMatchObject({ content: told });
    const never = await reopen(last, 0);
    await network.post.write(customer, business, { conversation: 'three' }).then((id) => never.arrived(id));
    expect(never.arrivals.filter(({ chatMessageId }) => [first, second].includes(chatMessageId))).toEqual([]);
  });

  it.each(['view_once', 'view_once_unavailable_fanout', 'bot_unavailable_fanout'])(
    'is told at once, where only the phone may show it: %s',
    async (type) => {
      const line = await link();
      const id = network.post.writeUnavailable(customer, business, { conversation: 'Hi' }, type);
      expect(await line.arrived(id)).toMatchObject({ content: told });
      await untilConfirmed();
    },
  );

  it('is asked for again of its writer, who encrypts it anew', async () => {
    const line = await link();
    await line.arrived(await network.post.write(customer, business, { conversation: 'one' }));
    // The device has lost what it held of the writer.
    const lost = [...line.session.idsOf('session')].map((id) => ({ kind: 'session', id, value: null }));
    await line.session.writeKeys(lost);
    const id = await network.post.write(customer, business, { conversation: 'two' });
    expect(await line.arrived(id)).toMatchObject({ content: { type: 'text', text: 'two' } });
    await untilConfirmed();
    const unread = await line.session.readKeys('unreadable', ['all']);
    expect([unread.size, line.arrivals.filter(({ chatMessageId }) => chatMessageId === id).length]).toEqual([
      0, 1,
    ]);
  });
});
