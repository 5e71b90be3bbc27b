import { setTimeout as delay } from 'node:timers/promises';
import type { BenchOptions } from '../bench';
import { readCpuTimes } from '../cpu/cpu-times';
import { Installation } from './installation';
import { behaviours } from './receiver/behaviours';
import { formatResults, resultOf, type Period, type Round } from './report.rules';
import { callAtRate } from './tenants';

const plans = {
  full: { rounds: 5, seconds: 8 },
  quick: { rounds: 3, seconds: 3 },
};

type Plan = (typeof plans)[keyof typeof plans];

/** So little that a small machine is mostly idle, or the tenants would be measured against themselves. */
const TENANT_CALLS_PER_SECOND = 10;
const EVENTS_PER_SECOND = 5;
/** Until calls of the endpoint are under way, and until what the last ones left is over. */
const LEAD_MS = 1_000;

/** Ten tenants that read, alone and beside an account whose events go to one endpoint of each kind, in turn. */
export async function runHostileEndpointsBench({ quick, json }: BenchOptions): Promise<void> {
  const plan = quick ? plans.quick : plans.full;
  say('Starting the services in one process, with 10 tenants');
  const installation = await Installation.start();
  try {
    await measureTenants(installation, plan.seconds);
    const results = [];
    for (const kind of Object.keys(behaviours)) {
      say(`Measuring beside an endpoint: ${kind}`);
      const rounds: Round[] = [];
      for (let round = 0; round < plan.rounds; round += 1)
        rounds.push(await measureRound(installation, kind, plan));
      results.push(resultOf(kind, rounds));
    }
    console.log(json ? JSON.stringify({ ...plan, results }, null, 2) : formatResults(results));
  } finally {
    await installation.stop();
  }
}

async function measureRound(installation: Installation, kind: string, { seconds }: Plan): Promise<Round> {
  const alone = await measureTenants(installation, seconds);
  const url = await installation.receiver.play(kind);
  const endpoint = await installation.register(url);
  const events = callAtRate(createTicket(installation), EVENTS_PER_SECOND, seconds + LEAD_MS / 1_000);
  await delay(LEAD_MS);
  const beside = await measureTenants(installation, seconds);
  await events;
  const outcome = await installation.unregister(endpoint);
  // The receiver hangs up on whoever still waits for the last one.
  await installation.receiver.play('a good receiver');
  await delay(LEAD_MS);
  return { alone, beside, outcome };
}

async function measureTenants({ stack, tenants }: Installation, seconds: number): Promise<Period> {
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

/** Progress goes to stderr: stdout is the result's. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
