import { connectCloudChannel, type ChannelStatus } from '@chat/contracts/channels';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import type { BenchOptions, Report as BenchReport } from '../bench';
import { readMemory } from '../cpu/memory';
import { putCloudNumber } from '../installation/cloud-numbers';
import { withInstallation, type Installation } from '../installation/installation';
import type { LoadResult } from '../load/load';
import { LoadGenerator } from '../load/load-generator';
import { say } from '../progress';
import { MachineWatch } from '../quiet/machine-watch';
import { isMissed } from '../verdict.rules';
import { describeImports, verdictsOf, type Round } from './report.rules';

const plans = {
  full: { people: 500, messagesOfEach: 40, rounds: 5, extraRounds: 3, windowSeconds: 5 },
  quick: { people: 100, messagesOfEach: 40, rounds: 2, extraRounds: 1, windowSeconds: 2 },
  smallest: { people: 2, messagesOfEach: 3, rounds: 1, extraRounds: 0, windowSeconds: 0.2 },
};
type Plan = (typeof plans)[keyof typeof plans];

const PINGS_PER_SECOND = 100;
const FIRST_BUSINESS = 12_025_700_100;
const FIRST_PERSON = 4_915_200_000_000;

/** Pings of one account while the history of another account's number is imported, and before that. */
export function runHistoryImportBench({
  size,
  topology = 'split',
  shared,
}: BenchOptions): Promise<BenchReport> {
  say(`Starting the services (${topology})`);
  return withInstallation(shared, { topology, accounts: 2, rows: 0 }, (installation) =>
    measureImports(installation, plans[size]),
  );
}

async function measureImports(installation: Installation, plan: Plan): Promise<BenchReport> {
  const { topology } = installation;
  const messages = plan.people * plan.messagesOfEach;
  const load = LoadGenerator.start();
  try {
    const machine = new MachineWatch([process.pid, load.pid, ...Object.values(installation.processIds)]);
    const ping = pingsOf(installation, load, plan.windowSeconds);
    await ping();
    let numbers = 0;
    const choice = await machine.measureQuietly(plan, async () => {
      const business = String(FIRST_BUSINESS + (numbers += 1));
      say(`Measuring the import of ${messages} messages`);
      return measureRound(installation, business, ping, plan);
    });
    const memoryMiB = await readMemory(installation.programIds);
    const report = { messages, pingsPerSecond: PINGS_PER_SECOND, choice, memoryMiB };
    const figures = { topology, ...report };
    return { figures, text: describeImports(report), isMissed: verdictsOf(report).some(isMissed) };
  } finally {
    load.stop();
  }
}

type Ping = () => Promise<LoadResult>;

function pingsOf({ stack, tenants }: Installation, load: LoadGenerator, seconds: number): Ping {
  const { clientId, clientSecret } = tenants[0]!.credential;
  const requests = [{ headers: { 'client-id': clientId, 'client-secret': clientSecret } }];
  const url = `${stack.gatewayUrls[0]}/v1/ping`;
  return () => load.makePaced({ url, requests, perSecond: PINGS_PER_SECOND, seconds });
}

async function measureRound(
  installation: Installation,
  business: string,
  ping: Ping,
  plan: Plan,
): Promise<Round> {
  const importing = await prepareImport(installation, business, plan);
  const quiet = await ping();
  const beganAt = Date.now();
  await importing.begin();
  const busy: LoadResult[] = [];
  let completedAt: number | null = null;
  while (completedAt === null) {
    busy.push(await ping());
    completedAt = await importing.completedAt();
  }
  return { quiet, busy, importSeconds: (completedAt - beganAt) / 1_000 };
}

interface Importing {
  begin(): Promise<void>;
  /** In epoch milliseconds; null until the import is completed. */
  completedAt(): Promise<number | null>;
}

/** Makes the provider share the history in advance, so that only the import remains to be done. */
async function prepareImport(
  { stack, tenants }: Installation,
  business: string,
  { people, messagesOfEach }: Plan,
): Promise<Importing> {
  const { accountId, credential } = tenants[1]!;
  const control = (method: string, path: string, body: object) =>
    callSandbox<{ waiting: number }>(`${stack.sandboxUrl}${path}`, method, body);
  await control('PUT', '/cloud/callbacks', { hold: true });
  await control('PUT', `/cloud/numbers/${business}`, { coexistence: true });
  await control('POST', `/cloud/numbers/${business}/sync`, { threads: threadsOf(people, messagesOfEach) });
  const { waba_id, phone_number_id, access_token: token } = await putCloudNumber(stack.sandboxUrl, business);
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: true };
  const { device } = await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body });
  const isShared = async () =>
    (await control('PUT', '/cloud/callbacks', {})).waiting >= (people * messagesOfEach) / 500;
  await until(isShared, { describe: 'the history to be shared', timeoutMs: 60_000 });
  const client = stack.client(credential);
  return {
    begin: async () => void (await control('PUT', '/cloud/callbacks', { hold: false })),
    completedAt: async () => {
      const { data } = await client.get<ChannelStatus>(`/v1/devices/${device.id}/status`);
      return data.sync?.completed_at ? Date.parse(data.sync.completed_at) : null;
    },
  };
}

function threadsOf(people: number, messagesOfEach: number): object[] {
  const now = Date.now();
  return Array.from({ length: people }, (_, person) => ({
    phone: String(FIRST_PERSON + person),
    messages: Array.from({ length: messagesOfEach }, (__, index) => ({
      from_me: index % 2 === 0,
      text: `Message ${index}: is the blue one still there, and could you keep it for me until Friday?`,
      sent_at: new Date(now - 3_600_000 - index * 60_000).toISOString(),
    })),
  }));
}

async function callSandbox<T>(url: string, method: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return (await response.json()) as T;
}
