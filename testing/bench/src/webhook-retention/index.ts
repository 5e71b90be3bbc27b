import type { BenchOptions, Report } from '../bench';
import { readCpuTimes } from '../cpu/cpu-times';
import { say } from '../progress';
import { ServiceProcesses } from '../service-processes';
import { formatTable } from '@chat/test-kit/table';
import { layouts, type Layout } from './layouts';

const sizes = {
  full: { perDay: 30_000, looks: 3_000 },
  quick: { perDay: 3_000, looks: 500 },
  smallest: { perDay: 10, looks: 5 },
};
const HEADINGS = [
  'deliveries in',
  'insert µs',
  'read a lane µs',
  'find by id µs',
  'delete a day ms',
  'delete a day, WAL MB',
];
const BATCH = 1_000;

interface Measurement {
  layout: string;
  insertUs: number;
  lookUs: number;
  findUs: number;
  forgetMs: number;
  forgetWalMb: number;
}

/**
 * The CPU time of Postgres for keeping deliveries for 30 days in one table that is purged in batches, compared with one
 * partition per day that is dropped.
 */
export async function runWebhookRetentionBench(options: BenchOptions): Promise<Report> {
  const size = sizes[options.size];
  const processes = await ServiceProcesses.start(['webhooks'], { durable: false });
  try {
    const measurements: Measurement[] = [];
    for (const layout of layouts) {
      say(`Keeping 31 days of ${size.perDay} deliveries in ${layout.name}`);
      measurements.push(await measure(processes, layout, size));
    }
    return { figures: { ...size, measurements }, text: tableOf(measurements) };
  } finally {
    await processes.stop();
  }
}

async function measure(
  { database, postgresPid }: ServiceProcesses,
  layout: Layout,
  { perDay, looks }: (typeof sizes)['full'],
): Promise<Measurement> {
  const cpuMsOf = async (work: () => Promise<unknown>) => {
    const cpu = async () => (await readCpuTimes({ postgres: postgresPid }))?.postgres ?? 0;
    const before = await cpu();
    await work();
    return (await cpu()) - before;
  };
  const walBytes = async () => {
    const { rows } = await database.query<{ bytes: string }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`,
    );
    return Number(rows[0]!.bytes);
  };
  await database.query('SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off');
  await database.query(layout.create);
  const insertMs = await cpuMsOf(() => database.query(layout.insert, [perDay]));
  await database.query(`VACUUM ANALYZE ${layout.table}`);

  const repeat = async (name: string, text: string) => {
    for (let count = 0; count < looks; count += 1) await database.query({ name: `${layout.name} ${name}`, text, values: [count % 500] }); // prettier-ignore
  };
  const lookMs = await cpuMsOf(() => repeat('look', layout.look));
  const findMs = await cpuMsOf(() => repeat('find', layout.find));

  const walBefore = await walBytes();
  const forgetMs = await cpuMsOf(async () => {
    while (((await database.query(layout.forget, layout.forgetsInBatches ? [BATCH] : [])).rowCount ?? 0) > 0);
    await database.query(`VACUUM ${layout.table}`);
  });
  return {
    layout: layout.name,
    insertUs: (insertMs * 1_000) / (31 * perDay),
    lookUs: (lookMs * 1_000) / looks,
    findUs: (findMs * 1_000) / looks,
    forgetMs,
    forgetWalMb: ((await walBytes()) - walBefore) / 1_000_000,
  };
}

function tableOf(measurements: Measurement[]): string {
  const rows = measurements.map(({ layout, ...figures }) => [
    layout,
    ...Object.values(figures).map((figure) => figure.toFixed(1)),
  ]);
  return formatTable(HEADINGS, rows);
}
