import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { violationsOf } from './testing/kubernetes-schema';
import { ingressesOf, workloadsOf, type Manifest } from './testing/manifest';
import { describeWithKubectl, overlays, render, renderWithComponent, root } from './testing/manifests';

const RULES = 'observability/kubernetes/rules.yaml';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const kindOf = (manifests: Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);
const violationsIn = async (manifests: Manifest[]) => (await Promise.all(manifests.map(violationsOf))).flat();

/** The rules that Prometheus reads from files, as objects of its operator. */
function rulesForOperator(): string {
  const rules = ['service-levels', 'alerts'].map((name) => ({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: `chat-${name}` },
    spec: parse(read(`observability/prometheus/${name}.yml`)) as object,
  }));
  const head = '# Made of observability/prometheus; `npm run regenerate` makes it again.\n';
  return head + rules.map((rule) => stringify(rule, { lineWidth: 0 })).join('---\n');
}

describe('the rules for the operator of Prometheus', () => {
  it('are those of Prometheus itself', () => {
    const rules = rulesForOperator();
    if (process.env.UPDATE_SCHEMAS) writeFileSync(join(root, RULES), rules);
    expect(read(RULES)).toBe(rules);
  });
});

describe('what the operator of Postgres gets', () => {
  /** The published schema is of an earlier version than k8s/data/postgres.yaml needs. */
  const NEWER = '/spec/postgresql/synchronous/dataDurability is no field of its kind';

  it('matches the published schemas', async () => {
    const manifests = parseAllDocuments(read('k8s/data/postgres.yaml')).map((one) => one.toJS() as Manifest);
    expect(manifests.map(({ kind }) => kind)).toContain('Cluster');
    expect(await violationsIn(manifests)).toEqual([NEWER]);
  });
});

describeWithKubectl('what the operator of Prometheus gets', () => {
  const rendered = () => render('../observability');

  it('matches the published schemas', async () => {
    expect(rendered().map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['PodMonitor', 'PrometheusRule', 'ConfigMap']),
    );
    expect(await violationsIn(rendered())).toEqual([]);
  });

  it.each(overlays)('finds the metrics of every pod of the overlay %s', (overlay) => {
    const [monitor] = kindOf(rendered(), 'PodMonitor') as [Manifest];
    const { selector, podMetricsEndpoints, jobLabel } = monitor.spec as {
      selector: { matchLabels: Record<string, string> };
      podMetricsEndpoints: { port: string }[];
      jobLabel: string;
    };
    const [endpoint] = podMetricsEndpoints;
    for (const { spec } of workloadsOf(render(`overlays/${overlay}`))) {
      const { metadata, spec: pod } = spec.template;
      expect(metadata.labels).toMatchObject(selector.matchLabels);
      expect(metadata.labels[jobLabel]).toMatch(/^chat/);
      expect(pod.containers[0]!.ports!.map(({ name }) => name)).toContain(endpoint!.port);
    }
  });

  it('has every dashboard', () => {
    const dashboards = rendered().find(({ metadata }) => metadata.name === 'chat-dashboards')!;
    expect(Object.keys(dashboards.data!).sort()).toEqual(
      readdirSync(join(root, 'observability/grafana')).sort(),
    );
    expect(dashboards.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
  });
});

describeWithKubectl.each(overlays)('the overlay %s with the Gateway API', (overlay) => {
  it('leads to the same ports as the Ingress, in its place', async () => {
    const manifests = renderWithComponent(overlay, 'gateway-api');
    expect(ingressesOf(manifests)).toEqual([]);
    expect(await violationsIn(manifests)).toEqual([]);
    const routes = kindOf(manifests, 'HTTPRoute').map(
      ({ spec }) =>
        spec as {
          hostnames: string[];
          rules: {
            matches: { path: { type: string; value: string } }[];
            backendRefs: { name: string; port: number }[];
          }[];
        },
    );
    const led = routes.flatMap(({ hostnames, rules }) =>
      rules.flatMap(({ matches, backendRefs }) =>
        backendRefs.map(({ name, port }) => `${hostnames[0]!} ${matches[0]!.path.value} ${name} ${port}`),
      ),
    );
    const before = ingressesOf(render(`overlays/${overlay}`)).flatMap(({ spec }) =>
      spec.rules.flatMap(({ host, http }) =>
        http.paths.map((path) => {
          const { name, port } = path.backend.service;
          const service = kindOf(manifests, 'Service').find(({ metadata }) => metadata.name === name)!
            .spec as {
            ports: { name: string; port: number }[];
          };
          const number = service.ports.find((one) => one.name === port.name)!.port;
          return `${host!} ${(path as unknown as { path: string }).path} ${name} ${number}`;
        }),
      ),
    );
    expect(led.sort()).toEqual(before.sort());
  });
});
