import {
  backendsOf,
  ingressesOf,
  jobsOf,
  policiesOf,
  subjectsOf,
  workloadsOf,
  type Container,
  type Manifest,
  type Peer,
  type PodSpec,
  type Workload,
} from './manifest';

/** A rule for everything that is applied to a cluster. */
export interface SecurityRule {
  readonly name: string;
  /** Returns the names of the objects that break it; empty if none does. */
  violations(manifests: readonly Manifest[]): string[];
}

/** The services and jobs whose pods may reach addresses outside of the cluster, and the ports for that. */
export const outsideCallers: Readonly<Record<string, string>> = {
  backup: '443',
  'cloud-connector': '443',
  'device-sessions': '443',
  messaging: '1-65535',
  'restore-test': '443',
  templates: '1-65535',
  webhooks: '1-65535',
};

/** The services that can be reached from outside of the cluster, through the Ingress, and the port of each. */
export const publicFaces: Readonly<Record<string, string>> = {
  gateway: 'http',
  'cloud-connector': 'callbacks',
};

/** The path of the readiness probes of public faces (libs/service-kit/src/health.ts). */
const ACCEPTING_PATH = '/readyz/accepting';

/** Addresses that no policy for the outside may include: the cluster's own, the node's, and cloud metadata. */
const insideRanges = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
];
/** The label by which a policy names a namespace. */
const NAMESPACE = 'kubernetes.io/metadata.name';
/** The prefix of the annotations of ingress-nginx. */
const NGINX = 'nginx.ingress.kubernetes.io';
/** The public addresses of IPv6. */
const PUBLIC_IPV6 = '2000::/3';

type Selection = (manifests: readonly Manifest[]) => Workload[];
const servicesAndJobs: Selection = (manifests) => [...workloadsOf(manifests), ...jobsOf(manifests)];

const pods = (
  name: string,
  isRight: (pod: PodSpec) => boolean | undefined,
  selection: Selection = servicesAndJobs,
): SecurityRule => ({
  name,
  violations: (manifests) =>
    selection(manifests)
      .filter(({ spec }) => !isRight(spec.template.spec))
      .map(({ metadata }) => metadata.name),
});

const containers = (
  name: string,
  isRight: (container: Container, pod: PodSpec) => boolean | undefined,
  selection: Selection = servicesAndJobs,
): SecurityRule =>
  pods(
    name,
    (pod) => [...pod.containers, ...(pod.initContainers ?? [])].every((container) => isRight(container, pod)),
    selection,
  );

const podRules: readonly SecurityRule[] = [
  pods(
    'pods run as a user other than root, by its number',
    ({ securityContext }) => securityContext?.runAsNonRoot && (securityContext.runAsUser ?? 0) > 0,
  ),
  pods(
    'pods are under the seccomp profile of the runtime',
    ({ securityContext }) => securityContext?.seccompProfile?.type === 'RuntimeDefault',
  ),
  pods(
    'pods have no token of the API server',
    ({ automountServiceAccountToken }) => automountServiceAccountToken === false,
  ),
  pods(
    'pods share no namespace of their node',
    ({ hostNetwork, hostPID, hostIPC }) => !hostNetwork && !hostPID && !hostIPC,
  ),
  pods('pods mount nothing of their node', ({ volumes = [] }) => volumes.every(({ hostPath }) => !hostPath)),
  pods('folders in memory or on the node have a limit', ({ volumes = [] }) =>
    volumes.every(({ emptyDir }) => !emptyDir || emptyDir.sizeLimit !== undefined),
  ),
  pods(
    'pods get the time to drain',
    ({ terminationGracePeriodSeconds = 0 }) => terminationGracePeriodSeconds >= 20,
    workloadsOf,
  ),
  pods(
    'pods of a service are spread over nodes and zones',
    ({ topologySpreadConstraints = [] }) =>
      ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].every((key) =>
        topologySpreadConstraints.some(({ topologyKey }) => topologyKey === key),
      ),
    workloadsOf,
  ),
];

const containerRules: readonly SecurityRule[] = [
  containers(
    'containers cannot write to their root',
    ({ securityContext }) => securityContext?.readOnlyRootFilesystem === true,
  ),
  containers(
    'containers cannot gain privileges',
    ({ securityContext }) =>
      securityContext?.allowPrivilegeEscalation === false && !securityContext.privileged,
  ),
  containers('containers have no capability', ({ securityContext }) => {
    const { drop = [], add = [] } = securityContext?.capabilities ?? {};
    return drop.includes('ALL') && add.length === 0;
  }),
  containers('containers open no port of their node', ({ ports = [] }) =>
    ports.every(({ hostPort }) => hostPort === undefined),
  ),
  containers(
    'containers say what they need and how much memory they get',
    ({ resources }) =>
      resources?.requests?.cpu !== undefined &&
      resources.requests.memory !== undefined &&
      resources.limits?.memory !== undefined,
  ),
  containers(
    'containers have the three probes',
    ({ startupProbe, readinessProbe, livenessProbe }) =>
      [
        startupProbe?.httpGet.path === '/healthz',
        ['/readyz', ACCEPTING_PATH].includes(readinessProbe?.httpGet.path ?? ''),
        livenessProbe?.httpGet.path === '/healthz',
      ].every(Boolean),
    workloadsOf,
  ),
  containers(
    'probes ask a port that the container has',
    (container) => {
      const names = (container.ports ?? []).map(({ name }) => name);
      const { startupProbe, readinessProbe, livenessProbe } = container;
      return [startupProbe, readinessProbe, livenessProbe].every(
        (probe) => probe && names.includes(String(probe.httpGet.port)),
      );
    },
    workloadsOf,
  ),
  containers('images name a version', ({ image }) =>
    /(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/.test(image),
  ),
  containers(
    'secrets are files and no variables of the environment',
    ({ env = [], envFrom = [] }) =>
      env.every(({ valueFrom }) => !valueFrom?.secretKeyRef) && envFrom.every(({ secretRef }) => !secretRef),
  ),
  containers('mounted secrets and settings are read-only', ({ volumeMounts = [] }, { volumes = [] }) =>
    volumeMounts
      .filter(({ name }) =>
        volumes.some((volume) => volume.name === name && !volume.emptyDir && !volume.ephemeral),
      )
      .every(({ readOnly }) => readOnly),
  ),
];

const installationRules: readonly SecurityRule[] = [
  {
    name: 'nothing that is applied holds a secret',
    violations: (manifests) =>
      manifests
        .filter(
          ({ kind, data = {} }) =>
            kind === 'Secret' ||
            Object.keys(data).some((key) => /PASSWORD|SECRET|TOKEN|DATABASE_URL/.test(key)),
        )
        .map(({ metadata }) => metadata.name),
  },
  {
    name: 'namespaces admit only pods of the restricted standard',
    violations: (manifests) =>
      manifests
        .filter(({ kind }) => kind === 'Namespace')
        .filter(({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
        .map(({ metadata }) => metadata.name),
  },
  {
    name: 'whatever no policy allows is denied, in both directions',
    violations: (manifests) =>
      policiesOf(manifests).some(
        ({ spec }) =>
          Object.keys(spec.podSelector).length === 0 &&
          ['Ingress', 'Egress'].every((type) => spec.policyTypes.includes(type)) &&
          !spec.egress &&
          !spec.ingress,
      )
        ? []
        : ['default-deny'],
  },
  {
    name: 'only services that call outside may leave the cluster, by their ports',
    violations: (manifests) => {
      const rules = policiesOf(manifests).flatMap((policy) =>
        (policy.spec.egress ?? [])
          .filter(({ to }) => !to || to.length === 0 || to.some(leavesCluster))
          .flatMap(({ ports = [{ protocol: 'TCP', port: 'any' }] }) =>
            ports.flatMap(({ port, endPort }) =>
              (subjectsOf(policy) ?? ['every pod']).map((subject) => ({
                subject,
                ports: endPort ? `${port}-${endPort}` : String(port),
              })),
            ),
          ),
      );
      return rules
        .filter(({ subject, ports }) => outsideCallers[subject] !== ports)
        .map(({ subject, ports }) => `${subject} to ${ports}`);
    },
  },
  {
    name: 'who leaves the cluster reaches public addresses only',
    violations: (manifests) =>
      policiesOf(manifests).flatMap(({ metadata, spec }) =>
        (spec.egress ?? [])
          .flatMap(({ to = [] }) => to)
          .filter(({ ipBlock }) => ipBlock && !isPublicOnly(ipBlock))
          .map(({ ipBlock }) => `${metadata.name}: ${ipBlock!.cidr}`),
      ),
  },
  {
    name: 'the Ingress reaches the public faces by their ports, Prometheus the metrics, and nobody else a service',
    violations: (manifests) =>
      policiesOf(manifests).flatMap((policy) =>
        (policy.spec.ingress ?? []).flatMap(({ from = [], ports = [] }) => {
          const [sender] = from.map(({ namespaceSelector }) => namespaceSelector?.matchLabels?.[NAMESPACE]);
          const isRight = (subject: string) =>
            sender === 'monitoring' ? ports[0]?.port === 'metrics' : ports[0]?.port === publicFaces[subject];
          const isAllowed =
            (sender === 'ingress' || sender === 'monitoring') &&
            from.length === 1 &&
            ports.length === 1 &&
            (subjectsOf(policy) ?? ['every pod']).every(isRight);
          return isAllowed ? [] : [policy.metadata.name];
        }),
      ),
  },
  {
    name: 'pods behind the Ingress are ready while they take requests, and others while their checks hold',
    violations: (manifests) =>
      workloadsOf(manifests)
        .filter(({ metadata, spec }) => {
          const path = metadata.name in publicFaces ? ACCEPTING_PATH : '/readyz';
          return spec.template.spec.containers.some(
            ({ readinessProbe }) => readinessProbe && readinessProbe.httpGet.path !== path,
          );
        })
        .map(({ metadata }) => metadata.name),
  },
  {
    name: 'every host of the Ingress has TLS',
    violations: (manifests) =>
      ingressesOf(manifests).flatMap(({ spec: { rules, tls = [] } }) => {
        const covered = tls.flatMap(({ hosts, secretName }) => (secretName ? hosts : []));
        return rules.map(({ host }) => host ?? 'any host').filter((host) => !covered.includes(host));
      }),
  },
  {
    name: 'the Ingress limits what one address has in progress at the gateway',
    violations: (manifests) =>
      ingressesOf(manifests)
        .filter((ingress) => backendsOf(ingress).some(({ name }) => name === 'gateway'))
        .filter(({ metadata }) => !(Number(metadata.annotations?.[`${NGINX}/limit-connections`]) > 0))
        .map(({ metadata }) => metadata.name),
  },
  {
    name: 'the Ingress refuses no callback by its address, and passes on only what has arrived whole',
    violations: (manifests) =>
      ingressesOf(manifests)
        .filter((ingress) => backendsOf(ingress).some(({ name }) => name === 'cloud-connector'))
        .filter(({ metadata: { annotations = {} } }) => {
          const names = Object.keys(annotations).map((key) => key.replace(`${NGINX}/`, ''));
          const isBuffered = annotations[`${NGINX}/proxy-request-buffering`] === 'on';
          return !isBuffered || names.some((name) => /^(limit-|.*(white|allow)list)/.test(name));
        })
        .map(({ metadata }) => metadata.name),
  },
  {
    name: 'services have no address outside of the cluster',
    violations: (manifests) =>
      manifests
        .filter(({ kind }) => kind === 'Service')
        .filter(({ spec }) => ((spec as { type?: string }).type ?? 'ClusterIP') !== 'ClusterIP')
        .map(({ metadata }) => metadata.name),
  },
  {
    name: 'every service has a budget of disruptions for its pods',
    violations: (manifests) =>
      workloadsOf(manifests)
        .filter(({ spec }) => {
          const name = spec.template.metadata.labels['app.kubernetes.io/name'];
          return !manifests.some(
            (manifest) =>
              manifest.kind === 'PodDisruptionBudget' &&
              (manifest.spec as { selector: { matchLabels: Record<string, string> } }).selector.matchLabels[
                'app.kubernetes.io/name'
              ] === name,
          );
        })
        .map(({ metadata }) => metadata.name),
  },
];

/** Every rule, in the order of docs/deployment.md. */
export const securityRules: readonly SecurityRule[] = [...podRules, ...containerRules, ...installationRules];

/** Without a selector, or with an address block, the peer may be anywhere. */
function leavesCluster({ ipBlock, namespaceSelector, podSelector }: Peer): boolean {
  return ipBlock !== undefined || (namespaceSelector === undefined && podSelector === undefined);
}

function isPublicOnly({ cidr, except = [] }: { cidr: string; except?: string[] }): boolean {
  if (cidr.includes(':')) return cidr === PUBLIC_IPV6;
  return insideRanges.every((range) => except.includes(range));
}
