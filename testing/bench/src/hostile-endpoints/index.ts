import { setTimeout as delay } from 'node:timers/promises';
import type { BenchOptions, Report } from '../bench';
import { readCpuTimes } from '../cpu/cpu-times';
import { say } from '../progress';
import { isDisturbed, leastDisturbed, type Choice, type Watched } from '../quiet/disturbance.rules';
import { MachineWatch } from '../quiet/machine-watch';
import { Installation } from './installation';
import { behaviours } from './receiver/behaviours';
import { formatResults, resultOf, type Period, type Result } from './report.rules';
import { scheduleOf } from './schedule.rules';
import { callAtRate } from './tenants';

/** The time until calls of the endpoint are in progress. */
const LEAD_MS = 1_000;

/**
 * `stages`: the rounds of each stage; only kinds that are still open after a stage take part in the next. The full plan
 * takes up to an hour. `extra`: maximum number of periods that a stage repeats.
 */
const plans = {
  full: { tenants: 10, stages: [4, 4, 8, 16], leadMs: LEAD_MS, seconds: 6, extra: 10 },
  quick: { tenants: 10, stages: [1], leadMs: LEAD_MS, seconds: 3, extra: 2 },
  smallest: { tenants: 2, stages: [1], leadMs: 0, seconds: 1, extra: 0 },
};

type Plan = (typeof plans)[keyof typeof plans];

/** Low enough that a small machine is mostly idle; otherwise the tenants would only measure each other. */
const TENANT_CALLS_PER_SECOND = 40;
const EVENTS_PER_SECOND = 5;
/** The share of a kind's periods that counts at least, however disturbed they are. */
const LEAST_SHARE = 0.75;
/** The time until the effects of the last calls are over. */
const REST_MS = 500;
/** Receives the same events, so that only the hostility differs. */
const GOOD = 'a good receiver';
const HOSTILE = Object.keys(behaviours).filter((kind) => kind !== GOOD);
/** The row of all periods with one hostile receiver. */
const ALL = 'all hostile kinds';
/** Periods in which the account has an endpoint of every hostile kind, so each event goes to all of them. */
const AT_ONCE = 'all kinds at once';
/** What those are compared with, so that only the hostility differs. */
const GOOD_AT_ONCE = 'as many good receivers';

/** Rows that are compared with those of the baseline, whose receivers get the same events. */
interface Comparison {
  baseline: string;
  hostile: readonly string[];
}

/**
 * Ten tenants read, while an account sends its events to one endpoint, which plays one kind after the other, and then to
 * an endpoint of every kind. The row of a baseline compares half of its periods with the other half, which shows the
 * noise of the measurement.
 */
export async function runHostileEndpointsBench({ size, only }: BenchOptions): Promise<Report> {
  const plan = plans[size];
  // All kinds at once include each of them.
  const comparisons = selectComparisons(size === 'smallest' && only.length === 0 ? [AT_ONCE] : only);
  say(`Starting the services in one process, with ${plan.tenants} tenants`);
  const installation = await Installation.start(plan.tenants);
  try {
    await measurePeriod(installation, GOOD, plan);
    const results: Result[] = [];
    for (const comparison of comparisons)
      results.push(...(await measureInStages(installation, comparison, plan)));
    return { figures: { ...plan, results }, text: formatResults(results) };
  } finally {
    await installation.stop();
  }
}

/** The periods of each row, in the order in which they were measured. */
type Periods = Map<string, Watched<Period>[]>;

/** Measures every row, and those that remain open again, for longer and longer. */
async function measureInStages(
  installation: Installation,
  { baseline, hostile }: Comparison,
  plan: Plan,
): Promise<Result[]> {
  const machine = new MachineWatch([process.pid]);
  const periods: Periods = new Map();
  const results = new Map<string, Result>();
  let open = hostile;
  for (const [index, rounds] of plan.stages.entries()) {
    if (open.length === 0) break;
    say(`Stage ${index + 1} of ${plan.stages.length}: ${rounds} rounds of ${open.length} hostile rows`);
    const schedule = scheduleOf(baseline, open, rounds, Math.random);
    await measurePeriods(installation, machine, schedule, plan, periods);
    const stageResults = resultsOf(periods, { baseline, hostile });
    // A decided row keeps its result: later periods of the baseline may belong to another hour of the machine.
    const isNew = ({ kind }: Result) => !hostile.includes(kind) || open.includes(kind);
    for (const result of stageResults.filter(isNew)) results.set(result.kind, result);
    open = open.filter((kind) => results.get(kind)!.finding === 'open');
    if (open.length > 0) say(formatResults([...results.values()]));
  }
  return [...results.values()];
}

/** Measures the periods, repeating those in which something else disturbed the machine, up to a limit. */
async function measurePeriods(
  installation: Installation,
  machine: MachineWatch,
  schedule: string[],
  plan: Plan,
  periods: Periods,
): Promise<void> {
  const planned = schedule.length;
  for (let index = 0; index < schedule.length; index += 1) {
    const kind = schedule[index]!;
    say(`${index + 1} of ${schedule.length}: ${kind}`);
    const { round: period, disturbance } = await machine.watch(() => measurePeriod(installation, kind, plan));
    periods.set(kind, [...(periods.get(kind) ?? []), { round: period, disturbance }]);
    if (isDisturbed(disturbance) && schedule.length < planned + plan.extra) schedule.push(kind);
  }
}

/** The undisturbed periods count, but at least three quarters of all. */
function resultsOf(periods: Periods, { baseline, hostile }: Comparison): Result[] {
  const good = quietest(periods.get(baseline)!);
  const all = hostile.flatMap((kind) => periods.get(kind)!);
  const half = (rest: number) => good.rounds.filter((_, index) => index % 2 === rest);
  const beside = (name: string, some: readonly Watched<Period>[]) =>
    resultOf(name, quietest(some), secondsOf(good.rounds), Math.random);
  return [
    resultOf(baseline, { ...good, rounds: half(0) }, secondsOf(half(1)), Math.random),
    ...hostile.map((kind) => beside(kind, periods.get(kind)!)),
    ...(hostile.length > 1 ? [beside(ALL, all)] : []),
  ];
}

function quietest(periods: readonly Watched<Period>[]): Choice<Period> {
  const quiet = periods.filter(({ disturbance }) => !isDisturbed(disturbance)).length;
  return leastDisturbed(periods, Math.max(quiet, Math.ceil(periods.length * LEAST_SHARE)));
}

function secondsOf(periods: readonly Period[]): number[][] {
  return periods.flatMap(({ latenciesMs }) => latenciesMs);
}

/** All rows, unless some are named. */
function selectComparisons(only: readonly string[]): Comparison[] {
  const all = [...HOSTILE, AT_ONCE];
  const unknown = only.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no row "${unknown}". The rows are: ${all.join(', ')}.`);
  const isSelected = (name: string) => only.length === 0 || only.includes(name);
  return [
    { baseline: GOOD, hostile: HOSTILE.filter(isSelected) },
    { baseline: GOOD_AT_ONCE, hostile: [AT_ONCE].filter(isSelected) },
  ].filter(({ hostile }) => hostile.length > 0);
}

function receiversOf(row: string): readonly string[] {
  if (row === AT_ONCE) return HOSTILE;
  return row === GOOD_AT_ONCE ? HOSTILE.map(() => GOOD) : [row];
}

async function measurePeriod(
  installation: Installation,
  row: string,
  { leadMs, seconds }: Plan,
): Promise<Period> {
  const endpoints: number[] = [];
  for (const url of await installation.play(receiversOf(row)))
    endpoints.push(await installation.register(url));
  const events = callAtRate(createTicket(installation), EVENTS_PER_SECOND, seconds + leadMs / 1_000);
  await delay(leadMs);
  const tenants = await measureTenants(installation, seconds);
  await events;
  const outcome = await installation.unregister(endpoints);
  // Starting the good receiver closes the connections that still wait for the last one.
  await installation.play([GOOD]);
  await delay(REST_MS);
  return { ...tenants, outcome };
}

async function measureTenants(
  { stack, tenants }: Installation,
  seconds: number,
): Promise<Omit<Period, 'outcome'>> {
  const url = `${stack.gatewayUrls[0]}/v1/contacts?per_page=25`;
  const cpuMs = async () => (await readCpuTimes({ product: stack.pid('standalone') }))?.['product'] ?? null;
  const cpuBefore = await cpuMs();
  const startedAt = performance.now();
  const calls = await Promise.all(
    tenants.map((credential) =>
      callAtRate({ method: 'GET', url, credential }, TENANT_CALLS_PER_SECOND, seconds),
    ),
  );
  const elapsedMs = performance.now() - startedAt;
  const cpuAfter = await cpuMs();
  return {
    latenciesMs: Array.from({ length: seconds }, (_, second) =>
      calls.flatMap(({ latenciesMs }) => latenciesMs[second]!),
    ),
    failed: calls.reduce((total, { failed }) => total + failed, 0),
    cpuPercent: cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) / elapsedMs) * 100,
  };
}

function createTicket({ stack, neighbour }: Installation) {
  return {
    method: 'POST' as const,
    url: `${stack.gatewayUrls[0]}/v1/tickets`,
    credential: neighbour,
    body: JSON.stringify({ type_key: 'bench', subject: 'Where is my parcel?' }),
  };
}
