import { cpus } from 'node:os';
import { NETWORK_PATH } from '@chat/device-network';
import type { BenchOptions } from '../bench';
import { FloorProcess } from '../floor/floor-process';
import { LoadGenerator } from '../load/load-generator';
import { compare, type Round } from './comparison.rules';
import { Installation } from './installation';
import { measure, type Instruments } from './measure';
import { measuredOperations, type MeasuredOperation } from './operations';
import { formatReport, type Result } from './report.rules';
import { assertSameAnswer, type Target } from './target';

const plans = {
  full: { rounds: 5, seconds: 8, warmUpSeconds: 4 },
  quick: { rounds: 3, seconds: 2, warmUpSeconds: 2 },
};

type Plan = (typeof plans)[keyof typeof plans];

/** Requests through all services against the same work in one plain process, in turn. */
export async function runApiBench({ quick, json }: BenchOptions): Promise<void> {
  const plan = quick ? plans.quick : plans.full;
  say('Starting the services, with 10,000 conversations and 10,000 contacts');
  const installation = await Installation.start();
  const load = LoadGenerator.start();
  try {
    const floor = await startFloor(installation);
    try {
      const results = await measureAll(installation, floor, load, plan);
      console.log(json ? toJson(results, plan) : formatReport(results));
    } finally {
      floor.stop();
    }
  } finally {
    load.stop();
    await installation.stop();
  }
}

function startFloor({
  stack,
  accountId,
  channelId,
  credential,
  rateLimit,
}: Installation): Promise<FloorProcess> {
  return FloorProcess.start({
    database_url: stack.databaseUrl,
    network_url: stack.sandboxUrl.replace('http', 'ws') + NETWORK_PATH,
    sandbox_url: stack.sandboxUrl,
    account_id: accountId,
    channel_id: channelId,
    client_id: credential.clientId,
    client_secret: credential.clientSecret,
    rate_limit: rateLimit,
  });
}

async function measureAll(
  { stack, processIds, backlog, channelId, credential }: Installation,
  floor: FloorProcess,
  load: LoadGenerator,
  plan: Plan,
): Promise<Result[]> {
  const { postgres, sandbox } = processIds;
  const targets: [Target, Target] = [
    { name: 'ours', url: stack.gatewayUrls[0]!, processIds },
    {
      name: 'floor',
      url: floor.url,
      processIds: { floor: floor.pid, postgres: postgres!, sandbox: sandbox! },
    },
  ];
  const results: Result[] = [];
  for (const operation of measuredOperations(channelId)) {
    await assertSameAnswer(targets, operation, credential);
    const rounds = await measureRounds({ load, backlog, credential }, targets, operation, plan);
    const { name, path, connections, goal } = operation;
    results.push({ operation: name, path, connections, goal, ...compare(rounds) });
  }
  return results;
}

/** A warm-up of both that does not count, then both in turn. */
async function measureRounds(
  instruments: Instruments,
  [ours, floor]: readonly [Target, Target],
  operation: MeasuredOperation,
  { rounds, seconds, warmUpSeconds }: Plan,
): Promise<Round[]> {
  say(`Measuring ${operation.name}`);
  await measure(instruments, ours, operation, warmUpSeconds);
  await measure(instruments, floor, operation, warmUpSeconds);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({
      ours: await measure(instruments, ours, operation, seconds),
      floor: await measure(instruments, floor, operation, seconds),
    });
  }
  return measured;
}

function toJson(results: readonly Result[], plan: Plan): string {
  const machine = { node: process.version, cpus: cpus().length, platform: process.platform };
  return JSON.stringify({ machine, ...plan, results }, null, 2);
}

/** Progress goes to stderr: stdout is the result's. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
