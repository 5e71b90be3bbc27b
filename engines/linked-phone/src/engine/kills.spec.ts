import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@chat/test-kit';
import { Random } from '@chat/test-kit/random';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';
import { Database, OwnerProcess } from '../testing/owner-process';

/** `LINKED_PHONE_KILLS=full npx jest -i engines/linked-phone/src/engine/kills` takes minutes. */
const isFull = process.env.LINKED_PHONE_KILLS === 'full';
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const SENDS = isFull ? 200 : 8;
const INBOUND = isFull ? 500 : 40;
const LINKS = isFull ? 20 : 2;
/** About as many steps as a send has. */
const STEPS = 24;

jest.setTimeout(isFull ? 1_200_000 : 120_000);

describe(`a process that is killed (SEED=${SEED})`, () => {
  let network: PhoneNetwork;
  let random: Random;
  let spare: OwnerProcess;
  let database: Database;
  let people = 0;
  const owners: OwnerProcess[] = [];

  const newPhone = () => network.phone(`491510000${1_000 + (people += 1)}`);
  /** Lets the process that is ready take over, and readies the next. */
  const takeOver = async () => {
    const owner = spare;
    spare = OwnerProcess.spawn(network, database);
    owners.push(spare);
    await owner.start();
    return owner;
  };
  const begin = () => {
    database = new Database();
    spare = OwnerProcess.spawn(network, database);
    owners.push(spare);
  };
  const link = async (phone: Phone) => {
    const owner = await takeOver();
    const code = await until(
      () => owner.events.flatMap((event) => (event.type === 'qr' ? event.text : [])).at(-1),
      {
        describe: 'a code',
      },
    );
    await network.linking.scan(phone, code);
    return owner;
  };
  /** What the network was told of messages that the owner did not have. */
  const refusedUnseen = (phone: Phone) =>
    [...phone.devices.values()]
      .flatMap(({ refusals }) => refusals.map(({ id }) => id))
      .filter((id) => !database.arrivals.has(id));
  const stored = (ids: readonly string[]) => [...database.arrivals.keys()].filter((id) => ids.includes(id));

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    random = new Random(SEED);
  });

  afterEach(() => {
    network.intercept = () => 'pass';
    owners.splice(0).forEach((owner) => owner.kill());
  });

  afterAll(() => network.stop());

  it('keeps the link that it made, at whatever moment that is', async () => {
    for (let round = 0; round < LINKS; round += 1) {
      begin();
      const phone = newPhone();
      const owner = await takeOver();
      const text = await until(
        () => owner.events.flatMap((event) => (event.type === 'qr' ? event.text : [])).at(-1),
        { describe: 'a code' },
      );
      // In the first round, right after the network asks for a new connection; later, at any moment.
      if (round > 0) setTimeout(() => owner.kill(), random.between(0, 150));
      const isLinked = await network.linking.scan(phone, text).then(
        () => true,
        () => false,
      );
      owner.kill();
      if (!isLinked) {
        // The device may have saved a link that the phone never heard of.
        if (database.state !== null) {
          const orphan = await takeOver();
          const isForgotten = () =>
            orphan.events.some((event) => event.type === 'closed' && event.reason === 'logged_out');
          await until(isForgotten, { describe: 'the link to be forgotten' });
          orphan.kill();
          database.state = null;
          database.keys.clear();
        }
        const again = await link(phone);
        again.kill();
      }
      const next = await takeOver();
      await until(() => next.isOpen, { describe: 'the owner' });
      expect(next.events.some(({ type }) => type === 'qr')).toBe(false);
      owners.splice(0).forEach((each) => each.kill());
    }
  });

  it('leaves nobody a message that cannot be read, and sends none twice', async () => {
    begin();
    const business = newPhone();
    const customers = Array.from({ length: 5 }, newPhone);
    customers[0]!.hasId = false;
    const linking = await link(business);
    await until(() => linking.isOpen, { describe: 'the link' });
    for (const customer of customers) {
      const id = await network.post.write(customer, business, { conversation: 'Hi' });
      await until(() => database.arrivals.has(id), { describe: 'a message' });
    }
    linking.kill();
    const accepted: string[] = [];
    const killedAt = new Map<string, number>();
    let sends = 0;
    for (let kills = 0; kills < SENDS;) {
      const owner = await takeOver();
      await until(() => owner.isOpen, { describe: 'the owner' });
      const customer = random.pick(customers);
      if (random.next() < 0.3) {
        const id = await network.post.write(customer, business, { conversation: 'Hi' });
        await until(() => database.arrivals.has(id), { describe: 'a message' });
      }
      // Somewhere between the first read of the send and its answer; if that is too late, in the next send.
      while (!owner.isDead) {
        const isOnWire = random.next() < 0.5;
        let left = random.between(1, isOnWire ? 2 : STEPS);
        const step = (what: string) => {
          if ((left -= 1) > 0 || owner.isDead) return;
          owner.kill();
          killedAt.set(what, (killedAt.get(what) ?? 0) + 1);
          kills += 1;
        };
        owner.step = () => {
          if (!isOnWire) step('its store');
        };
        network.intercept = ({ direction, stanza: { tag } }) => {
          const isOfSend = direction === 'from device' ? tag === 'message' : tag === 'ack';
          if (isOnWire && isOfSend) step(`${tag} ${direction}`);
          return 'pass';
        };
        sends += 1;
        const id = `S${sends}`;
        const outcome = await owner.send(id, customer.digits);
        if (outcome?.kind === 'accepted') accepted.push(id);
      }
    }
    network.intercept = () => 'pass';
    const last = await takeOver();
    await until(() => last.isOpen, { describe: 'the last owner' });
    for (const [index, { digits }] of customers.entries())
      if ((await last.send(`LAST${index}`, digits))?.kind === 'accepted') accepted.push(`LAST${index}`);
    const read = () => customers.flatMap(({ messages }) => messages).map(({ id }) => id);
    await until(() => accepted.every((id) => read().includes(id)), { describe: 'all that was accepted' });
    process.stdout.write(`${SENDS} kills in ${sends} sends: ${JSON.stringify([...killedAt])}\n`);
    expect(accepted).toEqual(expect.arrayContaining(customers.map((_, index) => `LAST${index}`)));
    expect(customers.flatMap(({ failures }) => failures)).toEqual([]);
    expect(new Set(read()).size).toBe(read().length);
  });

  it('loses no message, also while listeners fail and the database is away, and refuses none to the network', async () => {
    begin();
    const business = newPhone();
    const customers = Array.from({ length: 5 }, newPhone);
    const linking = await link(business);
    linking.kill();
    const written: string[] = [];
    let owner = await takeOver();
    const faults = { kills: 0, failures: 0, outages: 0 };
    let isOver = false;
    const trouble = async () => {
      while (!isOver) {
        await delay(random.between(0, isFull ? 600 : 200));
        switch (random.between(0, 2)) {
          case 0:
            owner.kill();
            owner = await takeOver();
            await owner.untilOpenOrDead();
            faults.kills += 1;
            break;
          case 1: {
            let left = random.between(1, 3);
            owner.fails = () => (left -= 1) >= 0;
            faults.failures += 1;
            break;
          }
          default:
            database.isAway = true;
            // The first lasts longer than anything waits for it.
            await delay(isFull && faults.outages === 0 ? 5_000 : random.between(0, 500));
            database.isAway = false;
            faults.outages += 1;
        }
      }
    };
    const troubles = trouble();
    while (written.length < INBOUND) {
      const customer = random.pick(customers);
      written.push(await network.post.write(customer, business, { conversation: `${written.length}` }));
      await delay(random.between(0, isFull ? 150 : 60));
    }
    isOver = true;
    await troubles;
    await until(() => stored(written).length === written.length, {
      describe: 'all messages',
      timeoutMs: 60_000,
    });
    process.stdout.write(`${INBOUND} messages amid ${JSON.stringify(faults)}\n`);
    expect(stored(written)).toEqual(written);
    expect(refusedUnseen(business)).toEqual([]);
  });
});
