/** A Kubernetes object, with the members that specs use. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

export interface Ingress extends Manifest {
  readonly spec: {
    readonly rules: readonly {
      readonly host?: string;
      readonly http: {
        readonly paths: readonly {
          readonly backend: {
            readonly service: { readonly name: string; readonly port: { readonly name: string } };
          };
        }[];
      };
    }[];
    tls?: readonly { readonly hosts: readonly string[]; readonly secretName?: string }[];
  };
}

export interface Workload extends Manifest {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: PodSpec;
    };
  };
}

export interface PodSpec {
  automountServiceAccountToken?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string }[];
  containers: Container[];
  initContainers?: Container[];
  volumes?: Volume[];
}

export interface Container {
  readonly name: string;
  image: string;
  readonly command?: readonly string[];
  securityContext?: {
    privileged?: boolean;
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  env?: EnvironmentVariable[];
  envFrom?: { secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number; hostPort?: number }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly name: string; readonly key: string };
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

export interface Probe {
  readonly httpGet: { path: string; readonly port: string | number };
}

export interface Volume {
  readonly name: string;
  readonly hostPath?: object;
  readonly emptyDir?: { sizeLimit?: string };
  /** A disk that goes with the pod. */
  readonly ephemeral?: object;
  readonly configMap?: { readonly name: string; readonly items: readonly { readonly path: string }[] };
  readonly projected?: {
    readonly sources: readonly {
      readonly secret?: { readonly name: string; readonly items: readonly { readonly path: string }[] };
    }[];
  };
}

export interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly egress?: readonly { readonly to?: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
    readonly ingress?: readonly { readonly from?: readonly Peer[]; readonly ports?: readonly PolicyPort[] }[];
  };
}

export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
}

export interface Peer {
  readonly ipBlock?: { readonly cidr: string; except?: string[] };
  readonly namespaceSelector?: Selector;
  readonly podSelector?: Selector;
}

export interface PolicyPort {
  readonly protocol: string;
  readonly port: string | number;
  readonly endPort?: number;
}

export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind)) as Workload[];
}

/** The jobs that a schedule starts, as workloads. */
export function jobsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests
    .filter(({ kind }) => kind === 'CronJob')
    .map((manifest) => ({
      ...manifest,
      spec: (manifest.spec as { jobTemplate: { spec: Workload['spec'] } }).jobTemplate.spec,
    }));
}

export function policiesOf(manifests: readonly Manifest[]): NetworkPolicy[] {
  return manifests.filter(({ kind }) => kind === 'NetworkPolicy') as NetworkPolicy[];
}

export function ingressesOf(manifests: readonly Manifest[]): Ingress[] {
  return manifests.filter(({ kind }) => kind === 'Ingress') as Ingress[];
}

/** The ports that an Ingress leads to, with their services. */
export function backendsOf({ spec }: Ingress): { readonly name: string; readonly port: string }[] {
  return spec.rules.flatMap(({ http }) =>
    http.paths.map(({ backend: { service } }) => ({ name: service.name, port: service.port.name })),
  );
}

/** The names of the services whose pods a policy selects; undefined for all pods. */
export function subjectsOf({ spec }: NetworkPolicy): readonly string[] | undefined {
  const { matchLabels, matchExpressions } = spec.podSelector;
  const name = matchLabels?.['app.kubernetes.io/name'];
  if (name !== undefined) return [name];
  return matchExpressions?.find(({ key }) => key === 'app.kubernetes.io/name')?.values;
}
