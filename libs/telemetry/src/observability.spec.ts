import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Instrument } from './metrics/instrument';
import * as instruments from './metrics/instruments';
import { startMeasuring } from './metrics/metrics-server';

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: { summary: string; runbook: string };
}

interface Dashboard {
  panels: { type: string; title: string; targets?: { expr: string }[] }[];
}

const root = join(__dirname, '../../..');
const prometheus = join(root, 'observability/prometheus');
const grafana = join(root, 'observability/grafana');

const rulesOf = (file: string) =>
  (parse(readFileSync(join(prometheus, file), 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );
const rules = ['service-levels.yml', 'alerts.yml'].flatMap(rulesOf);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const dashboards = readdirSync(grafana).map((file) => ({
  file,
  dashboard: JSON.parse(readFileSync(join(grafana, file), 'utf8')) as Dashboard,
}));
const expressions = [
  ...rules
    .filter(({ record }) => record !== 'chat:sli_objective')
    .map(({ alert, record, expr }) => [`rule ${alert ?? record}`, expr] as const),
  ...dashboards.flatMap(({ file, dashboard }) =>
    dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [`${file}: ${title}`, expr] as const),
    ),
  ),
];

/** The metrics of exporters that docs/observability.md asks for, with the labels that the rules use. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  barman_cloud_cloudnative_pg_io_last_available_backup_timestamp: ['namespace'],
  certmanager_certificate_expiration_timestamp_seconds: ['namespace', 'name'],
  chat_backup_last_success_timestamp_seconds: ['backup'],
  chat_restore_test_failed: [],
  chat_restore_test_last_success_timestamp_seconds: [],
  cnpg_collector_last_available_backup_timestamp: ['namespace'],
  cnpg_pg_database_size_bytes: ['datname'],
  cnpg_pg_replication_lag: ['namespace', 'pod'],
  cnpg_pg_replication_streaming_replicas: ['namespace'],
  kube_cronjob_status_active: ['namespace', 'cronjob'],
  kube_cronjob_status_last_schedule_time: ['namespace', 'cronjob'],
  kube_cronjob_status_last_successful_time: ['namespace', 'cronjob'],
  kubelet_volume_stats_available_bytes: ['namespace', 'persistentvolumeclaim'],
  kubelet_volume_stats_capacity_bytes: ['namespace', 'persistentvolumeclaim'],
  node_filesystem_avail_bytes: ['mountpoint', 'fstype'],
  node_filesystem_size_bytes: ['mountpoint', 'fstype'],
  probe_ssl_earliest_cert_expiry: [],
};

const METRIC = new RegExp(
  `\\b(chat_\\w+|chat:[\\w:]+|nodejs_\\w+|process_\\w+|up|${Object.keys(foreign).join('|')})\\b(?:\\{([^}]*)\\})?`,
  'g',
);
const RECORDED_LABELS = ['sli', 'disk', 'certificate', 'backup'];
/** The labels that Prometheus itself adds. */
const TARGET_LABELS = ['job', 'instance'];

/** Returns the names of the series that a process exports or a rule records, with their labels. */
async function knownSeries(): Promise<ReadonlyMap<string, readonly string[]>> {
  const registry = await startMeasuring();
  const known = new Map<string, readonly string[]>([['up', []], ...Object.entries(foreign)]);
  for (const { name } of await registry.getMetricsAsJSON()) known.set(name, ['kind', 'version']);
  for (const { record } of rules) if (record) known.set(record, RECORDED_LABELS);
  for (const instrument of Object.values(instruments)) {
    if (instrument instanceof Instrument) known.set(instrument.name, instrument.labels);
  }
  for (const [name, labels] of [...known]) {
    if (!name.endsWith('_seconds')) continue;
    known.set(`${name}_bucket`, [...labels, 'le']);
    known.set(`${name}_sum`, labels);
    known.set(`${name}_count`, labels);
  }
  return known;
}

describe('rules and dashboards', () => {
  let known: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    known = await knownSeries();
  });

  it.each(expressions)('query only what the code exports: %s', (_, expr) => {
    const asked = [...expr.matchAll(METRIC)];
    expect(asked.length).toBeGreaterThan(0);
    for (const [, name = '', selector = ''] of asked) {
      const labels = [...(known.get(name) ?? [`${name} is not exported`]), ...TARGET_LABELS];
      const wanted = [...selector.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label]) => label);
      expect(labels).toEqual(expect.arrayContaining(wanted));
      expect(known.has(name) ? name : `${name} is not exported`).toBe(name);
    }
  });

  it('match integer bounds of histograms as Prometheus 2 and as Prometheus 3 format them', () => {
    const text = expressions.map(([, expr]) => expr).join('\n');
    const bounds = [...text.matchAll(/\ble(=~?)"([^"]*)"/g)];
    expect(bounds.length).toBeGreaterThan(1);
    for (const [, operator, bound = ''] of bounds) {
      const [whole = ''] = bound.split('|');
      expect([operator, bound]).toEqual(['=~', `${whole}|${whole}.0`]);
    }
  });

  it('name each exporter that they need in the documentation', () => {
    const text = readFileSync(join(root, 'docs/observability.md'), 'utf8');
    const used = expressions.map(([, expr]) => expr).join('\n');
    expect(Object.keys(foreign).filter((name) => !text.includes(name) || !used.includes(name))).toEqual([]);
  });

  it('use every metric of our own', () => {
    const text = expressions.map(([, expr]) => expr).join('\n');
    const unused = Object.values(instruments)
      .filter((instrument) => instrument instanceof Instrument)
      .filter(({ name }) => !text.includes(name));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });
});

describe('the runbook', () => {
  const text = readFileSync(join(root, 'docs/observability.md'), 'utf8');
  const sections = new Map(
    text
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
  );

  it.each(alerts.map((rule) => [rule.alert!, rule] as const))(
    'explains what %s means and what to do, and the alert links to it',
    (name, { annotations, labels }) => {
      const section = sections.get(name);
      expect(section).toMatch(/\*\*Means:\*\* /);
      expect(section).toMatch(/\*\*Do:\*\* /);
      expect(annotations?.runbook).toBe(`docs/observability.md#${name.toLowerCase()}`);
      expect(annotations?.summary).toMatch(/\.$/);
      expect(['page', 'ticket']).toContain(labels?.severity);
    },
  );

  it('has no section for an alert that no longer exists', () => {
    const names = alerts.map(({ alert }) => alert);
    expect([...sections.keys()].filter((name) => name.startsWith('Chat') && !names.includes(name))).toEqual(
      [],
    );
  });
});
