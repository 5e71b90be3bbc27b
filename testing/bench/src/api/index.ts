import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NETWORK_PATH } from '@chat/device-network';
import type { BenchOptions, Report, Topology } from '../bench';
import { ChildServer } from '../child';
import { readMemory } from '../cpu/memory';
import { FLOOR_SETTINGS, type FloorSettings } from '../floor/settings';
import type { Backlog } from '../installation/backlog';
import type { Counters, StatementCount } from '../installation/counters';
import {
  APP_SECRET,
  RATE_LIMIT,
  SMALLEST,
  VERIFY_TOKEN,
  withInstallation,
  type Installation,
} from '../installation/installation';
import { Meter, type Spent } from '../installation/meter';
import { MANY_ROWS } from '../installation/seed';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { openIfDisturbed } from '../verdict.rules';
import { compare, type Round } from './comparison.rules';
import { goalOf, judge } from './goals.rules';
import { measure, warmUp, warmUps, type Instruments } from './measure';
import { operations, reduced, type Row } from './operations';
import { formatReport, type MeasuredTopology, type Result } from './report.rules';
import { rowsOf } from './rows.rules';
import { statementCosts } from './statements.rules';
import { assertSameAnswer, type Target } from './target';

const usual = { operations, rows: MANY_ROWS, idleSeconds: 4 };
const plans = {
  full: {
    ...usual,
    rounds: 5,
    seconds: 8,
    extraRounds: 5,
    warmUp: warmUps.full,
  },
  quick: {
    ...usual,
    rounds: 3,
    seconds: 1.5,
    extraRounds: 1,
    warmUp: warmUps.quick,
  },
  smallest: {
    operations: reduced(operations, { accounts: SMALLEST.accounts, recipients: SMALLEST.cloudCustomers }),
    rows: SMALLEST.rows,
    idleSeconds: 0.2,
    rounds: 1,
    seconds: 0.2,
    extraRounds: 0,
    warmUp: warmUps.smallest,
  },
};

type Plan = (typeof plans)[keyof typeof plans];

/** Everything needed for a measurement. */
interface Setup extends Instruments {
  topology: Topology;
  targets: readonly [Target, Target];
  machine: MachineWatch;
  backlog: Backlog;
  /** Null unless statements were requested. */
  counters: Counters | null;
  plan: Plan;
}

/** Requests through all services against the same work in one plain process, alternating. */
export async function runApiBench(options: BenchOptions): Promise<Report> {
  const plan = plans[options.size];
  const topologies: Topology[] = options.topology ? [options.topology] : ['split', 'standalone'];
  const measured: MeasuredTopology[] = [];
  for (const topology of topologies) {
    const rows = rowsOf(plan.operations, topology, options);
    if (rows.length > 0) measured.push(await measureTopology(topology, rows, plan, options));
  }
  return { figures: figuresOf(measured, plan), text: formatReport(measured) };
}

function measureTopology(
  topology: Topology,
  rows: readonly Row[],
  plan: Plan,
  { statements, shared }: BenchOptions,
): Promise<MeasuredTopology> {
  const accounts = Math.max(...rows.map(({ operation }) => operation.accounts));
  say(
    `Starting the services (${topology}), with ${accounts} linked phones, ${plan.rows} conversations and contacts`,
  );
  const cloudCustomers = Math.max(...rows.map(({ operation }) => operation.cloudCustomers ?? 0));
  const options = { topology, accounts, rows: plan.rows, ...(cloudCustomers > 0 && { cloudCustomers }) };
  return withInstallation(shared, options, (installation) =>
    measureRows(installation, { rows, plan, cloudCustomers, statements }),
  );
}

interface Measuring {
  rows: readonly Row[];
  plan: Plan;
  cloudCustomers: number;
  statements: boolean;
}

async function measureRows(
  installation: Installation,
  { rows, plan, cloudCustomers, statements }: Measuring,
): Promise<MeasuredTopology> {
  const { topology } = installation;
  const load = LoadGenerator.start();
  try {
    const floor = await startFloor(installation, cloudCustomers);
    try {
      const { backlog, counters, tenants, processIds } = installation;
      const meter = new Meter(backlog, counters);
      const machine = new MachineWatch([process.pid, load.pid, floor.pid, ...Object.values(processIds)]);
      const targets = targetsOf(installation, floor);
      const setup: Setup = {
        topology,
        load,
        backlog,
        meter,
        tenants,
        targets,
        machine,
        plan,
        counters: statements ? counters : null,
      };
      const idle = await measureIdle(meter, targets[0], plan.idleSeconds);
      const results: Result[] = [];
      for (const row of rows) results.push(await measureRow(setup, row));
      return { topology, idle, results, memoryMiB: await readMemory(installation.programIds) };
    } finally {
      floor.stop();
    }
  } finally {
    load.stop();
  }
}

/** Resolves when the floor has copied the tables, linked its phones and listens. */
function startFloor({ stack, tenants }: Installation, cloudCustomers: number): Promise<ChildServer> {
  const settings: FloorSettings = {
    database_url: stack.databaseUrl,
    network_url: stack.sandboxUrl.replace('http', 'ws') + NETWORK_PATH,
    sandbox_url: stack.sandboxUrl,
    rate_limit: RATE_LIMIT,
    app_secret: APP_SECRET,
    verify_token: VERIFY_TOKEN,
    cloud_customers: cloudCustomers,
    accounts: tenants.map(({ accountId, channelId, credential, cloud }) => ({
      account_id: accountId,
      channel_id: channelId,
      client_id: credential.clientId,
      client_secret: credential.clientSecret,
      ...(cloud && { cloud_channel_id: cloud.channelId }),
    })),
  };
  const entry = join(__dirname, '../floor/main.js');
  return ChildServer.listen(entry, 'The floor', { [FLOOR_SETTINGS]: JSON.stringify(settings) });
}

function targetsOf(installation: Installation, floor: ChildServer): readonly [Target, Target] {
  const { stack, processIds, databaseUsers } = installation;
  const { postgres, sandbox } = processIds;
  return [
    { name: 'ours', url: stack.gatewayUrls[0]!, processIds, databaseUsers },
    {
      name: 'floor',
      url: floor.url,
      processIds: { floor: floor.pid, postgres: postgres!, sandbox: sandbox! },
      databaseUsers: ['postgres', 'chat_sandbox'],
    },
  ];
}

/** Measures what the product uses in an idle second. */
function measureIdle(meter: Meter, ours: Target, seconds: number): Promise<Spent> {
  const startedAt = performance.now();
  return meter.measure(ours, {
    seconds,
    make: async () => {
      await delay(seconds * 1_000);
      return { started: (performance.now() - startedAt) / 1_000 };
    },
    done: () => Promise.resolve((performance.now() - startedAt) / 1_000),
  });
}

async function measureRow(setup: Setup, row: Row): Promise<Result> {
  const { operation, connections } = row;
  const { topology, targets, tenants, machine, plan } = setup;
  await assertSameAnswer(targets, operation, tenants[0]!);
  say(`Measuring ${operation.name}, ${connections} connections`);
  await warmUpBoth(setup, row);
  const statementsBefore = await readStatements(setup);
  let requests = 0;
  const { rounds, ...quiet } = await machine.measureQuietly(plan, async (_, check): Promise<Round> => {
    const ours = await measure(setup, targets[0], row, plan.seconds);
    requests += ours.started;
    check();
    return { ours, floor: await measure(setup, targets[1], row, plan.seconds) };
  });
  const statementsAfter = await readStatements(setup);
  const comparison = compare(rounds);
  const goal = goalOf(topology, operation.key, connections) ?? {};
  return {
    operation: topology === 'split' ? operation.name : `${operation.name} (${topology})`,
    path: operation.path,
    connections,
    verdicts: openIfDisturbed(judge(goal, comparison), quiet),
    statements: statementsBefore && statementCosts(statementsBefore, statementsAfter ?? [], requests),
    rounds: quiet,
    ...comparison,
  };
}

/** The statements of our processes, if requested. The floor's sandbox runs the same ones. */
async function readStatements({ counters, targets }: Setup): Promise<StatementCount[] | null> {
  const users = targets[0].databaseUsers.filter((user) => user !== 'chat_sandbox');
  return counters && counters.readStatements(users);
}

/**
 * V8 compiles what was called often. With a single connection, this takes minutes, in which rates rise too slowly to be
 * noticed; so both are warmed up with more connections first.
 */
const WARM_UP_CONNECTIONS = 16;

/** The warm-up before the rounds is not counted. */
async function warmUpBoth(setup: Setup, row: Row): Promise<void> {
  const { warmUp: plan } = setup.plan;
  for (const target of setup.targets) {
    if (row.connections < WARM_UP_CONNECTIONS) {
      await warmUp(setup, target, { ...row, connections: WARM_UP_CONNECTIONS }, plan);
    }
    await warmUp(setup, target, row, plan);
    await setup.backlog.drained();
  }
}

function figuresOf(measured: readonly MeasuredTopology[], { rounds, seconds, warmUp: warm }: Plan): object {
  const machine = { node: process.version, cpus: cpus().length, platform: process.platform };
  return { machine, rounds, seconds, warmUp: warm, measured };
}
