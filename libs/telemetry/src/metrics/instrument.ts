import type * as Prometheus from 'prom-client';
import type { SamplerName } from './sampler-names';

type Options = Prometheus.MetricConfiguration<string>;

/**
 * A declared metric. `live` is null until the process starts measuring, so that a call such as `metric.live?.inc({ …
 * })` costs one comparison while metrics are off: its arguments are not even evaluated.
 */
export class Instrument<Metric> {
  live: Metric | null = null;

  constructor(
    readonly name: string,
    readonly help: string,
    /** Each has few values: never an account, an id, a phone number or a text from outside. */
    readonly labels: readonly string[],
    private readonly make: (prometheus: typeof Prometheus, options: Options) => Metric,
  ) {}

  /** Starts measuring into this registry. */
  activate(prometheus: typeof Prometheus, registry: Prometheus.Registry): void {
    const { name, help, labels } = this;
    this.live = this.make(prometheus, { name, help, labelNames: [...labels], registers: [registry] });
  }
}

export type Counter = Instrument<Prometheus.Counter>;
export type Gauge = Instrument<Prometheus.Gauge>;
export type Histogram = Instrument<Prometheus.Histogram>;

/** Declares a value that only increases; its name ends with `_total`. */
export function counter(name: string, help: string, labels: readonly string[]): Counter {
  return new Instrument(name, help, labels, ({ Counter }, options) => new Counter(options));
}

/** Declares a current value that the code changes as it goes. */
export function gauge(name: string, help: string, labels: readonly string[]): Gauge {
  return new Instrument(name, help, labels, ({ Gauge }, options) => new Gauge(options));
}

/**
 * A value that a sampler reads at a scrape. It is absent until its sampler has succeeded, and while the latest sample
 * failed: 0 would say that nothing waits.
 */
export class SampledGauge<Name extends SamplerName = SamplerName> extends Instrument<Prometheus.Gauge> {
  constructor(
    name: string,
    help: string,
    labels: readonly string[],
    readonly sampler: Name,
  ) {
    super(name, help, labels, ({ Gauge }, options) => {
      const made = new Gauge(options);
      // Without labels, a gauge of Prometheus' client starts at 0.
      made.remove({});
      return made;
    });
  }
}

/** Declares a value that only this sampler sets. */
export function sampledGauge<Name extends SamplerName>(
  sampler: Name,
  name: string,
  help: string,
  labels: readonly string[],
): SampledGauge<Name> {
  return new SampledGauge(name, help, labels, sampler);
}

/** Declares durations in seconds, counted in buckets. */
export function histogram(
  name: string,
  help: string,
  labels: readonly string[],
  buckets: readonly number[],
): Histogram {
  const make = ({ Histogram }: typeof Prometheus, options: Options) =>
    new Histogram({ ...options, buckets: [...buckets] });
  return new Instrument(name, help, labels, make);
}
