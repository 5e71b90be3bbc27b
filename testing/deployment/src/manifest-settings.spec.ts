import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { ConfigError, type HostedService } from '@chat/service-kit';
import { services } from '@chat/standalone';
import { ingressesOf, workloadsOf, type Container, type Workload } from './testing/manifest';
import {
  describeWithKubectl,
  imageEnvironment,
  overlays,
  readCompose,
  render,
  type ComposeService,
} from './testing/manifests';
import { publicFaces } from './testing/security.rules';

/** Settings with a default for development, which every service that reads them must be given here. */
const needed = [
  'BLOB_S3_BUCKET',
  'BLOB_S3_ENDPOINT',
  'BLOB_STORE',
  'DATABASE_URL',
  'DEVICE_NETWORK_URL',
  'INSTANCE_ID',
  'NATS_PASSWORD',
  'NATS_URL',
  'NATS_USER',
  'PROVIDER_APP_ID',
  'PROVIDER_APP_SECRET',
  'PROVIDER_VERIFY_TOKEN',
  'PUBLIC_BASE_URL',
  'SECRET_KEY',
  'TRUSTED_PROXY_HOPS',
];
/**
 * Needed by one service only: in compose.yaml a service has a single process, and its name matters only for sessions.
 */
const neededBySome: Readonly<Record<string, string>> = { INSTANCE_ID: 'device-sessions' };

/** Sample values of secrets. */
const samples: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://chat:secret@postgres:5432/chat',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  'ca.crt': rootCertificates[0]!,
  // As long as the overlay names no app of the provider.
  PROVIDER_APP_SECRET: '',
  PROVIDER_VERIFY_TOKEN: '',
};
const byName = new Map<string, HostedService>(services.map((service) => [service.name, service]));

/** The names of the settings that a service reads; it also looks for a file for each. */
function settingsOf(service: HostedService): ReadonlySet<string> {
  const names = new Set<string>();
  const environment = new Proxy<Record<string, undefined>>(
    {},
    {
      get: (_, key) => {
        const [, name] = /^(.+)_FILE$/.exec(String(key)) ?? [];
        if (name) names.add(name);
        return undefined;
      },
    },
  );
  expect(() => service.configure(environment)).toThrow(ConfigError);
  return names;
}

const everySetting = new Set(services.flatMap((service) => [...settingsOf(service)]));
const settingOf = (variable: string) => variable.replace(/_FILE$/, '');

/** Returns the settings in this environment that the service does not read, and those it refuses or lacks. */
function problemsOf(service: string, environment: Readonly<Record<string, string>>): string[] {
  const hosted = byName.get(service)!;
  const read = settingsOf(hosted);
  const given = new Set(Object.keys(environment).map(settingOf));
  const unread = [...given].filter((name) => !read.has(name)).map((name) => `${name} is not read`);
  const missing = needed
    .filter((name) => read.has(name) && !given.has(name))
    .filter((name) => (neededBySome[name] ?? service) === service)
    .map((name) => `${name} is missing`);
  try {
    hosted.configure({ ...imageEnvironment(), ...environment });
    return [...unread, ...missing];
  } catch (error) {
    return [...unread, ...missing, (error as Error).message];
  }
}

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deployment-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a file with a sample in place of a mounted one. @throws Error when no volume has it. */
function mountedFile(
  path: string,
  container: Container,
  { volumes = [] }: { volumes?: Workload['spec']['template']['spec']['volumes'] },
): string {
  const mount = container.volumeMounts?.find(({ mountPath }) => path.startsWith(`${mountPath}/`));
  const volume = volumes.find(({ name }) => name === mount?.name);
  const items = [
    ...(volume?.configMap?.items ?? []),
    ...(volume?.projected?.sources.flatMap(({ secret }) => secret?.items ?? []) ?? []),
  ];
  const name = path.slice((mount?.mountPath.length ?? 0) + 1);
  if (!items.some((item) => item.path === name)) throw new Error(`No volume has ${path}.`);
  const file = join(folder, name);
  writeFileSync(file, samples[name] ?? 'a-secret');
  return file;
}

/** The environment of a container, with samples of its secrets. */
function environmentOf({ spec }: Workload): Record<string, string> {
  const pod = spec.template.spec;
  const [container] = pod.containers as [Container];
  const variables = (container.env ?? []).map(({ name, value = '', valueFrom }) => {
    if (!valueFrom)
      return [name, name.endsWith('_FILE') ? mountedFile(value, container, pod) : value] as const;
    const [, label] = /^metadata\.labels\['(.*)'\]$/.exec(valueFrom.fieldRef!.fieldPath) ?? [];
    return [name, label ? spec.template.metadata.labels[label]! : 'pod-0'] as const;
  });
  return Object.fromEntries(variables);
}

describe('the image', () => {
  it('sets only what some service reads, and options of Node', () => {
    const { NODE_OPTIONS, ...settings } = imageEnvironment();
    expect(NODE_OPTIONS).toBe('--max-semi-space-size=16');
    const names = Object.keys(settings);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !everySetting.has(name))).toEqual([]);
  });
});

describeWithKubectl.each(overlays)('the overlay %s', (overlay) => {
  it('runs exactly the services', () => {
    const names = workloadsOf(render(`overlays/${overlay}`)).map(({ metadata }) => metadata.name);
    expect(names.sort()).toEqual([...byName.keys()].sort());
  });

  it('gives each service exactly the settings that it reads', () => {
    const manifests = render(`overlays/${overlay}`);
    const problems = workloadsOf(manifests).map((workload) => [
      workload.metadata.name,
      problemsOf(workload.metadata.name, environmentOf(workload)),
    ]);
    expect(problems.filter(([, found]) => found!.length > 0)).toEqual([]);
  });

  it('gives services behind the Ingress time until they are no longer routed to, and all services time to drain', () => {
    const manifests = render(`overlays/${overlay}`);
    const times = workloadsOf(manifests).map((workload) => ({
      name: workload.metadata.name,
      delayMs: Number(environmentOf(workload).SHUTDOWN_DELAY_MS ?? 0),
      graceMs: 1_000 * workload.spec.template.spec.terminationGracePeriodSeconds!,
    }));
    const delayed = times.filter(({ delayMs }) => delayMs >= 5_000).map(({ name }) => name);
    expect(delayed.sort()).toEqual(Object.keys(publicFaces).sort());
    expect(times.filter(({ delayMs, graceMs }) => graceMs < delayMs + 10_000)).toEqual([]);
  });

  it('has probes and ports where the image listens', () => {
    const ports = workloadsOf(render(`overlays/${overlay}`)).map(
      ({ spec }) =>
        spec.template.spec.containers[0]!.ports!.find(({ name }) => name === 'health')!.containerPort,
    );
    expect(new Set(ports)).toEqual(new Set([Number(imageEnvironment().HEALTH_PORT)]));
  });

  it('serves the Ingress at the address given to clients', () => {
    const manifests = render(`overlays/${overlay}`);
    const hosts = ingressesOf(manifests).flatMap(({ spec }) => spec.rules.map(({ host }) => host));
    const told = workloadsOf(manifests).flatMap((workload) => environmentOf(workload).PUBLIC_BASE_URL ?? []);
    expect(new Set(told.map((url) => new URL(url).host))).toEqual(new Set(hosts));
  });
});

describe('compose.yaml', () => {
  const { services: composed } = readCompose();
  const appOf = ({ build }: ComposeService) => build?.args.APP?.replace('apps/', '');

  it('runs every service from its own image', () => {
    const own = Object.entries(composed).filter(([, service]) => byName.has(appOf(service) ?? ''));
    expect(own.map(([name]) => name).sort()).toEqual([...byName.keys()].sort());
    expect(own.filter(([name, service]) => appOf(service) !== name)).toEqual([]);
  });

  it.each([...byName.keys()])('gives %s exactly the settings that it reads', (name) => {
    const { environment = {} } = composed[name]!;
    const texts = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value)]));
    expect(problemsOf(name, texts)).toEqual([]);
  });

  it.each([...byName.keys(), 'admin', 'bucket'])('confines %s', (name) => {
    expect(composed[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it.each([...byName.keys(), 'admin', 'bucket'])('can end %s at any moment', (name) => {
    expect(composed[name]).toMatchObject({ init: true });
  });

  it('publishes ports on loopback only', () => {
    const ports = Object.values(composed).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/), expect.stringMatching(/^127\.0\.0\.1:/)]);
  });
});

describe('the settings of the services', () => {
  it('are all documented for operators', () => {
    const manual = readFileSync(join(__dirname, '../../../docs/settings.md'), 'utf8');
    expect([...everySetting].filter((name) => !manual.includes(name)).sort()).toEqual([]);
  });
});
