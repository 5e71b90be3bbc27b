import { Option, type Command } from 'commander';
import { readCloudTraffic } from '@chat/contracts/cloud-connector';
import { readDeviceTraffic } from '@chat/contracts/device-sessions';
import { countRequests, listAccounts } from '@chat/contracts/gateway';
import { loadOperation } from '@chat/contracts/load';
import { readBacklogs } from '@chat/contracts/webhooks';
import { ofEveryService, orMissing } from './every-service';
import { jsonOption, wholeNumber } from './options';
import { printTable } from './print';
import { withStack, type Ask } from './stack-bus';

/** The kinds of load, as columns. */
const loads = ['requests', 'sends', 'refused', 'received', 'events', 'jobs', 'waiting', 'retrying'] as const;
type LoadKind = (typeof loads)[number];

type Counts = Record<LoadKind, number>;

interface TopRow extends Counts {
  account_id: number;
  name: string | null;
  rate_limit: number | null;
}

interface TopOptions {
  by: LoadKind;
  minutes: number;
  limit: number;
  json: boolean;
}

export function addAccountTop(account: Command): void {
  account
    .command('top')
    .description('list the accounts that cause the most load')
    .addOption(new Option('--by <load>', 'sort by this').choices(loads).default('requests'))
    .option('--minutes <minutes>', 'count sends, arrivals and events of so many minutes', wholeNumber, 60)
    .option('--limit <accounts>', 'how many accounts', wholeNumber, 20)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nrequests: in the latest minute; sends, refused, received, events: within --minutes; jobs: not at an end;' +
        '\nwaiting: pending webhooks of endpoints that are due; retrying: endpoints that failed three times in a row.',
    )
    .action(async ({ by, minutes, limit, json }: TopOptions) => {
      const rows = await withStack((ask) => topOf(ask, minutes));
      const top = rows.filter((row) => row[by] > 0).sort((one, other) => other[by] - one[by]);
      printTable(top.slice(0, limit), ['account_id', 'name', 'rate_limit', ...loads], json);
    });
}

/** Adds up what all services know about the load of each account. */
async function topOf(ask: Ask, minutes: number): Promise<TopRow[]> {
  const sums = new Map<number, Counts>();
  const add = (accountId: number, counts: Partial<Counts>) => {
    const sum = sums.get(accountId) ?? (Object.fromEntries(loads.map((load) => [load, 0])) as Counts);
    for (const load of loads) sum[load] += counts[load] ?? 0;
    sums.set(accountId, sum);
  };
  const body = { minutes };
  await Promise.all([
    orMissing('gateway', 'requests', async () => {
      const { accounts } = await ask(countRequests, { body: {} });
      for (const { account_id, requests } of accounts) add(account_id, { requests });
    }),
    ...[readCloudTraffic, readDeviceTraffic].map((traffic) =>
      orMissing(traffic.subject.split('.')[1]!, 'sends', async () => {
        const { channels, is_cut } = await ask(traffic, { body });
        if (is_cut) noteCut(traffic.subject);
        for (const { account_id, sends, refused, received } of channels) {
          add(account_id, { sends, refused, received });
        }
      }),
    ),
    orMissing('webhooks', 'backlogs', async () => {
      const { accounts, is_cut } = await ask(readBacklogs, { body: {} });
      if (is_cut) noteCut(readBacklogs.subject);
      for (const { account_id, waiting, retrying } of accounts) add(account_id, { waiting, retrying });
    }),
    ofEveryService('events and jobs', async (service) => {
      const { accounts, is_cut } = await ask(loadOperation(service), { body });
      if (is_cut) noteCut(service);
      for (const { account_id, events, jobs } of accounts) add(account_id, { events, jobs });
      return [];
    }),
  ]);
  const { accounts } = await ask(listAccounts, { body: {} });
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return [...sums].map(([account_id, counts]) => {
    const { name = null, rate_limit = null } = byId.get(account_id) ?? {};
    return { account_id, name, rate_limit, ...counts };
  });
}

function noteCut(what: string): void {
  process.stderr.write(`${what} has more than it counts, so its numbers are those of the latest.\n`);
}
