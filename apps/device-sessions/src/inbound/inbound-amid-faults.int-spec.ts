import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getSession, getSessionQr, deviceMessageReceived } from '@chat/contracts/device-sessions';
import { TestSandbox } from '@chat/sandbox/testing';
import { startTestService, until, withoutConnections, type TestService } from '@chat/test-kit';
import { Random } from '@chat/test-kit/random';
import { deviceSessionsService } from '../service';

/** `INBOUND_FAULTS=full npx jest -i apps/device-sessions/src/inbound/inbound-amid-faults` takes two minutes. */
const isFull = process.env.INBOUND_FAULTS === 'full';
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const MESSAGES = isFull ? 500 : 40;
const OUTAGE_MS = isFull ? 5_000 : 1_000;
const CHANNEL = 7;
const BUSINESS = '4915100000001';
const CUSTOMERS = [2, 3, 4, 5, 6].map((digit) => `491510000000${digit}`);
const PROGRAM = join(__dirname, '../main.ts');

jest.setTimeout(isFull ? 600_000 : 180_000);

/** Two processes of the service, each of which takes over when the other is killed. */
describe(`messages amid faults (SEED=${SEED})`, () => {
  const random = new Random(SEED);
  const faults = { kills: 0, failures: 0, outages: 0 };
  let sandbox: TestSandbox;
  let service: TestService;
  const replicas = new Map<string, number>();

  const startReplica = async (name: string) => {
    const { pid } = await service.startProcess(PROGRAM, { INSTANCE_ID: name });
    replicas.set(name, pid!);
  };

  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    const settings = { DEVICE_NETWORK_URL: sandbox.networkUrl, DEVICE_LEASE_MS: '1000' };
    service = await startTestService(deviceSessionsService, settings, { replicas: 0 });
    await Promise.all(['one', 'two'].map(startReplica));
    const session = { body: { channel_id: CHANNEL } };
    const { qr } = await service.bus.request(getSessionQr, session);
    await sandbox.phones.scan(BUSINESS, qr!);
    const isConnected = async () =>
      (await service.bus.request(getSession, session)).raw_status === 'CONNECTED';
    await until(isConnected, { describe: 'the session' });
  });

  afterAll(async () => {
    await service?.stop();
    await sandbox?.stop();
  });

  const killOwner = async () => {
    const sql = 'SELECT owner FROM device_sessions.sessions WHERE channel_id = $1';
    const [row] = await service.query<{ owner: string | null }>(sql, [CHANNEL]);
    const name = row?.owner ?? random.pick([...replicas.keys()]);
    process.kill(replicas.get(name)!, 'SIGKILL');
    faults.kills += 1;
    await startReplica(name);
  };
  /** The session's listener fails, since it cannot store what it hears. */
  const failListeners = async () => {
    await service.query('ALTER TABLE device_sessions.received RENAME TO unreachable');
    faults.failures += 1;
    await delay(random.between(50, 400));
    await service.query('ALTER TABLE device_sessions.unreachable RENAME TO received');
  };
  const leaveDatabase = async () => {
    // The first lasts longer than anything waits for it.
    const ms = faults.outages === 0 ? OUTAGE_MS : random.between(50, 500);
    faults.outages += 1;
    await withoutConnections(service, () => delay(ms));
  };

  it('are each told once, in the order of their chats', async () => {
    const kinds = [killOwner, failListeners, leaveDatabase];
    let isOver = false;
    let hasHadEach = false;
    const trouble = async () => {
      for (const cause of kinds) await cause();
      hasHadEach = true;
      while (!isOver) {
        await delay(random.between(0, 600));
        await random.pick(kinds)();
      }
    };
    const troubles = trouble();
    const written = new Map<string, string[]>(CUSTOMERS.map((customer) => [customer, []]));
    let count = 0;
    try {
      for (; count < MESSAGES || !hasHadEach; count += 1) {
        const customer = random.pick(CUSTOMERS);
        const text = String(count);
        written.get(customer)!.push(await sandbox.phones.write(customer, { to: BUSINESS, text }));
        await delay(random.between(0, 150));
      }
    } finally {
      isOver = true;
      await troubles;
    }
    const told = () => service.bus.events(deviceMessageReceived);
    await until(() => told().length >= count, { describe: 'all messages', timeoutMs: 60_000 });
    process.stdout.write(`${count} messages amid ${JSON.stringify(faults)}\n`);
    const toldBy = (customer: string) =>
      told().flatMap(({ data }) => (data.from === customer ? data.chat_message_id : []));
    expect(new Map(CUSTOMERS.map((customer) => [customer, toldBy(customer)]))).toEqual(written);
  });
});
