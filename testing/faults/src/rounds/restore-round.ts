import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelStatus } from '@chat/contracts/channels';
import { until } from '@chat/test-kit';
import { PromiseBook } from '../operations/promise-book';
import { byPhone } from '../operations/receivers';
import type { Finding } from '../oracles/finding';
import { judgeRestored } from '../oracles/restored.rules';
import { Random } from '@chat/test-kit/random';
import { Backup } from '../world/backup';
import { MessageLedgers } from '../world/message-ledgers';
import { OutsideMemory } from '../world/outside-memory';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { say } from './progress';
import { untilIdle, type Arena, type RoundResult } from './round';

const BEFORE_MS = 3_000;
/** The time after the backup until the sends held by the network have been sent. */
const AFTER_MS = 12_000;
const HELD_MS = 10_000;
const HELD = 6;
const REST_MS = 90_000;

/**
 * A backup under load, more load, and the end of every process, every disk and NATS. The backup is restored elsewhere,
 * while the phones, the provider and the webhook receivers keep their memory.
 */
export async function runRestore({ world, driver, work }: Arena, seed: number): Promise<RoundResult> {
  const book = new PromiseBook(world, new Random(seed));
  driver.start();
  book.start();
  await delay(BEFORE_MS);
  await holdSends(world, book);
  const promised = [...book.promised];
  const backup = await Backup.take(world);
  await delay(AFTER_MS);

  const memory = await loseEverything(world, backup, async () => {
    await Promise.all([driver.stop(), book.stop()]);
  });
  const healedAt = performance.now();
  const sending = await restore(world, backup, memory);
  const firstSend = await until(() => book.send(), {
    describe: 'a send to succeed',
    timeoutMs: REST_MS,
  }).then(
    () => performance.now() - healedAt,
    () => null,
  );
  const { left, ...rest } = await untilIdle(work, healedAt, REST_MS);
  const findings: Finding[] =
    rest.clearedMs === null ? [{ kind: 'unsettled', what: `the backlog was never cleared: ${left}` }] : [];
  findings.push(...(await judge(world, promised)), ...(await judgeLife(world)));
  say(await describe(world, sending, promised.length, book.promised.length));
  return { recovery: { firstSuccessMs: { sends: firstSend }, ...rest }, findings, notes: [] };
}

/** Makes sends that the network only accepts after the backup has been taken. */
async function holdSends(world: World, book: PromiseBook): Promise<void> {
  const tenant = world.tenants[0]!;
  const receiver = byPhone(tenant, '202559', new Random(1));
  const to = receiver.mobile_code + receiver.mobile;
  await world.stack.sandbox.setFault({ match: { to }, mode: 'slow', delay_ms: HELD_MS, times: HELD });
  book.begin(Array.from({ length: HELD }, () => book.send(tenant, receiver)));
  const areHeld = async () => {
    const { rows } = await world.database.query(
      `SELECT FROM messaging.messages WHERE status = 'sending' AND body LIKE 'promised %'`,
    );
    return rows.length >= HELD;
  };
  await until(areHeld, { describe: 'the sends to be on their way', timeoutMs: 60_000 });
}

/** @returns the state of the outside world at the end. */
async function loseEverything(
  { stack, database }: World,
  backup: Backup,
  endLoad: () => Promise<void>,
): Promise<OutsideMemory> {
  const services = stack.names.filter((name) => !['postgres', 'nats', 'sandbox'].includes(name));
  await Promise.all(services.map((name) => stack.kill(name)));
  await endLoad();
  await stack.stopOne('sandbox');
  const memory = await OutsideMemory.read(database);
  await Promise.all(['postgres', 'nats'].map((name) => stack.kill(name)));
  await backup.destroyAll();
  return memory;
}

/** @returns the messages that were in progress in the backup. */
async function restore(world: World, backup: Backup, memory: OutsideMemory): Promise<number[]> {
  const { stack, database } = world;
  await backup.restore();
  await memory.writeTo(database);
  const { rows } = await database.query<{ id: number }>(
    `SELECT id::int FROM messaging.messages WHERE status = 'sending'`,
  );
  await stack.start('nats');
  await world.revive();
  return rows.map(({ id }) => id);
}

async function judge(
  { database }: World,
  promised: readonly { what: string; key: string }[],
): Promise<Finding[]> {
  const { rows } = await database.query<{ key: string }>(
    `SELECT 'message/' || id AS key FROM messaging.messages
     UNION ALL SELECT 'contact/' || id FROM crm.contacts
     UNION ALL SELECT 'ticket/' || subject FROM tickets.tickets`,
  );
  const ledgers = new MessageLedgers(database);
  const [sends, taken] = [await ledgers.storedSends(), await ledgers.taken()];
  return judgeRestored({ promised, stored: new Set(rows.map(({ key }) => key)), sends, taken });
}

/** Every linked phone must be connected, and a new message to it must reach the webhook receiver. */
async function judgeLife(world: World): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const tenant of world.tenants) {
    await lives(world, tenant).catch((error: unknown) =>
      findings.push({ kind: 'lost', what: error instanceof Error ? error.message : String(error) }),
    );
  }
  return findings;
}

async function lives({ stack }: World, { shop, clients, receiver }: Tenant): Promise<void> {
  const isConnected = async () => {
    const { data } = await clients[0]!.get<ChannelStatus>(`/v1/devices/${shop.channelId}/status`);
    return data.connection_status === 'connected';
  };
  await until(isConnected, { describe: `the phone of channel ${shop.channelId} to be connected` });
  const id = await stack.sandbox.write('12025520000', { to: shop.digits, text: 'after the restore' });
  await receiver.waitFor<{ message: { chat_message_id: string } }>(
    'message.received',
    ({ data }) => data.message.chat_message_id === id,
  );
}

async function describe(
  { database }: World,
  sending: readonly number[],
  before: number,
  all: number,
): Promise<string> {
  const { rows } = await database.query<{ status: string; count: number }>(
    `SELECT status, count(*)::int FROM messaging.messages WHERE id = ANY($1) GROUP BY 1 ORDER BY 1`,
    [sending],
  );
  const ends = rows.map(({ status, count }) => `${count} ${status}`).join(', ');
  return `${before} acknowledged before the backup, ${all - before} later; of ${sending.length} sends that were in progress in it, ${ends || 'none'}`;
}
