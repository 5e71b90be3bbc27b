/** A Kubernetes object, with the members that specs use. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    labels?: Record<string, string>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
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
  securityContext?: {
    privileged?: boolean;
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  env?: EnvironmentVariable[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
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
    readonly configMapKeyRef?: { readonly name: string; readonly key: string };
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

export function policiesOf(manifests: readonly Manifest[]): NetworkPolicy[] {
  return manifests.filter(({ kind }) => kind === 'NetworkPolicy') as NetworkPolicy[];
}

/** The names of the services whose pods a policy selects; undefined for all pods. */
export function subjectsOf({ spec }: NetworkPolicy): readonly string[] | undefined {
  const { matchLabels, matchExpressions } = spec.podSelector;
  const name = matchLabels?.['app.kubernetes.io/name'];
  if (name !== undefined) return [name];
  return matchExpressions?.find(({ key }) => key === 'app.kubernetes.io/name')?.values;
}
