import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { violationsOf } from './testing/kubernetes-schema';
import {
  backendsOf,
  ingressesOf,
  policiesOf,
  workloadsOf,
  type Container,
  type Ingress,
  type Manifest,
  type NetworkPolicy,
  type PodSpec,
} from './testing/manifest';
import { describeWithKubectl, overlays, render, root } from './testing/manifests';
import { securityRules } from './testing/security.rules';

type Change = (manifests: Manifest[]) => void;

const changedPod =
  (change: (pod: PodSpec) => void): Change =>
  (manifests) =>
    change(workloadsOf(manifests)[0]!.spec.template.spec);

const changedContainer = (change: (container: Container) => void): Change =>
  changedPod(({ containers }) => change(containers[0]!));

const policy = (manifests: Manifest[], name: string): NetworkPolicy =>
  policiesOf(manifests).find(({ metadata }) => metadata.name === name)!;

const ingressTo = (manifests: Manifest[], service: string): Ingress =>
  ingressesOf(manifests).find((ingress) => backendsOf(ingress).some(({ name }) => name === service))!;

const spec = <T>(manifests: Manifest[], kind: string): T =>
  manifests.find((manifest) => manifest.kind === kind)!.spec as T;

/** For each rule, a change that breaks it. */
const breaches: Readonly<Record<string, Change>> = {
  'pods run as a user other than root, by its number': changedPod(
    (pod) => (pod.securityContext!.runAsUser = 0),
  ),
  'pods are under the seccomp profile of the runtime': changedPod(
    (pod) => delete pod.securityContext!.seccompProfile,
  ),
  'pods have no token of the API server': changedPod((pod) => delete pod.automountServiceAccountToken),
  'pods share no namespace of their node': changedPod((pod) => (pod.hostPID = true)),
  'pods mount nothing of their node': changedPod((pod) =>
    pod.volumes!.push({ name: 'node', hostPath: { path: '/' } }),
  ),
  'folders in memory or on the node have a limit': changedPod((pod) =>
    pod.volumes!.push({ name: 'a', emptyDir: {} }),
  ),
  'pods get the time to drain': changedPod((pod) => (pod.terminationGracePeriodSeconds = 5)),
  'pods of a service are spread over nodes and zones': changedPod((pod) =>
    pod.topologySpreadConstraints!.pop(),
  ),
  'containers cannot write to their root': changedContainer(
    (container) => (container.securityContext!.readOnlyRootFilesystem = false),
  ),
  'containers cannot gain privileges': changedContainer(
    (container) => delete container.securityContext!.allowPrivilegeEscalation,
  ),
  'containers have no capability': changedContainer(
    (container) => (container.securityContext!.capabilities!.add = ['NET_ADMIN']),
  ),
  'containers open no port of their node': changedContainer(
    (container) => (container.ports![0]!.hostPort = 80),
  ),
  'containers say what they need and how much memory they get': changedContainer(
    (container) => delete container.resources!.limits!.memory,
  ),
  'containers have the three probes': changedContainer((container) => delete container.livenessProbe),
  'probes ask a port that the container has': changedContainer((container) => container.ports!.splice(0)),
  'images name a version': changedContainer((container) => (container.image = 'chat-api/crm')),
  'secrets are files and no variables of the environment': changedContainer((container) =>
    container.env!.push({ name: 'A', valueFrom: { secretKeyRef: { name: 'a', key: 'a' } } }),
  ),
  'mounted secrets and settings are read-only': changedContainer((container) => {
    container.volumeMounts!.forEach((mount) => delete mount.readOnly);
  }),
  'nothing that is applied holds a secret': (manifests) =>
    manifests.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'chat-crm' } }),
  'namespaces admit only pods of the restricted standard': (manifests) =>
    delete manifests.find(({ kind }) => kind === 'Namespace')!.metadata.labels,
  'whatever no policy allows is denied, in both directions': (manifests) =>
    (policy(manifests, 'default-deny').spec.policyTypes as string[]).pop(),
  'only services that call outside may leave the cluster, by their ports': (manifests) =>
    (policy(manifests, 'urls-of-users').spec.podSelector.matchExpressions![0]!.values as string[]).push(
      'crm',
    ),
  'who leaves the cluster reaches public addresses only': (manifests) =>
    policy(manifests, 'urls-of-users').spec.egress![0]!.to![0]!.ipBlock!.except!.splice(4, 1),
  'the Ingress reaches the public faces by their ports, Prometheus the metrics, and nobody else a service': (
    manifests,
  ) => delete (policy(manifests, 'ingress-to-gateway').spec.ingress![0] as { from?: unknown }).from,
  'pods behind the Ingress are ready while they take requests, and others while their checks hold': (
    manifests,
  ) => {
    const gateway = workloadsOf(manifests).find(({ metadata }) => metadata.name === 'gateway')!;
    gateway.spec.template.spec.containers[0]!.readinessProbe!.httpGet.path = '/readyz';
  },
  'every host of the Ingress has TLS': (manifests) => delete ingressesOf(manifests)[0]!.spec.tls,
  'the Ingress limits what one address has in progress at the gateway': (manifests) => {
    const annotations = ingressTo(manifests, 'gateway').metadata.annotations!;
    annotations['nginx.ingress.kubernetes.io/limit-connections'] = '0';
  },
  'the Ingress refuses no callback by its address, and passes on only what has arrived whole': (
    manifests,
  ) => {
    const annotations = ingressTo(manifests, 'cloud-connector').metadata.annotations!;
    annotations['nginx.ingress.kubernetes.io/limit-rps'] = '10';
  },
  'services have no address outside of the cluster': (manifests) =>
    (spec<{ type?: string }>(manifests, 'Service').type = 'LoadBalancer'),
  'every service has a budget of disruptions for its pods': (manifests) =>
    manifests.splice(
      manifests.findIndex(({ kind }) => kind === 'PodDisruptionBudget'),
      1,
    ),
};

describeWithKubectl.each(overlays)('the overlay %s', (overlay) => {
  const rendered = () => render(`overlays/${overlay}`);

  it('has only objects that match the schemas of Kubernetes', async () => {
    const manifests = rendered();
    const violations = await Promise.all(
      manifests.map(async (manifest) => [manifest.metadata.name, await violationsOf(manifest)] as const),
    );
    expect(manifests.length).toBeGreaterThan(30);
    expect(violations.filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it.each(securityRules)('keeps the rule: $name', (rule) => {
    expect(rule.violations(rendered())).toEqual([]);
  });

  it.each(securityRules)('breaks the rule when changed: $name', (rule) => {
    const manifests = rendered();
    breaches[rule.name]!(manifests);
    expect(rule.violations(manifests)).not.toEqual([]);
  });

  it('routes the Ingress to ports of existing services', () => {
    const manifests = rendered();
    const services = manifests.filter(({ kind }) => kind === 'Service');
    const backends = ingressesOf(manifests).flatMap(backendsOf);
    const known = services.flatMap(({ metadata, spec: service }) =>
      ((service as { ports?: { name: string }[] }).ports ?? []).map(({ name }) => `${metadata.name}:${name}`),
    );
    expect(backends.map(({ name, port }) => `${name}:${port}`).filter((one) => !known.includes(one))).toEqual(
      [],
    );
  });
});

describeWithKubectl('the namespace of NATS and Postgres', () => {
  it('has only objects that match the schemas of Kubernetes', async () => {
    const violations = await Promise.all(render('data').map(violationsOf));
    expect(violations.flat()).toEqual([]);
  });
});

/**
 * The StatefulSet that the chart renders from our values: each pod has a server, the exporter of its
 * counters, and the reloader that is on by default.
 */
function natsOfChart(): Manifest {
  const text = readFileSync(join(root, 'k8s/data/nats-values.yaml'), 'utf8');
  const { container, reloader, promExporter, podTemplate } = parse(text) as ChartValues;
  const containers = [
    { name: 'nats', ...container.merge },
    { name: 'reloader', ...reloader?.merge },
    { name: 'prom-exporter', ...promExporter.merge },
  ];
  const template = { metadata: { labels: {} }, spec: { ...podTemplate.merge.spec, containers } };
  return { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'nats' }, spec: { template } };
}

interface ChartValues {
  readonly container: { readonly merge: Partial<Container> };
  readonly reloader?: { readonly merge: Partial<Container> };
  readonly promExporter: { readonly merge: Partial<Container> };
  readonly podTemplate: { readonly merge: { readonly spec: Partial<PodSpec> } };
}

describe('the pods of NATS', () => {
  it.each([
    'pods run as a user other than root, by its number',
    'pods are under the seccomp profile of the runtime',
    'pods have no token of the API server',
    'containers cannot write to their root',
    'containers cannot gain privileges',
    'containers have no capability',
    'containers say what they need and how much memory they get',
  ])('keep the rule: %s', (name) => {
    const rule = securityRules.find((one) => one.name === name)!;
    expect(rule.violations([natsOfChart()])).toEqual([]);
  });
});

describe('the schemas of Kubernetes', () => {
  const policyWith = (members: object): Manifest => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'spec' },
    spec: { podSelector: {}, ...members },
  });

  it.each([
    ['a value of a wrong type', policyWith({ policyTypes: 'Ingress' }), /policyTypes/],
    ['a field that does not exist', policyWith({ egres: [] }), /\/spec\/egres is no field/],
    ['a kind that does not exist', { ...policyWith({}), kind: 'NetworkPolicies' }, /has no NetworkPolicies/],
  ])('refuse %s', async (_, manifest, message) => {
    expect((await violationsOf(manifest)).join()).toMatch(message);
  });

  it('accept a valid object', async () => {
    expect(await violationsOf(policyWith({ policyTypes: ['Egress'] }))).toEqual([]);
  });
});
