import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppProcess, closeToOthers, freePort } from '@chat/local-servers';
import { stackFileIn, type RunningStack } from '@chat/admin';
import { appEnvironment } from './app-environment';
import { claim, endEarlierApps, requirePorts } from './claim';
import { withDataDir } from './data-problem';
import { packClient } from './client-package';
import { demoAccount } from './demo-account';
import { showErrors } from './log-errors';
import { providerApp, type ProviderApp } from './provider';
import { sandboxNumber } from './sandbox-number';
import { database } from './servers';
import type { Server } from './servers';
import { readSettingFiles } from './setting-files';
import { readSettings } from './settings';
import type { Settings } from './settings';
import { stopRequest } from './stop-request';
import { welcome } from './welcome';
import { writeJson } from './write-json';

const root = join(__dirname, '..', '..', '..');
const PHONE_NETWORK = { name: 'phone-network', entry: 'engines/linked-phone/dist/phone-network.js' };
const SANDBOX = { name: 'sandbox', entry: 'testing/sandbox/dist/main.js' };
/** All services, by the engine that links phones. */
const SERVICES = {
  simulated: { name: 'standalone', entry: 'apps/standalone/dist/main.js' },
  baileys: { name: 'standalone', entry: 'engines/linked-phone/dist/standalone.js' },
};
/**
 * The networks are not part of the product: they do not use the bus, and encrypt nothing with the key. The metrics port
 * is for the services, since two processes cannot listen on the same port.
 */
const NOT_FOR_NETWORKS = {
  SECRET_KEY: undefined,
  NATS_USER: undefined,
  NATS_PASSWORD: undefined,
  METRICS_PORT: undefined,
};

/** The stop functions of everything started so far, in order. */
const stops: (() => Promise<unknown>)[] = [];

const say = (line: string): void => console.log(line);

/** Starts everything. Never resolves; rejects if a part fails to start, or exits later. */
async function runStack(): Promise<never> {
  readSettingFiles(process.env);
  const settings = readSettings(process.env);
  return runWith(settings).catch((error: Error) => {
    throw withDataDir(error, settings.dataDir);
  });
}

async function runWith(settings: Settings): Promise<never> {
  // Before anything else: a running stack needs its data as it is.
  await claim(settings.dataDir);
  await mkdir(join(settings.dataDir, 'logs'), { recursive: true, mode: 0o700 });
  await closeToOthers(settings.dataDir);
  await endEarlierApps(settings.dataDir);
  await requirePorts(settings);

  const [postgres, nats] = await both(
    database(settings, say).then(stopInTheEnd),
    // Loading the contracts takes a while; Postgres starts in the meantime.
    import('./message-bus.js').then(({ messageBus }) => messageBus(settings, say)).then(stopInTheEnd),
  );
  const provider = await providerApp(settings, process.env);
  const apps = await startApps(settings, postgres, nats, provider);
  const demo = await demoAccount(settings, nats.url, provider);
  packClient(root).catch((error: Error) => say(`The client package was not packed: ${error.message}`));
  say(welcome(demo, await sandboxNumber(settings, provider), settings.dataDir));
  return Promise.race([postgres, nats, ...apps].map((part) => part.left()));
}

/** Waits for both even if one fails, since something half started could not be stopped. */
async function both<T>(one: Promise<T>, other: Promise<T>): Promise<[T, T]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

function stopInTheEnd(server: Server): Server {
  stops.push(() => server.stop());
  return server;
}

async function startApps(
  settings: Settings,
  postgres: Server,
  nats: Server,
  provider: ProviderApp,
): Promise<AppProcess[]> {
  say('Starting the services');
  const { deviceEngine, phoneNetworkUrl } = settings;
  const programs = [
    ...(phoneNetworkUrl === undefined ? [] : [PHONE_NETWORK]),
    SERVICES[deviceEngine],
    SANDBOX,
  ];
  const healthPorts = await Promise.all(programs.map(() => freePort()));
  let environment = await appEnvironment(settings, postgres, nats, provider, healthPorts);
  const apps: AppProcess[] = [];
  stops.push(() => Promise.all(apps.map((app) => app.stop().catch(report))));
  for (const [index, program] of programs.entries()) {
    const { name, entry } = program;
    const logFile = join(settings.dataDir, 'logs', `${name}.log`);
    const isNetwork = program === SANDBOX || program === PHONE_NETWORK;
    const app = new AppProcess({
      name,
      entry: join(root, entry),
      env: { ...environment, ...(isNetwork && NOT_FOR_NETWORKS), INSTANCE_ID: name },
      healthPort: healthPorts[index]!,
      logFile,
    });
    await app.spawn();
    apps.push(app);
    showErrors(logFile, (line) => say(`  ! ${line}`));
    // The services need its address and its keys, which are new at each start.
    if (program === PHONE_NETWORK)
      environment = { ...environment, ...(await addressOf(app, phoneNetworkUrl!)) };
  }
  const stack: RunningStack = {
    app_pids: apps.flatMap(({ pid }) => pid ?? []),
    base_url: settings.baseUrl,
    sandbox_url: settings.sandboxUrl,
    nats_url: nats.url,
    database_url: postgres.url,
  };
  await writeJson(stackFileIn(settings.dataDir), stack);
  await Promise.all(apps.map((app) => app.ready()));
  return apps;
}

/** Returns the settings with which the services find the network for tests. */
async function addressOf(network: AppProcess, url: string): Promise<NodeJS.ProcessEnv> {
  await network.ready();
  return (await (await fetch(url)).json()) as NodeJS.ProcessEnv;
}

async function main(): Promise<void> {
  await Promise.race([stopRequest(), runStack()]).catch(report);
  if (stops.length > 0) say('\nStopping');
  for (const stop of stops.reverse()) await stop().catch(report);
  process.exit();
}

/** Reports an error and makes this command fail, after the rest has been stopped. */
function report(error: Error): void {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

void main();
