import { randomBytes } from 'node:crypto';
import { MemoryStore } from '@chat/device-sessions/testing';
import { until } from '@chat/test-kit';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';
import { typesFor } from '../network/post-office';
import { TestLine } from '../testing/test-line';

const ROUNDS = 6;

/** A store that may hang, as when its database does not answer. */
class HangingStore extends MemoryStore {
  hangsFor: RegExp | null = null;
  isHanging = false;

  override async readKeys(kind: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    this.isHanging = ids.some((id) => this.hangsFor?.test(`${kind} ${id}`));
    await until(() => !this.hangsFor || !ids.some((id) => this.hangsFor!.test(`${kind} ${id}`)), {
      describe: 'the database',
    });
    return super.readKeys(kind, ids);
  }
}

describe('messages that cross', () => {
  let network: PhoneNetwork;
  let people = 0;
  const lines: TestLine[] = [];

  beforeAll(async () => {
    network = await PhoneNetwork.start();
  });

  afterEach(() => {
    network.intercept = () => 'pass';
    lines.splice(0).forEach((line) => line.close());
  });

  afterAll(() => network.stop());

  const newPhone = () => network.phone(`491510000${1_000 + (people += 1)}`);
  const link = async (phone: Phone, store?: MemoryStore) => {
    const line = await TestLine.link(network, phone, store);
    lines.push(line);
    return line;
  };
  const hasSettled = (phone: Phone, id: string) =>
    until(() => phone.failures.includes(id) || phone.messages.some((message) => message.id === id), {
      describe: `message ${id}`,
    });

  it.each([
    ['an id', true],
    ['a number only', false],
  ])('are all read at once by a person with %s, whichever session each is in', async (_, hasId) => {
    const [business, customer] = [newPhone(), newPhone()];
    customer.hasId = hasId;
    const to = { phone: customer.digits, userId: null };
    const store = new MemoryStore();
    (await link(business, store)).close();
    for (let round = 0; round < ROUNDS; round += 1) {
      const line = await TestLine.open(network, store);
      lines.push(line);
      if (round > 0 || !hasId)
        await line.arrived(await network.post.write(customer, business, { conversation: 'one' }));
      // The customer writes while the first message is on its way.
      let crossing: Promise<string> | undefined;
      network.intercept = ({ direction, stanza }) => {
        if (direction === 'from device' && stanza.attrs.id === `A${round}`)
          crossing ??= network.post.write(customer, business, { conversation: 'two' });
        return 'pass';
      };
      await line.send(`A${round}`, to);
      await line.arrived(await crossing!);
      await line.send(`B${round}`, to);
      await hasSettled(customer, `B${round}`);
      line.close();
    }
    expect(customer.failures).toEqual([]);
    expect([...business.devices.values()].flatMap(({ refusals }) => refusals)).toEqual([]);
  });

  it('neither replace a session that is good nor cost its person keys', async () => {
    const [business, customer] = [newPhone(), newPhone()];
    const store = new MemoryStore();
    const to = { phone: customer.digits, userId: null };
    const types: string[] = [];
    network.intercept = ({ direction, stanza }) => {
      if (direction === 'from device' && stanza.tag === 'message') types.push(...typesFor(customer, stanza));
      return 'pass';
    };
    const first = await link(business, store);
    await first.send('C1', to);
    await hasSettled(customer, 'C1');
    await first.arrived(await network.post.write(customer, business, { conversation: 'answer' }));
    first.close();
    // It looks the person up again.
    const second = await TestLine.open(network, store);
    lines.push(second);
    types.splice(0);
    await second.send('C2', to);
    await hasSettled(customer, 'C2');
    expect(types).toEqual(['msg']);
  });

  it('begin no session with keys that another has signed', async () => {
    const [business, customer] = [newPhone(), newPhone()];
    const line = await link(business);
    const { primary } = customer;
    const bundle = primary.bundle.bind(primary);
    primary.bundle = async () => {
      const keys = await bundle();
      return { ...keys, signed: { ...keys.signed, signature: randomBytes(64) } };
    };
    expect(await line.send('D1', { phone: customer.digits, userId: null })).not.toEqual({ kind: 'accepted' });
    expect(customer.failures).toEqual([]);
  });

  it('are of each phone alone, though two talk to the same person in one process', async () => {
    const [one, other, customer] = [newPhone(), newPhone(), newPhone()];
    const store = new HangingStore();
    const [line, otherLine] = [await link(one, store), await link(other)];
    const to = { phone: customer.digits, userId: null };
    for (const each of [line, otherLine]) await each.send(`E${lines.indexOf(each)}`, to);
    const written: string[] = [];
    for (const phone of [one, other, one, other])
      written.push(await network.post.write(customer, phone, { conversation: 'Hi' }));
    const [first, second, third, fourth] = written as [string, string, string, string];
    await Promise.all([
      ...[first, third].map((id) => line.arrived(id)),
      ...[second, fourth].map((id) => otherLine.arrived(id)),
    ]);

    store.hangsFor = /^session/;
    const waiting = await network.post.write(customer, one, { conversation: 'Hi' });
    await until(() => store.isHanging, { describe: 'the database to be asked' });
    expect(await otherLine.send('F2', to)).toEqual({ kind: 'accepted' });
    await otherLine.arrived(await network.post.write(customer, other, { conversation: 'Hi' }));
    store.hangsFor = null;
    await line.arrived(waiting);
    expect(customer.failures).toEqual([]);
  });
});
