import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { setRetention } from '@chat/contracts/messaging';
import { systemContext } from '@chat/service-kit';
import { requestsOf } from '../api/measure';
import type { Operation } from '../api/operations';
import type { Installation } from '../installation/installation';
import type { LoadGenerator } from '../load/load-generator';
import type { LoadResult } from '../load/load';
import { seedExpiredDeliveries } from './seed-deliveries';
import type { Shape } from './shape';

/** The sends of some seconds. */
export type Window = Pick<LoadResult, 'p50Ms' | 'p99Ms'>;

export interface Sweep {
  rows: number;
  seconds: number;
  /** Of the sends meanwhile. */
  windows: Window[];
}

export interface RetentionFigures {
  perSecond: number;
  /** Sends beside no retention. */
  without: Window[];
  deliveries: Sweep;
  messages: Sweep;
}

export interface RetentionPlan {
  perSecond: number;
  windowSeconds: number;
  windows: number;
  /** Messages older than this go. */
  messageDays: number;
}

interface Setup {
  installation: Installation;
  database: Client;
  shape: Shape;
  load: LoadGenerator;
  send: Operation;
  plan: RetentionPlan;
}

const LOOK_MS = 100;

/** Lets the services delete what is past its time, while texts are sent at a fixed pace. */
export async function measureRetention(setup: Setup): Promise<RetentionFigures> {
  const { installation, plan } = setup;
  const without: Window[] = [];
  while (without.length < plan.windows) without.push(await sendForAWhile(setup));
  const deliveries = await deleteDeliveries(setup);
  await installation.backlog.drained();
  const messages = await deleteMessages(setup);
  await installation.backlog.drained();
  return { perSecond: plan.perSecond, without, deliveries, messages };
}

/** The service begins a round when it starts. */
async function deleteDeliveries(setup: Setup): Promise<Sweep> {
  const { installation, database, shape } = setup;
  const { stack, topology } = installation;
  const name = topology === 'split' ? 'webhooks' : 'standalone';
  await stack.stopOne(name);
  const rows = await seedExpiredDeliveries(database, shape);
  await stack.start(name);
  // The service goes from account to account, by their ids.
  const isDone = async () => {
    const { rows: left } = await database.query(
      `SELECT FROM webhooks.endpoint_deliveries
       WHERE account_id = (SELECT max(account_id) FROM filled) AND id <= $1 LIMIT 1`,
      [rows],
    );
    return left.length === 0;
  };
  return { rows, ...(await sendUntil(setup, isDone)) };
}

async function deleteMessages(setup: Setup): Promise<Sweep> {
  const { installation, database, plan } = setup;
  const { rows: accounts } = await database.query<{ id: number }>(
    'SELECT account_id::float8 AS id FROM filled',
  );
  const { rows: old } = await database.query<{ count: number }>(
    `SELECT count(*)::float8 AS count FROM messaging.messages WHERE created_at < now() - $1 * interval '1 day'`,
    [plan.messageDays],
  );
  const startedAt = performance.now();
  for (const { id } of accounts) {
    const body = { account_id: id, message_days: plan.messageDays, media_days: null };
    await installation.stack.admin.bus.request(setRetention, systemContext(0), { body });
  }
  const isDone = async () => {
    const { rows } = await database.query('SELECT FROM messaging.retention WHERE due_at <= now() LIMIT 1');
    return rows.length === 0;
  };
  return { rows: old[0]!.count, ...(await sendUntil(setup, isDone, startedAt)) };
}

/** Sends until the work is done. */
async function sendUntil(
  setup: Setup,
  isDone: () => Promise<boolean>,
  startedAt = performance.now(),
): Promise<Omit<Sweep, 'rows'>> {
  const windows: Window[] = [];
  let seconds: number | undefined;
  const looking = (async () => {
    while (!(await isDone())) await delay(LOOK_MS);
    seconds = (performance.now() - startedAt) / 1_000;
  })();
  looking.catch(() => undefined);
  do windows.push(await sendForAWhile(setup));
  while (seconds === undefined);
  await looking;
  return { seconds, windows };
}

async function sendForAWhile({ installation, load, send, plan }: Setup): Promise<Window> {
  const { stack, tenants } = installation;
  const { p50Ms, p99Ms } = await load.makePaced({
    url: stack.gatewayUrls[0]! + send.path,
    requests: requestsOf(send, tenants),
    perSecond: plan.perSecond,
    seconds: plan.windowSeconds,
  });
  return { p50Ms, p99Ms };
}
