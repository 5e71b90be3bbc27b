import { setTimeout as delay } from 'node:timers/promises';
import type { BenchOptions } from '../bench';
import { readCpuTimes } from '../cpu/cpu-times';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { Installation } from './installation';
import { behaviours } from './receiver/behaviours';
import { formatResult, formatResults, resultOf, type Period, type Result, type Round } from './report.rules';
import { callAtRate } from './tenants';

const plans = {
  full: { rounds: 7, extraRounds: 7, seconds: 10 },
  quick: { rounds: 4, extraRounds: 4, seconds: 3 },
};

type Plan = (typeof plans)[keyof typeof plans];

/** So little that a small machine is mostly idle, or the tenants would be measured against themselves. */
const TENANT_CALLS_PER_SECOND = 40;
const EVENTS_PER_SECOND = 5;
/** Until calls of the endpoint are under way. */
const LEAD_MS = 1_000;
/** Until what the last calls left is over. */
const REST_MS = 500;
/** Gets the same events while the tenants are alone, so that only the hostility differs. */
const GOOD = 'a good receiver';

/**
 * Ten tenants that read, beside an account whose events go to one endpoint of each kind, against the same beside a good
 * receiver. The row of the good receiver compares it with itself, which is the noise of the measurement.
 */
export async function runHostileEndpointsBench({ quick, json, only }: BenchOptions): Promise<void> {
  const plan = quick ? plans.quick : plans.full;
  const kinds = selectKinds(only);
  say('Starting the services in one process, with 10 tenants');
  const installation = await Installation.start();
  const machine = new MachineWatch([process.pid]);
  try {
    await measureBeside(installation, GOOD, plan);
    const results: Result[] = [];
    for (const kind of kinds) {
      const result = await measureKind(installation, machine, kind, plan);
      say(formatResult(result));
      results.push(result);
    }
    console.log(json ? JSON.stringify({ ...plan, results }, null, 2) : formatResults(results));
  } finally {
    await installation.stop();
  }
}

/** Rounds in which something else disturbed the machine are measured again, so many times. */
async function measureKind(
  installation: Installation,
  machine: MachineWatch,
  kind: string,
  plan: Plan,
): Promise<Result> {
  const { rounds, disturbed } = await machine.measureQuietly(plan, (index) =>
    measureRound(installation, kind, plan, index),
  );
  return { ...resultOf(kind, rounds), disturbed };
}

/** All kinds, unless some are named. */
function selectKinds(only: readonly string[]): readonly string[] {
  const all = Object.keys(behaviours);
  const unknown = only.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no row "${unknown}". The rows are: ${all.join(', ')}.`);
  return only.length > 0 ? only : all;
}

/** The two take turns at being first, so that a machine that becomes slower favours neither. */
async function measureRound(
  installation: Installation,
  kind: string,
  plan: Plan,
  round: number,
): Promise<Round> {
  const isAloneFirst = round % 2 === 0;
  const first = await measureBeside(installation, isAloneFirst ? GOOD : kind, plan);
  const second = await measureBeside(installation, isAloneFirst ? kind : GOOD, plan);
  return isAloneFirst ? { alone: first, beside: second } : { alone: second, beside: first };
}

async function measureBeside(installation: Installation, kind: string, { seconds }: Plan): Promise<Period> {
  const url = await installation.receiver.play(kind);
  const endpoint = await installation.register(url);
  const events = callAtRate(createTicket(installation), EVENTS_PER_SECOND, seconds + LEAD_MS / 1_000);
  await delay(LEAD_MS);
  const tenants = await measureTenants(installation, seconds);
  await events;
  const outcome = await installation.unregister(endpoint);
  // The receiver hangs up on whoever still waits for the last one.
  await installation.receiver.play(GOOD);
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
    latenciesMs: calls.flatMap(({ latenciesMs }) => latenciesMs),
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
