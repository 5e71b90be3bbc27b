import type { CreatedWebhook } from '@chat/contracts/webhooks';
import type { BenchOptions, Report, Topology } from '../bench';
import { readMemory } from '../cpu/memory';
import { MANY_ACCOUNTS, SMALLEST, withInstallation, type Installation } from '../installation/installation';
import { Meter } from '../installation/meter';
import type { Queues } from '../installation/queues.rules';
import { MANY_ROWS } from '../installation/seed';
import { QueueWatch } from '../installation/queue-watch';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { PhonesProcess } from './phones/phones-process';
import {
  backlogSeconds,
  formatReport,
  longestQueues,
  resultOf,
  type InboundRound,
  type Result,
} from './report.rules';
import { scenariosOf, type Scenario } from './scenarios';

const usual = { accounts: MANY_ACCOUNTS, rows: MANY_ROWS };
const plans = {
  full: { ...usual, rounds: 5, seconds: 20, extraRounds: 3, warmUpSeconds: 10 },
  quick: { ...usual, rounds: 2, seconds: 8, extraRounds: 1, warmUpSeconds: 4 },
  smallest: { ...SMALLEST, rounds: 1, seconds: 0.2, extraRounds: 0, warmUpSeconds: 0.1 },
};

type Plan = (typeof plans)[keyof typeof plans];

/** The interval at which the queues are read while people write. */
const LOOK_MS = 250;

/** Everything that a row needs. */
interface Setup {
  installation: Installation;
  phones: PhonesProcess;
  meter: Meter;
  machine: MachineWatch;
  plan: Plan;
}

/** From a message that a person writes, to a phone or to a Cloud number, to the signed webhook at its receiver. */
export async function runInboundBench(options: BenchOptions): Promise<Report> {
  const plan = plans[options.size];
  const topology = options.topology ?? 'split';
  const results: Result[] = [];
  for (const isFresh of [true, false]) {
    const rows = scenariosOf(options.only)
      .filter((scenario) => scenario.isFresh === isFresh)
      .map((scenario) => ({ ...scenario, accounts: Math.min(scenario.accounts, plan.accounts) }));
    if (rows.length > 0) results.push(...(await measureOnInstallation(rows, { ...options, topology })));
  }
  return { figures: { topology, ...plan, results }, text: formatReport(results) };
}

function measureOnInstallation(
  rows: readonly Scenario[],
  { size, topology, shared }: BenchOptions & { topology: Topology },
): Promise<Result[]> {
  const plan = plans[size];
  const isFresh = rows.every((row) => row.isFresh);
  const accounts = Math.max(...rows.map((row) => row.accounts));
  const data = isFresh ? 'empty tables' : `${plan.rows} conversations`;
  say(`Starting the services (${topology}), with ${accounts} linked phones and ${data}`);
  const options = {
    topology,
    accounts,
    rows: isFresh ? 0 : plan.rows,
    ...(rows.some((row) => row.isCloud) && { cloudCustomers: 0 }),
  };
  return withInstallation(shared, options, (installation) => measureScenarios(installation, rows, plan));
}

async function measureScenarios(
  installation: Installation,
  rows: readonly Scenario[],
  plan: Plan,
): Promise<Result[]> {
  const phones = PhonesProcess.start();
  try {
    const removeReceivers = await registerReceivers(installation, phones);
    const meter = new Meter(installation.backlog, installation.counters);
    const machine = new MachineWatch([process.pid, phones.pid, ...Object.values(installation.processIds)]);
    const setup = { installation, phones, meter, machine, plan };
    const results: Result[] = [];
    for (const row of rows) results.push(await measureScenario(setup, row));
    await removeReceivers();
    return results;
  } finally {
    phones.stop();
  }
}

/** Registers one receiver for the messages of each account. @returns a function that removes them. */
async function registerReceivers(
  { stack, tenants }: Installation,
  phones: PhonesProcess,
): Promise<() => Promise<void>> {
  const urls = await phones.listen(tenants.length);
  const created: CreatedWebhook[] = [];
  for (const [index, { credential }] of tenants.entries()) {
    const body = { label: 'Bench', url: urls[index], events: ['message.received'] };
    created.push((await stack.client(credential).post<CreatedWebhook>('/v1/webhooks', body)).data);
  }
  await phones.trust(created.map(({ secret }) => secret));
  return async () => {
    for (const [index, { credential }] of tenants.entries())
      await stack.client(credential).delete(`/v1/webhooks/${created[index]!.webhook.id}`);
  };
}

/**
 * Measures a row. A fresh installation is fresh only once: its row has no warm-up, and one round with the length of
 * all.
 */
async function measureScenario(setup: Setup, scenario: Scenario): Promise<Result> {
  const { installation, machine, plan } = setup;
  say(`Measuring ${scenario.name}`);
  if (!scenario.isFresh) await writeMessages(setup, scenario, plan.warmUpSeconds);
  const seconds = scenario.isFresh ? plan.seconds * Math.min(plan.rounds, 3) : plan.seconds;
  const choice = await machine.measureQuietly(scenario.isFresh ? { rounds: 1, extraRounds: 0 } : plan, () =>
    writeMessages(setup, scenario, seconds),
  );
  const memoryMiB = await readMemory(installation.programIds);
  return resultOf(scenario, choice, memoryMiB);
}

async function writeMessages(
  { installation, phones, meter }: Setup,
  { pace, accounts, isCloud }: Scenario,
  seconds: number,
): Promise<InboundRound> {
  const { stack, tenants, backlog } = installation;
  const businessNumbers = tenants
    .slice(0, accounts)
    .map(({ phone, cloud }) => (isCloud ? cloud!.phone : phone));
  const writing = { pace, seconds, sandboxUrl: stack.sandboxUrl, businessNumbers };
  let looks: Queues[] = [];
  const round = await meter.measure(installation, {
    seconds,
    make: async () => {
      const watch = QueueWatch.start(backlog, LOOK_MS);
      try {
        return await phones.write(writing);
      } finally {
        looks = await watch.stop();
      }
    },
    done: () => phones.arrived(),
  });
  const rate = round.arrivedMeanwhile / round.seconds;
  return { ...round, rate, backlogSeconds: backlogSeconds(looks, rate), longest: longestQueues(looks) };
}
