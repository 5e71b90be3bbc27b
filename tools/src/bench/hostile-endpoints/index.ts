import { setTimeout as delay } from 'node:timers/promises';
import type { BenchOptions } from '../bench';
import { readCpuTimes } from '../cpu/cpu-times';
import { say } from '../progress';
import { isDisturbed, leastDisturbed, type Watched } from '../quiet/disturbance.rules';
import { MachineWatch } from '../quiet/machine-watch';
import { Installation } from './installation';
import { behaviours } from './receiver/behaviours';
import { formatResults, resultOf, type Period, type Result } from './report.rules';
import { scheduleOf } from './schedule.rules';
import { callAtRate } from './tenants';

/** The full plan takes about fifteen minutes for all kinds. `extra`: maximum number of periods that are repeated. */
const plans = {
  full: { rounds: 6, seconds: 4, extra: 10 },
  quick: { rounds: 1, seconds: 3, extra: 2 },
};

type Plan = (typeof plans)[keyof typeof plans];

/** Low enough that a small machine is mostly idle; otherwise the tenants would only measure each other. */
const TENANT_CALLS_PER_SECOND = 40;
const EVENTS_PER_SECOND = 5;
/** The time until calls of the endpoint are in progress. */
const LEAD_MS = 1_000;
/** The time until the effects of the last calls are over. */
const REST_MS = 500;
/** Receives the same events, so that only the hostility differs. */
const GOOD = 'a good receiver';

/**
 * Ten tenants read, while an account sends its events to one endpoint, which plays one kind after the other. Each
 * hostile kind is compared with all periods of the good receiver. The row of the good receiver compares half of those
 * with the other half, which shows the noise of the measurement.
 */
export async function runHostileEndpointsBench({ quick, json, only }: BenchOptions): Promise<void> {
  const plan = quick ? plans.quick : plans.full;
  const kinds = selectKinds(only);
  say('Starting the services in one process, with 10 tenants');
  const installation = await Installation.start();
  try {
    await measurePeriod(installation, GOOD, plan);
    const periods = await measurePeriods(installation, kinds, plan);
    const results = resultsOf(periods, kinds, plan);
    console.log(json ? JSON.stringify({ ...plan, results }, null, 2) : formatResults(results));
  } finally {
    await installation.stop();
  }
}

/** Measures periods, repeating those in which something else disturbed the machine, up to a limit. */
async function measurePeriods(
  installation: Installation,
  kinds: readonly string[],
  plan: Plan,
): Promise<Map<string, Watched<Period>[]>> {
  const machine = new MachineWatch([process.pid]);
  const hostile = kinds.filter((kind) => kind !== GOOD);
  const schedule = scheduleOf(GOOD, hostile, plan.rounds, Math.random);
  const planned = schedule.length;
  const periods = new Map<string, Watched<Period>[]>();
  for (let index = 0; index < schedule.length; index += 1) {
    const kind = schedule[index]!;
    say(`${index + 1} of ${schedule.length}: ${kind}`);
    const { round: period, disturbance } = await machine.watch(() => measurePeriod(installation, kind, plan));
    periods.set(kind, [...(periods.get(kind) ?? []), { round: period, disturbance }]);
    if (isDisturbed(disturbance) && schedule.length < planned + plan.extra) schedule.push(kind);
  }
  return periods;
}

/** For each kind, the least disturbed periods count; for the good receiver, the undisturbed ones, but at least half. */
function resultsOf(
  periods: ReadonlyMap<string, Watched<Period>[]>,
  kinds: readonly string[],
  { rounds }: Plan,
): Result[] {
  const goodOnes = periods.get(GOOD)!;
  const quiet = goodOnes.filter(({ disturbance }) => !isDisturbed(disturbance)).length;
  const good = leastDisturbed(goodOnes, Math.max(quiet, Math.ceil(goodOnes.length / 2)));
  const half = (rest: number) => good.rounds.filter((_, index) => index % 2 === rest);
  const noise = resultOf(GOOD, { ...good, rounds: half(0) }, secondsOf(half(1)), Math.random);

  const hostile = kinds.filter((kind) => kind !== GOOD);
  const beside = (name: string, some: readonly string[]) => {
    const choice = leastDisturbed(
      some.flatMap((kind) => periods.get(kind)!),
      some.length * rounds,
    );
    return resultOf(name, choice, secondsOf(good.rounds), Math.random);
  };
  return [
    noise,
    ...hostile.map((kind) => beside(kind, [kind])),
    ...(hostile.length > 1 ? [beside('all hostile kinds', hostile)] : []),
  ];
}

function secondsOf(periods: readonly Period[]): number[][] {
  return periods.flatMap(({ latenciesMs }) => latenciesMs);
}

/** All kinds, unless some are named. */
function selectKinds(only: readonly string[]): readonly string[] {
  const all = Object.keys(behaviours);
  const unknown = only.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no row "${unknown}". The rows are: ${all.join(', ')}.`);
  return only.length > 0 ? only : all;
}

async function measurePeriod(installation: Installation, kind: string, { seconds }: Plan): Promise<Period> {
  const url = await installation.play(kind);
  const endpoint = await installation.register(url);
  const events = callAtRate(createTicket(installation), EVENTS_PER_SECOND, seconds + LEAD_MS / 1_000);
  await delay(LEAD_MS);
  const tenants = await measureTenants(installation, seconds);
  await events;
  const outcome = await installation.unregister(endpoint);
  // Starting the good receiver closes the connections that still wait for the last one.
  await installation.play(GOOD);
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
