import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { providerCallbacks } from '@chat/contracts/cloud-connector';
import { serviceNames } from '@chat/contracts/table';
import { servicesWithSecrets } from '@chat/contracts/secret-keys';
import { AppProcess, freePort, type LocalNats, type LocalPostgres } from '@chat/local-servers';

export interface Layout {
  /** `standalone`: all services in one process. `services`: a process each. The sandbox is always its own. */
  layout: 'standalone' | 'services';
  /** Processes of a service in the layout `services`, 1 unless told. The second gateway is `gateway-2`. */
  replicas?: Readonly<Record<string, number>>;
  /** Settings for every process, over those of the stack. */
  env?: Record<string, string>;
  /** Settings of single processes by their names, over all others. */
  envOf?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What runs every process instead of Node itself, as a container does. */
  execPath?: string;
  /** Node's own options for every process, such as a file to load before the app. */
  nodeOptions?: readonly string[];
  /** Decides where a process reaches a server; at the server's own address if absent. */
  route?: (route: Route) => Promise<Address>;
}

/** The way from a process to what it connects to. */
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
  /** Where the provider's callbacks arrive, without a path. */
  callbackUrl: string;
}

const workspace = join(__dirname, '../../../..');

/** Plans the processes of a stack, each with free ports of its own. */
export async function planProcesses(
  {
    layout,
    replicas = {},
    env = {},
    envOf = {},
    execPath,
    nodeOptions = [],
    route = (direct) => Promise.resolve(direct),
  }: Layout,
  servers: { postgres: LocalPostgres; databaseName: string; nats: LocalNats },
  folder: string,
): Promise<Topology> {
  const names =
    layout === 'standalone'
      ? ['standalone']
      : serviceNames.flatMap((name) => replicaNames(name, replicas[name]));
  const members = ['sandbox', ...names];
  const healthPorts = await Promise.all(members.map(() => freePort()));
  const sandboxPort = await freePort();
  const callbackPort = await freePort();
  const callbacks = await route({
    from: 'sandbox',
    to: 'cloud-connector',
    host: '127.0.0.1',
    port: callbackPort,
  });
  const gateways = new Map<string, string>();
  for (const name of names.filter(hasGateway)) gateways.set(name, String(await freePort()));
  const gatewayUrls = [...gateways.values()].map((port) => `http://127.0.0.1:${port}`);

  const shared = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    OUTBOUND_DENY_PORTS: [
      servers.postgres.port,
      servers.nats.port,
      ...healthPorts,
      ...gateways.values(),
      sandboxPort,
      callbackPort,
    ].join(','),
    BLOB_FOLDER: join(folder, 'blobs'),
    SANDBOX_MEDIA_FOLDER: join(folder, 'sandbox-media'),
    PUBLIC_BASE_URL: gatewayUrls[0],
    GATEWAY_HOST: '127.0.0.1',
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_CALLBACK_URL: at(callbacks, `http://callbacks${providerCallbacks}`),
    SANDBOX_CALLBACK_RETRY_MS: '100',
    PROVIDER_APP_ID: '900000000000001',
    PROVIDER_APP_SECRET: randomBytes(16).toString('hex'),
    PROVIDER_VERIFY_TOKEN: randomBytes(16).toString('hex'),
    ...env,
  };
  const secretKey = randomBytes(32).toString('base64');
  const needsKey = (app: string) => ['standalone', ...servicesWithSecrets].includes(app);
  const processes: AppProcess[] = [];
  for (const [index, name] of members.entries()) {
    const gatewayPort = gateways.get(name);
    const via = (to: Route['to'], port: number) => route({ from: name, to, host: '127.0.0.1', port });
    // A role of its own closes the tables of the others to it.
    const databaseUrl = await servers.postgres.urlFor(`chat_${appOf(name)}`, servers.databaseName);
    processes.push(
      new AppProcess({
        name,
        entry: join(workspace, 'apps', appOf(name), 'dist/main.js'),
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
            DEVICE_NETWORK_URL: at(await via('sandbox', sandboxPort), 'ws://sandbox/device-network'),
          }),
          ...(hasProvider(name) && {
            PROVIDER_BASE_URL: at(await via('sandbox', sandboxPort), 'http://sandbox').replace(/\/$/, ''),
            // The provider knows one port: the first replica has it.
            CALLBACK_PORT: name === appOf(name) ? String(callbackPort) : '0',
          }),
          ...(needsKey(appOf(name)) && { SECRET_KEY: env.SECRET_KEY ?? secretKey }),
          ...(gatewayPort && { GATEWAY_PORT: gatewayPort }),
          ...envOf[name],
        },
        execPath,
        nodeOptions,
        healthPort: healthPorts[index]!,
        logFile: join(folder, `${name}.log`),
      }),
    );
  }
  return {
    processes,
    gatewayUrls,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    callbackUrl: `http://127.0.0.1:${callbackPort}`,
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
