import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { providerCallbacks } from '@chat/contracts/cloud-connector';
import { serviceNames } from '@chat/contracts/table';
import { servicesWithSecrets } from '@chat/contracts/secret-keys';
import { AppProcess, freePort, type LocalNats, type LocalPostgres } from '@chat/local-servers';
import type { LoopbackCertificate } from './ingress';
import type { Backend } from './ingress.rules';

export interface Layout {
  /** `standalone`: all services in one process. `services`: a process each. The sandbox is always its own. */
  layout: 'standalone' | 'services';
  /** Processes of a service in the layout `services`, 1 by default. The second gateway is `gateway-2`. */
  replicas?: Readonly<Record<string, number>>;
  /** Settings for every process, over those of the stack. */
  env?: Record<string, string>;
  /** Settings of a service by its name, and over them those of single processes (`gateway-2`), over all others. */
  envOf?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A command that runs every process in place of Node, as a container would. */
  execPath?: string;
  /** The checkout with the builds to run; this one if absent. */
  workspace?: string | undefined;
  /** The files that the processes of these services run, in place of their own. */
  entries?: Readonly<Record<string, string>>;
  /** Node's own options for every process, such as a file to load before the app. */
  nodeOptions?: readonly string[];
  /**
   * Puts nginx with this certificate in front: then it is a process each, three gateways and two of every other service
   * at least, and everybody outside talks to nginx alone.
   */
  ingress?: LoopbackCertificate | undefined;
  /** Decides where a process reaches a server; at the server's own address if absent. */
  route?: (route: Route) => Promise<Address>;
}

/** The route from a process to a server. */
export interface Route extends Address {
  from: string;
  to: 'postgres' | 'nats' | 'sandbox' | 'cloud-connector';
}

export interface Address {
  host: string;
  port: number;
}

export interface Topology {
  processes: AppProcess[];
  gatewayUrls: string[];
  sandboxUrl: string;
  /** The URL of the callback port, without a path. */
  callbackUrl: string;
  /** The file that a process runs in the build of a checkout. */
  entryOf: (name: string, workspace?: string) => string;
  /** The ports of nginx and its backends; undefined without an ingress. */
  ingress?: { port: number; backends: Backend[] } | undefined;
}

/** From the signal to stop until nginx notices. */
const NOTICE_MS = 3_000;

const OWN_WORKSPACE = join(__dirname, '../../../..');

/** Plans the processes of a stack, each with free ports of its own. */
export async function planProcesses(
  layout: Layout,
  servers: { postgres: LocalPostgres; databaseOf: (app: string) => Promise<string>; nats: LocalNats },
  folder: string,
): Promise<Topology> {
  const { env = {}, envOf = {}, execPath, nodeOptions = [], ingress } = layout;
  const route = layout.route ?? ((direct) => Promise.resolve(direct));
  const names = processNames(layout);
  const ports = await choosePorts(names, ingress !== undefined);
  const urls = urlsOf(ports);
  const shared = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    OUTBOUND_DENY_PORTS: [servers.postgres.port, servers.nats.port, ...allOf(ports)].join(','),
    BLOB_FOLDER: join(folder, 'blobs'),
    SANDBOX_MEDIA_FOLDER: join(folder, 'sandbox-media'),
    PUBLIC_BASE_URL: urls.gatewayUrls[0],
    GATEWAY_HOST: '127.0.0.1',
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_CALLBACK_URL: ingress
      ? urls.callbackUrl + providerCallbacks
      : at(
          await route({ from: 'sandbox', to: 'cloud-connector', host: '127.0.0.1', port: ports.callback }),
          `http://callbacks${providerCallbacks}`,
        ),
    SANDBOX_CALLBACK_RETRY_MS: '100',
    PROVIDER_APP_ID: '900000000000001',
    PROVIDER_APP_SECRET: randomBytes(16).toString('hex'),
    PROVIDER_VERIFY_TOKEN: randomBytes(16).toString('hex'),
    PROVIDER_CONFIG_ID: '900000000000002',
    ...env,
    ...(ingress && settingsBehind(ingress, env)),
  };
  const secretKey = randomBytes(32).toString('base64');
  const needsKey = (app: string) => ['standalone', ...servicesWithSecrets].includes(app);
  const processes: AppProcess[] = [];
  for (const name of ['sandbox', ...names]) {
    const gatewayPort = ports.gateways.get(name);
    const via = (to: Route['to'], port: number) => route({ from: name, to, host: '127.0.0.1', port });
    // With a role of its own, it cannot access the tables of the others.
    const database = await servers.databaseOf(appOf(name));
    const databaseUrl = await servers.postgres.urlFor(`chat_${appOf(name)}`, database);
    processes.push(
      new AppProcess({
        name,
        entry: layout.entries?.[appOf(name)] ?? entryOf(name, layout.workspace),
        env: {
          ...shared,
          INSTANCE_ID: name,
          DATABASE_URL: at(await via('postgres', servers.postgres.port), databaseUrl),
          // The sandbox is not on the bus.
          ...(name !== 'sandbox' && {
            NATS_URL: at(await via('nats', servers.nats.port), servers.nats.address),
            NATS_USER: appOf(name),
            NATS_PASSWORD: servers.nats.password(appOf(name)),
          }),
          ...(hasNetwork(name) && {
            DEVICE_NETWORK_URL: at(await via('sandbox', ports.sandbox), 'ws://sandbox/device-network'),
          }),
          ...(hasProvider(name) && {
            PROVIDER_BASE_URL: at(await via('sandbox', ports.sandbox), 'http://sandbox').replace(/\/$/, ''),
            CALLBACK_PORT: String(ports.callbacks.get(name) ?? 0),
          }),
          ...(needsKey(appOf(name)) && { SECRET_KEY: env.SECRET_KEY ?? secretKey }),
          ...(gatewayPort && { GATEWAY_PORT: String(gatewayPort) }),
          ...(ingress && ports.isBehindIngress(name) && { SHUTDOWN_DELAY_MS: String(NOTICE_MS) }),
          ...envOf[appOf(name)],
          ...envOf[name],
        },
        execPath,
        nodeOptions,
        healthPort: ports.health.get(name)!,
        logFile: join(folder, `${name}.log`),
      }),
    );
  }
  return {
    processes,
    entryOf,
    ...urls,
    sandboxUrl: `http://127.0.0.1:${ports.sandbox}`,
    ingress: ports.ingress,
  };
}

/** The sandbox is not part of the installation, so it is always of this checkout. */
function entryOf(name: string, workspace = OWN_WORKSPACE): string {
  if (name === 'sandbox') return join(OWN_WORKSPACE, 'testing/sandbox/dist/main.js');
  return join(workspace, 'apps', appOf(name), 'dist/main.js');
}

/** Several of each behind an ingress, otherwise as the layout says. */
function processNames({ layout, replicas = {}, ingress }: Layout): string[] {
  if (layout === 'standalone' && !ingress) return ['standalone'];
  const least = (name: string) => (!ingress ? 1 : name === 'gateway' ? 3 : 2);
  return serviceNames.flatMap((name) => replicaNames(name, Math.max(replicas[name] ?? 1, least(name))));
}

interface Ports {
  health: ReadonlyMap<string, number>;
  gateways: ReadonlyMap<string, number>;
  /** Without an ingress, the provider calls one port, that of the first replica. */
  callbacks: ReadonlyMap<string, number>;
  callback: number;
  sandbox: number;
  ingress: Topology['ingress'];
  isBehindIngress: (name: string) => boolean;
}

async function choosePorts(names: readonly string[], hasIngress: boolean): Promise<Ports> {
  const portsOf = async (chosen: readonly string[]) =>
    new Map(await Promise.all(chosen.map(async (name) => [name, await freePort()] as const)));
  const connectors = names.filter(hasProvider);
  const health = await portsOf(['sandbox', ...names]);
  const gateways = await portsOf(names.filter(hasGateway));
  const callbacks = await portsOf(hasIngress ? connectors : connectors.slice(0, 1));
  const backends = (serves: Backend['serves'], ports: ReadonlyMap<string, number>): Backend[] =>
    [...ports].map(([name, port]) => ({ serves, port, healthPort: health.get(name)! }));
  return {
    health,
    gateways,
    callbacks,
    callback: [...callbacks.values()][0]!,
    sandbox: await freePort(),
    ingress: hasIngress
      ? {
          port: await freePort(),
          backends: [...backends('api', gateways), ...backends('callbacks', callbacks)],
        }
      : undefined,
    isBehindIngress: (name) => gateways.has(name) || callbacks.has(name),
  };
}

function allOf({ health, gateways, callbacks, sandbox, ingress }: Ports): number[] {
  const all = [...health.values(), ...gateways.values(), ...callbacks.values(), sandbox];
  return ingress ? [...all, ingress.port] : all;
}

/** Behind an ingress, all clients and the provider share one address. */
function urlsOf({ gateways, callback, ingress }: Ports): Pick<Topology, 'gatewayUrls' | 'callbackUrl'> {
  if (!ingress) {
    const gatewayUrls = [...gateways.values()].map((port) => `http://127.0.0.1:${port}`);
    return { gatewayUrls, callbackUrl: `http://127.0.0.1:${callback}` };
  }
  const url = `https://127.0.0.1:${ingress.port}`;
  return { gatewayUrls: [...gateways.values()].map(() => url), callbackUrl: url };
}

/** One more than the proxies of the test itself. */
function settingsBehind(
  { certificateFile }: LoopbackCertificate,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: certificateFile,
    TRUSTED_PROXY_HOPS: String(Number(env.TRUSTED_PROXY_HOPS ?? 0) + 1),
  };
}

function replicaNames(name: string, count = 1): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));
}

function appOf(name: string): string {
  return name.replace(/-\d+$/, '');
}

function hasGateway(name: string): boolean {
  return ['standalone', 'gateway'].includes(appOf(name));
}

function hasNetwork(name: string): boolean {
  return ['standalone', 'device-sessions'].includes(appOf(name));
}

function hasProvider(name: string): boolean {
  return ['standalone', 'cloud-connector'].includes(appOf(name));
}

/** The URL with another host and port. */
function at({ host, port }: Address, address: string): string {
  const url = new URL(address);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}
