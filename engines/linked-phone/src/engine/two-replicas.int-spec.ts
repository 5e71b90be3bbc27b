import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deviceSessionsWith } from '@chat/device-sessions';
import { getSession, getSessionQr, sendThroughDevice } from '@chat/contracts/device-sessions';
import { newSend, startTestService, until, type TestService } from '@chat/test-kit';
import { Random } from '@chat/test-kit/random';
import { settingsFor } from '../control/control-api';
import { readQr } from '../control/read-qr';
import { baileysPackage } from '../engine-package';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';
import { repairLibrary } from './repairs';

/** `LINKED_PHONE_CONTEST=full npx jest -i engines/linked-phone/src/engine/two-replicas` takes a minute and a half. */
const isFull = process.env.LINKED_PHONE_CONTEST === 'full';
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const CONTEST_MS = isFull ? 60_000 : 5_000;
/** A second where nothing else runs: a busy machine takes sessions away from both. */
const LEASE_MS = isFull ? 1_000 : 3_000;
const SEND_EVERY_MS = 60;
const MOST_AT_ONCE = 8;
const PROGRAM = join(__dirname, '../main.ts');
const CHANNEL = { body: { channel_id: 7 } };

jest.setTimeout(isFull ? 300_000 : 120_000);

/** Two processes of the service with this engine, on one database. */
describe(`two replicas (SEED=${SEED})`, () => {
  const random = new Random(SEED);
  const replicas = new Map<string, number>();
  let network: PhoneNetwork;
  let service: TestService;
  let business: Phone;
  let customers: Phone[];

  beforeAll(async () => {
    // The customers' phones use the library, too.
    repairLibrary();
    network = await PhoneNetwork.start();
    business = network.phone('4915100000001');
    customers = [2, 3, 4].map((digit) => network.phone(`491510000000${digit}`));
    service = await startTestService(
      deviceSessionsWith(baileysPackage),
      { ...settingsFor(network), DEVICE_ENGINE: 'baileys', DEVICE_LEASE_MS: String(LEASE_MS) },
      { replicas: 0 },
    );
    await Promise.all(
      ['one', 'two'].map(async (name) => {
        const { pid } = await service.startProcess(PROGRAM, { INSTANCE_ID: name });
        replicas.set(name, pid!);
      }),
    );
  });

  afterAll(async () => {
    replicas.forEach((pid) => process.kill(pid, 'SIGCONT'));
    await service?.stop();
    await network?.stop();
  });

  const untilConnected = () =>
    until(async () => (await service.bus.request(getSession, CHANNEL)).raw_status === 'CONNECTED', {
      describe: 'the session',
      timeoutMs: 60_000,
    });

  it('take a session from each other, each paused beyond its lease, and send and receive everything once', async () => {
    const { qr } = await service.bus.request(getSessionQr, CHANNEL);
    await network.linking.scan(business, readQr(qr!)!);
    await untilConnected();
    const accepted: string[] = [];
    const written: string[] = [];
    const underWay = new Set<Promise<void>>();
    let sends = 0;
    let takeovers = 0;
    let isOver = false;
    const send = async (to: Phone) => {
      const text = `S${(sends += 1)}`;
      const deadline = Date.now() + 3_000;
      const body = newSend(to.digits, { content: { type: 'text', text }, deadline });
      await service.bus.request(sendThroughDevice, { body });
      accepted.push(text);
      return text;
    };
    const keepBusy = async () => {
      while (!isOver) {
        written.push(await network.post.write(random.pick(customers), business, { conversation: 'Hi' }));
        if (underWay.size < MOST_AT_ONCE) {
          const sending = send(random.pick(customers))
            .then(() => undefined)
            .catch(() => undefined)
            .finally(() => underWay.delete(sending));
          underWay.add(sending);
        }
        await delay(SEND_EVERY_MS);
      }
    };
    const owner = async () => {
      const sql = 'SELECT owner FROM device_sessions.sessions WHERE channel_id = 7';
      return (await service.query<{ owner: string }>(sql))[0]!.owner;
    };
    const busy = keepBusy();
    try {
      for (const endsAt = Date.now() + CONTEST_MS; Date.now() < endsAt || takeovers === 0;) {
        const victim = await owner();
        process.kill(replicas.get(victim)!, 'SIGSTOP');
        // Not if it was stopped in the middle of a transaction.
        const isTakenOver = await until(async () => (await owner()) !== victim, {
          ...{ describe: 'the other to take over', timeoutMs: 4 * LEASE_MS },
        }).catch(() => false);
        if (isTakenOver) takeovers += 1;
        // The former owner wakes up in the middle of what it did, while the other logs in.
        await delay(random.between(0, 500));
        process.kill(replicas.get(victim)!, 'SIGCONT');
        await delay(random.between(0, 1_500));
      }
    } finally {
      isOver = true;
    }
    await busy;
    await Promise.all(underWay);
    await untilConnected();
    for (const customer of customers)
      await until(() => send(customer).catch(() => null), { describe: 'a send after the contest' });

    const read = () =>
      customers.flatMap(({ messages }) =>
        messages.flatMap(({ from, message }) => (from === business ? textOf(message) : [])),
      );
    await until(() => accepted.every((text) => read().includes(text)), {
      ...{ describe: 'all that was accepted', timeoutMs: 60_000 },
    });
    const received = async () => {
      const rows = await service.query<{ id: string }>(
        'SELECT chat_message_id AS id FROM device_sessions.received WHERE channel_id = 7 ORDER BY number',
      );
      return rows.map(({ id }) => id);
    };
    await until(async () => (await received()).length >= written.length, {
      ...{ describe: 'all that was written', timeoutMs: 60_000 },
    });
    process.stdout.write(
      `${takeovers} takeovers in ${CONTEST_MS / 1_000} s: ${accepted.length} of ${sends} sends accepted, ${written.length} messages received\n`,
    );
    expect(new Set(read()).size).toBe(read().length);
    expect(customers.flatMap(({ failures }) => failures)).toEqual([]);
    expect(await received()).toEqual(written);
    expect(business.devices.size).toBe(1);
  });
});

function textOf({ conversation, extendedTextMessage }: Phone['messages'][number]['message']): string {
  return conversation ?? extendedTextMessage?.text ?? '';
}
