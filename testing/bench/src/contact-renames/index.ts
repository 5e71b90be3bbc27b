import { fold } from '@chat/lists';
import type { BenchOptions, Report } from '../bench';
import { say } from '../progress';
import { percentile } from '../statistics.rules';
import { formatTable } from '@chat/test-kit/table';
import { BUSY_ACCOUNT, Installation, OTHER_ACCOUNT } from './installation';

const sizes = {
  full: { contacts: 50, tickets: 5_000 },
  quick: { contacts: 10, tickets: 500 },
  smallest: { contacts: 2, tickets: 5 },
};

/** Names with ordinary folding, and names that folding makes 18 times as long. */
const names = {
  'ordinary names': { firstname: 'Maria', lastname: 'Fernández' },
  'names of 100 × ﷺ': { firstname: 'ﷺ'.repeat(100), lastname: 'ﷺ'.repeat(100) },
};

const HEADINGS = ['', 'settled s', 'Postgres CPU s', 'other tenant p50 ms', 'max ms', 'statement max ms'];

interface Measurement {
  names: string;
  /** From the first rename until the last ticket has its new text. */
  settledMs: number;
  postgresCpuMs: number;
  /** How long the other account's renames, made one after the other in the meantime, took to be found by a search. */
  otherTenantMs: number[];
  longestStatementMs: number;
}

/** One account renames contacts with many tickets each; another repeatedly renames one with a single ticket. */
export async function runContactRenamesBench(options: BenchOptions): Promise<Report> {
  const size = sizes[options.size];
  const measurements: Measurement[] = [];
  for (const [label, name] of Object.entries(names)) {
    say(`Renaming ${size.contacts} contacts with ${size.tickets} tickets each: ${label}`);
    const installation = await Installation.start();
    try {
      const contacts = await installation.seed(BUSY_ACCOUNT, size);
      const [other] = await installation.seed(OTHER_ACCOUNT, { contacts: 1, tickets: 1 });
      await installation.analyze();
      const measured = await measure(installation, contacts, other!, name);
      measurements.push({ names: label, ...measured });
      const slowestMs = Math.max(...measured.otherTenantMs).toFixed(0);
      say(
        `Settled after ${(measured.settledMs / 1_000).toFixed(1)} s; the other tenant waited ${slowestMs} ms at most`,
      );
    } finally {
      await installation.stop();
    }
  }
  return { figures: { ...size, measurements }, text: tableOf(measurements) };
}

async function measure(
  installation: Installation,
  contacts: number[],
  other: number,
  name: { firstname: string; lastname: string },
): Promise<Omit<Measurement, 'names'>> {
  const cpuBefore = await installation.postgresCpuMs();
  const startedAt = performance.now();
  for (const id of contacts) await installation.rename(BUSY_ACCOUNT, id, name);

  const otherTenantMs: number[] = [];
  do {
    const lastname = `Turn${otherTenantMs.length}`;
    await installation.rename(OTHER_ACCOUNT, other, { firstname: 'Eva', lastname });
    otherTenantMs.push(await installation.timeUntilFound(OTHER_ACCOUNT, `eva ${lastname}`));
  } while ((await installation.ticketsWithout(BUSY_ACCOUNT, fold(name.firstname).slice(0, 10))) > 0);

  return {
    settledMs: performance.now() - startedAt,
    postgresCpuMs: (await installation.postgresCpuMs()) - cpuBefore,
    otherTenantMs,
    longestStatementMs: Math.max(0, ...(await installation.rewriteDurationsMs())),
  };
}

function tableOf(measurements: Measurement[]): string {
  const rows = measurements.map((measurement) => [
    measurement.names,
    (measurement.settledMs / 1_000).toFixed(1),
    (measurement.postgresCpuMs / 1_000).toFixed(1),
    percentile(measurement.otherTenantMs, 0.5).toFixed(0),
    Math.max(...measurement.otherTenantMs).toFixed(0),
    measurement.longestStatementMs.toFixed(0),
  ]);
  return formatTable(HEADINGS, rows);
}
