import { Browser, OAuthApp, REDIRECT_URI } from '@chat/test-kit';
import { compare, type Round } from '../api/comparison.rules';
import { keyHeadersOf, measure, warmUp, warmUps, type Instruments } from '../api/measure';
import { operations, type Row } from '../api/operations';
import type { Target } from '../api/target';
import type { BenchOptions, Report } from '../bench';
import { SMALLEST, withInstallation, type Installation } from '../installation/installation';
import { Meter } from '../installation/meter';
import { MANY_ROWS } from '../installation/seed';
import type { Tenant } from '../installation/tenants';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { formatReport, type Result } from './report.rules';

const usual = { rows: MANY_ROWS };
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
  smallest: { rows: SMALLEST.rows, rounds: 1, seconds: 0.2, extraRounds: 0, warmUp: warmUps.smallest },
};

type Plan = (typeof plans)[keyof typeof plans];

/** Ping is answered by the gateway alone, so the credential dominates its cost. */
const ROWS = ['ping', 'contacts'];
const PASSWORD = 'correct horse battery';

/** The same requests with an access token and with an API key, alternating. */
export function runBearerBench({ size, connections, shared }: BenchOptions): Promise<Report> {
  const plan = plans[size];
  say(`Starting the services, with one linked phone, ${plan.rows} conversations and contacts`);
  const options = { topology: 'split', accounts: 1, rows: plan.rows } as const;
  return withInstallation(shared, options, (installation) => measureAll(installation, connections, plan));
}

async function measureAll(
  installation: Installation,
  connections: readonly number[],
  plan: Plan,
): Promise<Report> {
  const load = LoadGenerator.start();
  try {
    const { backlog, counters, tenants, processIds } = installation;
    const instruments = { load, meter: new Meter(backlog, counters), tenants };
    const machine = new MachineWatch([process.pid, load.pid, ...Object.values(processIds)]);
    const targets = await targetsOf(installation);
    const results: Result[] = [];
    for (const operation of operations.filter(({ key }) => ROWS.includes(key))) {
      for (const count of connections.length > 0 ? connections : operation.connections) {
        const row = { operation, connections: count };
        results.push(await measureRow(instruments, machine, targets, row, plan));
      }
    }
    return { figures: { ...plan, results }, text: formatReport(results) };
  } finally {
    load.stop();
  }
}

async function targetsOf(installation: Installation): Promise<readonly [Target, Target]> {
  const { stack, tenants, processIds, databaseUsers } = installation;
  const token = await tokenFor(installation, tenants[0]!);
  const url = stack.gatewayUrls[0]!;
  return [
    {
      name: 'token',
      url,
      processIds,
      databaseUsers,
      headersOf: () => ({ authorization: `Bearer ${token}` }),
    },
    { name: 'key', url, processIds, databaseUsers, headersOf: keyHeadersOf },
  ];
}

/** Has a person of the account authorize an app. @returns the access token. */
async function tokenFor({ stack }: Installation, { accountId }: Tenant): Promise<string> {
  const [url] = stack.gatewayUrls as [string];
  const app = new OAuthApp(url, await stack.admin.createApp(accountId, { redirect_uris: [REDIRECT_URI] }));
  const { email } = await stack.admin.createUser(accountId, 'bench@example.com', PASSWORD);
  const browser = new Browser(url);
  await browser.signIn(email, PASSWORD);
  const { body } = await app.redeem(await app.codeFor(browser));
  return body.access_token!;
}

async function measureRow(
  instruments: Instruments,
  machine: MachineWatch,
  targets: readonly [Target, Target],
  row: Row,
  plan: Plan,
): Promise<Result> {
  say(`Measuring ${row.operation.name}, ${row.connections} connections`);
  for (const target of targets) await warmUp(instruments, target, row, plan.warmUp);
  const { rounds, ...quiet } = await machine.measureQuietly(plan, async (): Promise<Round> => {
    const ours = await measure(instruments, targets[0], row, plan.seconds);
    return { ours, floor: await measure(instruments, targets[1], row, plan.seconds) };
  });
  const { ours: token, floor: key, ratio } = compare(rounds);
  const { name, path } = row.operation;
  return { operation: name, path, connections: row.connections, token, key, ratio, rounds: quiet };
}
