import { setTimeout as delay } from 'node:timers/promises';
import { cutPage } from '@chat/lists';
import type { BenchOptions, Report } from '../bench';
import { say } from '../progress';
import { percentile } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { Installation } from './installation';
import { plansIn } from './plans.rules';
import { FIRST_OF_MANY, LARGE_ACCOUNT, seedContacts, type Population } from './seed';

const sizes = {
  full: { population: { large: 1_000_000, accounts: 100, each: 10_000 }, requests: 60 },
  quick: { population: { large: 100_000, accounts: 10, each: 10_000 }, requests: 20 },
  smallest: { population: { large: 200, accounts: 2, each: 100 }, requests: 1 },
};

/** From what most contacts have to what none has, in several scripts. */
const SEARCHES = ['', 'a', 'maria', 'garcía', '555', '王', '明', '8a', '8af', '8af3', '龘', 'qx', 'nobody'];

const HEADINGS = ['search', 'found', 'page 1 p50 ms', 'newest p50 ms', 'deep p50 ms', 'deep/newest'];

/** A deep page starts after nine tenths of the contacts. */
const DEPTH = 0.9;

interface Measurement {
  search: string;
  total: string;
  /** With the total of a numbered page. */
  numberedP50Ms: number;
  /** The newest page, by cursor. */
  newestP50Ms: number;
  deepP50Ms: number;
  ratio: number;
}

interface Group {
  name: string;
  accounts: number[];
  measurements: Measurement[];
}

/** Searches in one large account and in many small ones, for first and deep pages, with the plans of Postgres. */
export async function runContactsSearchBench({ size }: BenchOptions): Promise<Report> {
  const { population, requests } = sizes[size];
  const installation = await Installation.start();
  try {
    say(
      `Seeding ${population.large} contacts in one account and ${population.each} in each of ${population.accounts}`,
    );
    await seedContacts(installation.database, population);
    const scansBefore = await sequentialScans(installation);
    const groups: Group[] = [];
    for (const { name, accounts } of groupsOf(population)) {
      say(`Searching in ${name}`);
      const measurements = await measureAll(installation, accounts, requests);
      groups.push({ name, accounts, measurements });
    }
    const scans = (await sequentialScans(installation)) - scansBefore;
    const plans = await readPlans(installation, groups);
    const figures = { requests, groups, scans, plans };
    return { figures, text: describe(groups, plans, scans), isMissed: scans > 0 };
  } finally {
    await installation.stop();
  }
}

function groupsOf({ large, accounts, each }: Population): { name: string; accounts: number[] }[] {
  return [
    { name: `one account of ${large}`, accounts: [LARGE_ACCOUNT] },
    {
      name: `${accounts} accounts of ${each}`,
      accounts: Array.from({ length: accounts }, (_, index) => FIRST_OF_MANY + index),
    },
  ];
}

async function measureAll(
  installation: Installation,
  accounts: number[],
  requests: number,
): Promise<Measurement[]> {
  const cursors = await cursorsOf(installation, accounts);
  const results: Measurement[] = [];
  for (const search of SEARCHES) {
    const query = search ? { search } : {};
    const times: Record<'numbered' | 'newest' | 'deep', number[]> = { numbered: [], newest: [], deep: [] };
    for (let round = 0; round < requests; round += 1) {
      const account = accounts[round % accounts.length]!;
      const { newest, deep } = cursors.get(account)!;
      times.numbered.push(await timeOf(() => installation.list(account, query)));
      times.newest.push(await timeOf(() => installation.list(account, { ...query, cursor: newest })));
      times.deep.push(await timeOf(() => installation.list(account, { ...query, cursor: deep })));
    }
    const { total, total_capped: isCapped } = (await installation.list(accounts[0]!, query)).pagination;
    const [newestP50Ms, deepP50Ms] = [percentile(times.newest, 0.5), percentile(times.deep, 0.5)];
    results.push({
      search,
      total: isCapped ? `over ${total}` : String(total),
      numberedP50Ms: percentile(times.numbered, 0.5),
      newestP50Ms,
      deepP50Ms,
      ratio: deepP50Ms / newestP50Ms,
    });
  }
  return results;
}

interface Cursors {
  newest: string;
  deep: string;
}

async function cursorsOf({ database }: Installation, accounts: number[]): Promise<Map<number, Cursors>> {
  const { rows } = await database.query<{ account: number; last: number; deep: number }>(
    `SELECT account_id::integer AS account, max(id)::integer AS last,
       percentile_disc(${1 - DEPTH}) WITHIN GROUP (ORDER BY id)::integer AS deep
     FROM crm.contacts WHERE account_id = ANY($1) GROUP BY account_id`,
    [accounts],
  );
  return new Map(
    rows.map(({ account, last, deep }) => [
      account,
      { newest: cursorAfter(last + 1), deep: cursorAfter(deep) },
    ]),
  );
}

/** The cursor that the list would return with a page that ends with this contact. */
function cursorAfter(id: number): string {
  const request = { perPage: 1, page: 1, offset: 0, after: null };
  return cutPage([{ id }, { id: 0 }], request, null, (row) => [row.id]).pagination.next_cursor!;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The count of Postgres itself. A session reports its scans after being idle for a second. */
async function sequentialScans({ database }: Installation): Promise<number> {
  await delay(1_500);
  const { rows } = await database.query<{ scans: number }>(
    `SELECT seq_scan::integer AS scans FROM pg_stat_user_tables WHERE schemaname = 'crm' AND relname = 'contacts'`,
  );
  return rows[0]!.scans;
}

/** Makes one request per search, and returns the plans of its statements. */
async function readPlans(installation: Installation, groups: Group[]): Promise<Record<string, string[]>> {
  await installation.logPlans();
  const plans: Record<string, string[]> = {};
  for (const { name, accounts } of groups) {
    for (const search of SEARCHES) {
      const { length } = await installation.postgresLog();
      await installation.list(accounts[0]!, search ? { search } : {});
      const log = await installation.postgresLog();
      plans[`${name}, ${search || 'no search'}`] = plansIn(log.slice(length), 'crm.contacts');
    }
  }
  return plans;
}

function tableOf(measurements: Measurement[]): string {
  const rows = measurements.map((measurement) => [
    measurement.search || '(no search)',
    measurement.total,
    measurement.numberedP50Ms.toFixed(1),
    measurement.newestP50Ms.toFixed(1),
    measurement.deepP50Ms.toFixed(1),
    measurement.ratio.toFixed(2),
  ]);
  return formatTable(HEADINGS, rows);
}

function describe(groups: Group[], plans: Record<string, string[]>, scans: number): string {
  const tables = groups.map(({ name, measurements }) => `${name}\n${tableOf(measurements)}\n`);
  const lines = Object.entries(plans).flatMap(([name, ofSearch]) => [
    name,
    ...ofSearch.map((plan) => `  ${plan}`),
  ]);
  return [...tables, ...lines, '', `Sequential scans of the contacts: ${scans}`].join('\n');
}
