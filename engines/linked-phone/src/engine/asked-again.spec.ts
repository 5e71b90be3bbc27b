import { proto } from '@whiskeysockets/baileys';
import { MemoryStore } from '@chat/device-sessions/testing';
import { until } from '@chat/test-kit';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';
import { TestLine } from '../testing/test-line';
import { answeredBy } from './references.rules';

describe('a message that this device cannot read', () => {
  let network: PhoneNetwork;
  let business: Phone;
  let customer: Phone;
  let people = 0;
  const lines: TestLine[] = [];
  const told = { type: 'unsupported', raw: '{"unreadable":true}' };
  const standing = (id: string) => `unreadable-${id}`;

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
    expect(await line.arrived(standing(first))).toMatchObject({
      ...{ standsFor: first, content: told, from: { phone: customer.digits } },
    });

    const waiting = await reopen(line, 600_000);
    const second = network.post.writeUnavailable(customer, business, { conversation: 'two' }, null);
    await untilConfirmed();
    const last = await reopen(waiting, 200);
    expect(await last.arrived(standing(second))).toMatchObject({ content: told });
    const never = await reopen(last, 0);
    await network.post.write(customer, business, { conversation: 'three' }).then((id) => never.arrived(id));
    const untold = [first, second].map(standing);
    expect(never.arrivals.filter(({ chatMessageId }) => untold.includes(chatMessageId))).toEqual([]);
  });

  it('is told itself, however late it comes; what stood for it is read and answered by its id', async () => {
    business.answersDevices = false;
    const line = await link(0);
    const id = network.post.writeUnavailable(customer, business, { conversation: 'Hi' }, null);
    await line.arrived(standing(id));
    await network.post.deliverAgain(id);
    expect(await line.arrived(id)).toMatchObject({ content: { type: 'text', text: 'Hi' } });

    const { connection } = line;
    const from = { phone: customer.digits, userId: null };
    expect(await connection.read([{ chatMessageId: standing(id), from }], 5_000)).toBe(true);
    expect(network.post.letters.get(id)!.isRead).toBe(true);
    const referred = { chatMessageId: standing(id), chat: from, isOurs: false, text: null };
    const answer = connection.compose({ type: 'text', text: 'Hi' }, null, referred)!;
    expect(answeredBy(proto.Message.decode(answer))).toBe(id);
  });

  it.each(['by number', 'by the id of the network'])(
    'is kept under its person’s name, and never told once that is erased: %s',
    async (by) => {
      business.answersDevices = false;
      const line = await link(600_000);
      const id = network.post.writeUnavailable(customer, business, { conversation: 'Hi' }, null);
      await untilConfirmed();
      const name = by === 'by number' ? customer.digits : customer.lidDigits;
      const named = line.session
        .idsOf('unreadable')
        .filter((key) => key.split(/[^0-9A-Za-z]/).includes(name));
      expect(named).toHaveLength(1);

      await line.session.writeKeys(named.map((key) => ({ kind: 'unreadable', id: key, value: null })));
      const next = await reopen(line, 0);
      await next.arrived(await network.post.write(customer, business, { conversation: 'two' }));
      expect(next.arrivals.map(({ chatMessageId }) => chatMessageId)).not.toContain(standing(id));
    },
  );

  it('is not told once it is erased while the connection waits', async () => {
    business.answersDevices = false;
    const line = await link(300);
    const id = network.post.writeUnavailable(customer, business, { conversation: 'Hi' }, null);
    const keys = await until(() => line.session.idsOf('unreadable').at(0), { describe: 'the key' });
    await line.session.writeKeys([{ kind: 'unreadable', id: keys, value: null }]);
    // Its time is up before that of the second.
    const second = network.post.writeUnavailable(customer, business, { conversation: 'two' }, null);
    await line.arrived(standing(second));
    expect(line.arrivals.map(({ chatMessageId }) => chatMessageId)).not.toContain(standing(id));
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
    const unread = line.session.idsOf('unreadable');
    expect([unread.length, line.arrivals.filter(({ chatMessageId }) => chatMessageId === id).length]).toEqual(
      [0, 1],
    );
  });
});
