import type { Gauge } from './instrument';
import { sampleFailures } from './instruments';

/** A value of a gauge, sampled at a scrape. */
export interface Sample {
  readonly gauge: Gauge;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples values, such as the length of a queue. */
export type Sampler = () => Promise<readonly Sample[]> | readonly Sample[];

/** How long a sample is reused, so that the number of scrapes does not determine the number of queries. */
const FRESH_MS = 10_000;
/** Shorter than Prometheus' default scrape timeout of 10 s. */
const TIMEOUT_MS = 3_000;

interface Sampled {
  readonly name: string;
  readonly sample: Sampler;
  takenAt: number;
  taking: Promise<void> | null;
  shown: readonly Sample[];
}

/** The samplers of one service, which run when its metrics are scraped. */
export class Samplers {
  private readonly all: Sampled[] = [];

  constructor(private readonly service: string) {}

  /** @param sample reads memory, or makes one cheap and bounded request. */
  add(name: string, sample: Sampler): void {
    this.all.push({ name, sample, takenAt: -Infinity, taking: null, shown: [] });
  }

  /** Resolves when every gauge is either fresh enough or removed because it could not be sampled. Never rejects. */
  async refresh(): Promise<void> {
    const now = performance.now();
    const stale = this.all.filter(({ takenAt }) => now - takenAt >= FRESH_MS);
    await Promise.all(stale.map((sampled) => (sampled.taking ??= this.take(sampled))));
  }

  private async take(sampled: Sampled): Promise<void> {
    try {
      const samples = await inTime(sampled.sample());
      remove(sampled.shown.filter((old) => !samples.some((sample) => isSameSeries(sample, old))));
      for (const { gauge, labels, value } of samples) gauge.live?.set(labels, value);
      sampled.shown = samples;
    } catch {
      // A stale value would look like a current one.
      remove(sampled.shown);
      sampled.shown = [];
      sampleFailures.live?.inc({ service: this.service, sampler: sampled.name });
    } finally {
      sampled.takenAt = performance.now();
      sampled.taking = null;
    }
  }
}

function remove(samples: readonly Sample[]): void {
  for (const { gauge, labels } of samples) gauge.live?.remove(labels);
}

function isSameSeries(one: Sample, other: Sample): boolean {
  return (
    one.gauge === other.gauge && one.gauge.labels.every((label) => one.labels[label] === other.labels[label])
  );
}

async function inTime<T>(value: Promise<T> | T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The sample came too late.')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([value, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
