import type { Manifest } from './manifest';

interface Model {
  /** @throws Error that says where an object violates the schema of its kind. */
  validate(): void;
}

type ModelClass = new (data: object) => Model;

/** The packages with the schemas of operators, by the group of their kinds; Kubernetes' own are in `kubernetes-models`. */
const packages: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
};

/**
 * Returns the violations of the published schema of an object's kind, which `kubernetes-models` has compiled; empty
 * when it is valid. Like the API server for `kubectl apply`, it also refuses fields that the schema does not know.
 */
export async function violationsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const [group = ''] = apiVersion.split('/');
  const name = packages[group] ?? 'kubernetes-models';
  const models = (await import(`${name}/${apiVersion}`)) as Record<string, ModelClass>;
  const Kind = models[kind];
  if (!Kind) return [`${apiVersion} has no ${kind}`];

  const seen = new Set<string>();
  const watched = watch(new Kind(manifest), '', seen);
  try {
    watched.validate();
  } catch (error) {
    return [(error as Error).message];
  }
  return unread(manifest, '', seen);
}

/**
 * Wraps an object so that the path of each member read is recorded. The compiled schemas read each member that they
 * know, and each entry of a map.
 */
function watch<T extends object>(target: T, path: string, seen: Set<string>): T {
  return new Proxy(target, {
    get: (object, key) => {
      const value: unknown = Reflect.get(object, key);
      const inner = `${path}/${String(key)}`;
      seen.add(inner);
      return typeof value === 'object' && value !== null ? watch(value, inner, seen) : value;
    },
  });
}

function unread(value: unknown, path: string, seen: ReadonlySet<string>): string[] {
  if (path !== '' && !seen.has(path)) return [`${path} is no field of its kind`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => unread(member, `${path}/${key}`, seen));
}
