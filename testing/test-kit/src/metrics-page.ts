/** One series of a page of metrics. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of a process, as Prometheus gets them. */
export class MetricsPage {
  private constructor(
    readonly text: string,
    readonly series: readonly Series[],
  ) {}

  /** Scrapes the process that serves its metrics on this port. */
  static async read(port: number): Promise<MetricsPage> {
    return MetricsPage.of(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  }

  static of(text: string): MetricsPage {
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new MetricsPage(text, lines.map(parseLine));
  }

  /** Returns the series of this name whose labels include these. */
  all(name: string, labels: Readonly<Record<string, string>> = {}): Series[] {
    const wanted = Object.entries(labels);
    return this.series.filter(
      (one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === value),
    );
  }

  /** Returns the value of the only such series; undefined if there is none. */
  valueOf(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const found = this.all(name, labels);
    if (found.length > 1) throw new Error(`${found.length} series of ${name} have these labels.`);
    return found[0]?.value;
  }
}

function parseLine(line: string): Series {
  const [, name, labels = '', value] = /^([^{ ]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`This is no line of metrics: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]);
  return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
}
