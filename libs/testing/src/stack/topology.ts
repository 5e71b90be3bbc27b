import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
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
}

export interface Topology {
  processes: AppProcess[];
  gatewayUrls: string[];
  sandboxUrl: string;
}

const workspace = join(__dirname, '../../../..');

/** Plans the processes of a stack, each with free ports of its own. */
export async function planProcesses(
  { layout, replicas = {}, env = {}, envOf = {} }: Layout,
  servers: { postgres: LocalPostgres; databaseName: string; nats: LocalNats },
  folder: string,
): Promise<Topology> {
  const names =
    layout === 'standalone'
      ? ['standalone']
      : serviceNames.flatMap((name) => replicaNames(name, replicas[name]));
  const members = ['sandbox', ...names];
  const healthPorts = await Promise.all(members.map(() => freePort()));
  const sandboxPort = String(await freePort());
  const gateways = new Map<string, string>();
  for (const name of names.filter(hasGateway)) gateways.set(name, String(await freePort()));
  const gatewayUrls = [...gateways.values()].map((port) => `http://127.0.0.1:${port}`);

  const shared = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    NATS_URL: servers.nats.address,
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    OUTBOUND_DENY_PORTS: [
      servers.postgres.port,
      servers.nats.port,
      ...healthPorts,
      ...gateways.values(),
      sandboxPort,
    ].join(','),
    BLOB_FOLDER: join(folder, 'blobs'),
    SANDBOX_MEDIA_FOLDER: join(folder, 'sandbox-media'),
    PUBLIC_BASE_URL: gatewayUrls[0],
    GATEWAY_HOST: '127.0.0.1',
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_PORT: sandboxPort,
    DEVICE_NETWORK_URL: `ws://127.0.0.1:${sandboxPort}/device-network`,
    ...env,
  };
  const secretKey = randomBytes(32).toString('base64');
  const needsKey = (app: string) => ['standalone', ...servicesWithSecrets].includes(app);
  const processes: AppProcess[] = [];
  for (const [index, name] of members.entries()) {
    const gatewayPort = gateways.get(name);
    processes.push(
      new AppProcess({
        name,
        entry: join(workspace, 'apps', appOf(name), 'dist/main.js'),
        env: {
          ...shared,
          INSTANCE_ID: name,
          // A role of its own closes the tables of the others to it.
          DATABASE_URL: await servers.postgres.urlFor(`chat_${appOf(name)}`, servers.databaseName),
          // The sandbox is not on the bus.
          ...(name !== 'sandbox' && {
            NATS_USER: appOf(name),
            NATS_PASSWORD: servers.nats.password(appOf(name)),
          }),
          ...(needsKey(appOf(name)) && { SECRET_KEY: env.SECRET_KEY ?? secretKey }),
          ...(gatewayPort && { GATEWAY_PORT: gatewayPort }),
          ...envOf[name],
        },
        healthPort: healthPorts[index]!,
        logFile: join(folder, `${name}.log`),
      }),
    );
  }
  return { processes, gatewayUrls, sandboxUrl: `http://127.0.0.1:${sandboxPort}` };
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
