import { SampledGauge } from './instrument';
import * as instruments from './instruments';
import type { SamplerName } from './sampler-names';

/** A value of a gauge, sampled at a scrape. */
export interface Sample<Name extends SamplerName = SamplerName> {
  readonly gauge: SampledGauge<Name>;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples values, such as the length of a queue. */
export type Sampler<Name extends SamplerName = SamplerName> = () =>
  Promise<readonly Sample<Name>[]> | readonly Sample<Name>[];

/** Why a sampler failed, and what is absent until it succeeds. */
export interface SampleFailure {
  readonly error: unknown;
  readonly sampler: SamplerName;
  readonly metrics: readonly string[];
}

/** How long a sample is reused, so that the number of scrapes does not determine the number of queries. */
const FRESH_MS = 10_000;
/** Shorter than Prometheus' default scrape timeout of 10 s. */
const TIMEOUT_MS = 3_000;

interface Sampled {
  readonly name: SamplerName;
  readonly sample: Sampler;
  takenAt: number;
  taking: Promise<void> | null;
  isFailing: boolean;
  shown: readonly Sample[];
}

/** The samplers of one service, which run when its metrics are scraped. */
export class Samplers {
  private readonly all: Sampled[] = [];

  /** @param onFailure is called when a sampler begins to fail, and not again until it has succeeded. */
  constructor(
    private readonly service: string,
    private readonly onFailure: (failure: SampleFailure) => void,
  ) {}

  /** @param sample reads memory, or makes one cheap and bounded request. */
  add<Name extends SamplerName>(name: Name, sample: Sampler<Name>): void {
    // From the start, since Prometheus takes the first value of a series for no increase.
    instruments.sampleFailures.live?.inc({ service: this.service, sampler: name }, 0);
    this.all.push({ name, sample, takenAt: -Infinity, taking: null, isFailing: false, shown: [] });
  }

  /** Resolves when every gauge is either fresh enough or removed because it could not be sampled. Never rejects. */
  async refresh(): Promise<void> {
    const now = performance.now();
    const stale = this.all.filter(({ takenAt }) => now - takenAt >= FRESH_MS);
    await Promise.all(stale.map((sampled) => (sampled.taking ??= this.takeOnce(sampled))));
  }

  /** Ends after the caller has noted that it runs, even if the sampler throws at once. */
  private takeOnce(sampled: Sampled): Promise<void> {
    return this.sample(sampled).finally(() => {
      sampled.takenAt = performance.now();
      sampled.taking = null;
    });
  }

  private async sample(sampled: Sampled): Promise<void> {
    try {
      const samples = await inTime(sampled.sample());
      remove(sampled.shown.filter((old) => !samples.some((sample) => isSameSeries(sample, old))));
      for (const { gauge, labels, value } of samples) gauge.live?.set(labels, value);
      sampled.shown = samples;
      sampled.isFailing = false;
    } catch (error) {
      // A stale value would look like a current one.
      remove(sampled.shown);
      sampled.shown = [];
      this.noteFailure(sampled, error);
    }
  }

  private noteFailure(sampled: Sampled, error: unknown): void {
    const { name } = sampled;
    instruments.sampleFailures.live?.inc({ service: this.service, sampler: name });
    if (!sampled.isFailing) this.onFailure({ error, sampler: name, metrics: metricsOf(name) });
    sampled.isFailing = true;
  }
}

function metricsOf(sampler: SamplerName): string[] {
  const gauges: SampledGauge[] = Object.values(instruments).filter(
    (instrument) => instrument instanceof SampledGauge,
  );
  return gauges
    .filter((gauge) => gauge.sampler === sampler)
    .map(({ name }) => name)
    .toSorted();
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
