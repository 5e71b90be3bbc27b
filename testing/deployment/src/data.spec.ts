import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest, NetworkPolicy } from './testing/manifest';
import { readCompose, root } from './testing/manifests';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const documentsOf = <T>(file: string) =>
  parseAllDocuments(textOf(file)).map((document): T => document.toJS() as T);

const units: Readonly<Record<string, number>> = {
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
};

/** Returns the bytes of a quantity of Kubernetes or of a size of nats-server, whose GB is 1024³ bytes. */
function bytesOf(quantity: string): number {
  const [, value, unit = ''] = /^(\d+)(\w*)$/.exec(quantity)!;
  return Number(value) * (unit === '' ? 1 : units[unit]!);
}

interface ChartValues {
  config: { jetstream: { fileStore: { maxSize: string; pvc: { size: string } } } };
  promExporter: { enabled: boolean; port: number };
}

const values = parse(textOf('k8s/data/nats-values.yaml')) as ChartValues;

/** The server also keeps the log of its cluster, the state of consumers, and blocks that it has not compacted yet. */
const MOST_OF_STORE = 0.9;

describe('the stream of the events fits into what NATS may store, and that onto its disk', () => {
  it('in Kubernetes', () => {
    const [, size] = /NATS_STREAM_MAX_BYTES, value: '(\d+)'/.exec(textOf('k8s/installation/bus.patch.yaml'))!;
    const { maxSize, pvc } = values.config.jetstream.fileStore;
    expect(Number(size)).toBeGreaterThanOrEqual(bytesOf('1Gi'));
    expect(Number(size)).toBeLessThanOrEqual(MOST_OF_STORE * bytesOf(maxSize));
    expect(bytesOf(maxSize)).toBeLessThanOrEqual(0.95 * bytesOf(pvc.size));
  });

  it('on one machine', () => {
    const [, store = ''] = /max_file_store: (\w+)/.exec(textOf('docker/nats.conf')) ?? [];
    const sizes = Object.values(readCompose().services).flatMap(
      ({ environment }) => environment?.NATS_STREAM_MAX_BYTES ?? [],
    );
    expect(new Set(sizes).size).toBe(1);
    expect(sizes.length).toBeGreaterThanOrEqual(9);
    expect(Number(sizes[0])).toBeGreaterThanOrEqual(bytesOf('1Gi'));
    expect(Number(sizes[0])).toBeLessThanOrEqual(MOST_OF_STORE * bytesOf(store));
  });
});

describe('the policies of the namespace of NATS and Postgres', () => {
  const policies = documentsOf<Manifest>('k8s/data/network-policies.yaml') as NetworkPolicy[];
  /** Which ports the policy of this name opens to whom: a namespace, or `itself` for the pods of its own. */
  const opened = (name: string) =>
    policies
      .find(({ metadata }) => metadata.name === name)!
      .spec.ingress!.flatMap(({ from = [], ports = [] }) =>
        from.flatMap(({ namespaceSelector }) =>
          ports.map(
            ({ port }) =>
              `${namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ?? 'itself'}:${port}`,
          ),
        ),
      );

  it('let Prometheus read the metrics of NATS and of Postgres, and nothing else', () => {
    const ofPrometheus = (name: string) => opened(name).filter((one) => one.startsWith('monitoring:'));
    expect(values.promExporter).toMatchObject({ enabled: true, port: 7777 });
    expect(ofPrometheus('nats')).toEqual(['monitoring:7777']);
    // The port of the exporter in each instance of CloudNativePG.
    expect(ofPrometheus('postgres')).toEqual(['monitoring:9187']);
  });
});
