import type { Client } from 'pg';
import { compare, type Round } from '../api/comparison.rules';
import { measure, warmUp, warmUps, type Instruments } from '../api/measure';
import type { Operation } from '../api/operations';
import type { Target } from '../api/target';
import type { BenchOptions, Report } from '../bench';
import type { ChildServer } from '../child';
import { Installation, type InstallationOptions } from '../installation/installation';
import { Meter } from '../installation/meter';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { fulfilled } from '../fulfilled';
import { isMissed } from '../verdict.rules';
import { startReceiver } from '../webhook-backlog/receiver/receiver';
import { backUp } from './backup';
import { fill } from './fill';
import { formatReport, verdictsOf, type Figures, type Row } from './report.rules';
import { measureRetention } from './retention';
import { operationsOf } from './rows';
import type { Shape } from './shape';
import { readSizes } from './sizes';

/** Deliveries are kept for 30 days. */
const DAYS = 29;
const plans = {
  full: {
    each: { messages: 10_000, conversations: 1_000, days: DAYS },
    accounts: { small: 5, large: 200 },
    cloudCustomers: 200,
    rounds: 3,
    seconds: 2,
    extraRounds: 1,
    warmUp: { seconds: 1, times: 6, tolerance: 0.05 },
    only: [] as string[],
    retention: { windowSeconds: 5, windows: 4, messageDays: 26 },
  },
  quick: {
    each: { messages: 500, conversations: 50, days: DAYS },
    accounts: { small: 5, large: 200 },
    cloudCustomers: 50,
    rounds: 3,
    seconds: 1.5,
    extraRounds: 1,
    warmUp: { seconds: 0.75, times: 5, tolerance: 0.1 },
    only: [],
    retention: { windowSeconds: 2, windows: 3, messageDays: 26 },
  },
  smallest: {
    each: { messages: 40, conversations: 10, days: DAYS },
    accounts: { small: 1, large: 3 },
    cloudCustomers: 5,
    rounds: 1,
    seconds: 0.1,
    extraRounds: 0,
    warmUp: warmUps.smallest,
    // The retention sends.
    only: ['messages-deep', 'failed-deliveries'],
    retention: { windowSeconds: 0.2, windows: 1, messageDays: 26 },
  },
};
type Plan = (typeof plans)[keyof typeof plans];

const CONNECTIONS = 16;
/** Sends per second, if they were not measured. */
const UNKNOWN_RATE = 100;

/** The tables whose rows are counted in the restored backup. */
const COUNTED = ['messaging.messages', 'webhooks.endpoint_deliveries'];

/** An installation that is filled, with a connection to its database. */
interface Filled extends Instruments {
  installation: Installation;
  database: Client;
  target: Target;
  operations: Operation[];
}

/** Programs of the bench. */
interface Helpers {
  load: LoadGenerator;
  receiver: ChildServer;
}

/** The same accounts alone and among many others: lists, sends, retention, sizes, backup and restore. */
export async function runLargeInstallationBench(options: BenchOptions): Promise<Report> {
  const helpers = { load: LoadGenerator.start(), receiver: await startReceiver() };
  try {
    const figures = await measureBoth(options, helpers);
    const verdicts = figures.rows.flatMap(verdictsOf);
    return { figures, text: formatReport(figures), isMissed: verdicts.some(isMissed) };
  } finally {
    helpers.receiver.stop();
    helpers.load.stop();
  }
}

async function measureBoth(
  { size, topology = 'split', only }: BenchOptions,
  helpers: Helpers,
): Promise<Figures> {
  const plan = plans[size];
  const shapes = {
    small: { ...plan.each, accounts: plan.accounts.small },
    large: { ...plan.each, accounts: plan.accounts.large },
  };
  const wanted = { topology, accounts: plan.accounts.small, rows: 0 };
  say(`Starting and filling the installations (${topology})`);
  // The smallest form compares one with itself, since starting another takes longest.
  const filled = size === 'smallest' ? [shapes.large] : [shapes.small, shapes.large];
  const opened = await Promise.allSettled(filled.map((shape) => open(wanted, shape, plan, helpers)));
  try {
    const [small, large = small] = opened.map(fulfilled) as [Filled, Filled?];
    const sizes = await readSizes(large.database);
    const rows = await measureRows(small, large, only.length > 0 ? { ...plan, only } : plan, helpers);
    say('Measuring retention');
    const send = large.operations.find(({ key }) => key === 'send')!;
    const perSecond = paceOf(rows, send);
    const retention = await measureRetention({
      ...large,
      send,
      shape: shapes.large,
      plan: { ...plan.retention, perSecond },
    });
    say('Backing up, and restoring');
    const backup = await backUp(large.installation.stack, COUNTED);
    return { ...shapes, rows, retention, sizes, backup };
  } finally {
    for (const one of opened) if (one.status === 'fulfilled') await close(one.value);
  }
}

/** Half of the sends that the large installation can make. */
function paceOf(rows: readonly Row[], { name }: Operation): number {
  const rate = rows.find((row) => row.name === name)?.large.rate.median ?? UNKNOWN_RATE;
  return Math.ceil(rate / 2);
}

async function open(
  wanted: InstallationOptions,
  shape: Shape,
  { cloudCustomers }: Plan,
  { load, receiver }: Helpers,
): Promise<Filled> {
  const installation = await Installation.start(wanted);
  try {
    const { stack, tenants, backlog, counters, processIds, databaseUsers } = installation;
    const database = await fill(installation, shape, { receiverUrl: receiver.url, cloudCustomers });
    const people = shape.conversations;
    return {
      installation,
      database,
      load,
      meter: new Meter(backlog, counters),
      tenants,
      target: { name: 'an installation', url: stack.gatewayUrls[0]!, processIds, databaseUsers },
      operations: await operationsOf(installation, database, { people, cloudCustomers }),
    };
  } catch (error) {
    await installation.stop();
    throw error;
  }
}

async function close({ installation, database }: Filled): Promise<void> {
  await database.end();
  await installation.stop();
}

async function measureRows(
  small: Filled,
  large: Filled,
  plan: Omit<Plan, 'only'> & { only: readonly string[] },
  { load, receiver }: Helpers,
): Promise<Row[]> {
  const processIds = [small, large].flatMap(({ target }) => Object.values(target.processIds));
  const machine = new MachineWatch([process.pid, load.pid, receiver.pid, ...processIds]);
  const rows: Row[] = [];
  for (const [index, operation] of small.operations.entries()) {
    if (plan.only.length > 0 && !plan.only.includes(operation.key)) continue;
    const both = [
      { ...small, operation },
      { ...large, operation: large.operations[index]! },
    ] as const;
    rows.push(await measureRow(machine, both, plan));
  }
  return rows;
}

type Measured = Filled & { operation: Operation };

async function measureRow(
  machine: MachineWatch,
  [small, large]: readonly [Measured, Measured],
  plan: Omit<Plan, 'only'>,
): Promise<Row> {
  const { name } = small.operation;
  say(`Measuring ${name}`);
  for (const each of [small, large]) {
    await warmUp(each, each.target, { operation: each.operation, connections: CONNECTIONS }, plan.warmUp);
    await each.installation.backlog.drained();
  }
  const measureOne = (one: Measured) =>
    measure(one, one.target, { operation: one.operation, connections: CONNECTIONS }, plan.seconds);
  const { rounds, ...quiet } = await machine.measureQuietly(plan, async (_, check): Promise<Round> => {
    const floor = await measureOne(small);
    check();
    return { floor, ours: await measureOne(large) };
  });
  const { ours, floor, ratio } = compare(rounds);
  return { name, small: floor, large: ours, ratio, rounds: quiet };
}
