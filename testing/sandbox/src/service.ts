import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { NETWORK_PATH } from '@chat/device-network';
import {
  createLogger,
  type Environment,
  type HostedService,
  listenAt,
  openDatabase,
  type RunningService,
} from '@chat/service-kit';
import { loadSandboxConfig, type SandboxConfig } from './config';
import { controlApi, type ControlledParts } from './control/control-api';
import { guardRequests, guardWebSocket } from './control/door';
import { database } from './database/database';
import { FaultBook } from './faults/fault-book';
import { DeliveriesRepository } from './network/deliveries.repository';
import { DeviceNetwork } from './network/device-network';
import { MediaRepository } from './media/media.repository';
import { MediaShelf } from './media/media-shelf';
import { LinksRepository } from './network/links.repository';
import { mediaRoutes } from './network/media-routes';
import { MessagesRepository } from './network/messages.repository';
import { phonesPage } from './page/phones-page';
import { PhoneBook } from './network/phone-book';
import { PhonesRepository } from './network/phones.repository';
import { createProvider, type Provider } from './provider/provider';
import { readProviderSettings } from './provider/provider-settings';
import { signUpPage } from './provider/sign-up/sign-up-page';

/** Maximum frame of an engine: a text of 65,536 characters and its members. */
const MAX_FRAME_BYTES = 512 * 1024;

export interface RunningSandbox extends RunningService {
  readonly port: number;
}

/** The phones, their network and the provider's cloud, for development and tests. Not connected to the bus. */
export const sandboxService = {
  name: 'sandbox',
  configure: (environment: Environment) => {
    const config = loadSandboxConfig(environment);
    return () => startSandbox(config);
  },
} satisfies HostedService;

async function startSandbox(config: SandboxConfig): Promise<RunningSandbox> {
  const logger = createLogger('sandbox', config.LOG_LEVEL);
  const dataSource = await openDatabase(database, config, 'sandbox', logger);
  const messages = new MessagesRepository(dataSource);
  const faults = new FaultBook();
  const links = new LinksRepository(dataSource);
  const shelf = await MediaShelf.open(config.SANDBOX_MEDIA_FOLDER, new MediaRepository(dataSource));
  const phones = await PhoneBook.open(new PhonesRepository(dataSource));
  const deliveries = new DeliveriesRepository(dataSource);
  const network = new DeviceNetwork(
    { links, messages, deliveries, phones, shelf, faults, logger },
    {
      firstMs: config.SANDBOX_QR_FIRST_MS,
      nextMs: config.SANDBOX_QR_NEXT_MS,
      count: config.SANDBOX_QR_COUNT,
    },
  );

  const provider = createProvider({ dataSource, phones, faults, logger }, readProviderSettings(config));
  const parts = {
    phones,
    messages,
    network,
    faults,
    shelf,
    logger,
    cloud: provider.people,
    businessApps: provider.businessApps,
  };
  const app = await createServer(config, parts, links, provider);
  provider.start();
  return {
    port: (app.server.address() as AddressInfo).port,
    checks: { 'sandbox.postgres': () => dataSource.query('SELECT 1').then(() => true) },
    stop: async () => {
      network.stop();
      await app.close();
      await provider.stop();
      await dataSource.destroy();
    },
  };
}

async function createServer(
  config: SandboxConfig,
  parts: ControlledParts,
  links: LinksRepository,
  provider: Provider,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
    // Paths contain ids of messages and authorization codes.
    routerOptions: { maxParamLength: 500 },
  });
  guardRequests(app);
  controlApi(app, parts);
  mediaRoutes(app, parts.shelf, links);
  await provider.register(app);
  phonesPage(app);
  signUpPage(app);

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  guardWebSocket(app, sockets, NETWORK_PATH, (webSocket) => parts.network.accept(webSocket));
  const { SANDBOX_HOST: host, SANDBOX_PORT: port } = config;
  await listenAt('SANDBOX', { host, port }, () => app.listen({ host, port }));
  return app;
}
