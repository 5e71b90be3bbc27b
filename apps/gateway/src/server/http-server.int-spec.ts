import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createChannel } from '@chat/contracts/channels';
import { createLogger, Departure, type Environment } from '@chat/service-kit';
import { freePort } from '@chat/local-servers';
import { ApiClient, someChannel, until, type Credential } from '@chat/test-kit';
import { loadGatewayConfig } from '../config';
import { GatewayUnderTest, keyHeaders } from '../testing/gateway-under-test';
import { ClientAddresses } from '@chat/http-edge';
import { HttpServer } from './http-server';

describe('the HTTP server', () => {
  let gateway: GatewayUnderTest;
  let credential: Credential;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    credential = await gateway.createKey();
  });

  afterAll(() => gateway.stop());

  /** A server without the rest of its service. */
  const serverWith = (environment: Environment, logger = createLogger('spec', 'silent')) => {
    const nothing = {} as never;
    const config = loadGatewayConfig({
      DATABASE_URL: 'postgres://localhost/chat',
      NATS_URL: 'nats://localhost',
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
      ...environment,
    });
    const addresses = new ClientAddresses(0);
    const departure = new Departure();
    return new HttpServer(
      config,
      logger,
      addresses,
      nothing,
      nothing,
      nothing,
      nothing,
      nothing,
      nothing,
      departure,
      nothing,
    );
  };

  it.each([
    ['http://chat.example.com', 1],
    ['https://chat.example.com', 0],
  ])('warns in production of secrets in the clear: %s, %i times', async (url, times) => {
    const logger = createLogger('spec', 'silent');
    const warn = jest.spyOn(logger, 'warn');
    const port = String(await freePort());
    const server = serverWith({ NODE_ENV: 'production', PUBLIC_BASE_URL: url, GATEWAY_PORT: port }, logger);
    await server.onApplicationBootstrap();
    expect(warn).toHaveBeenCalledTimes(times);
    await server.beforeApplicationShutdown();
  });

  it('names GATEWAY_PORT when the port is taken', async () => {
    const server = serverWith({ GATEWAY_PORT: String(gateway.port) });
    await expect(server.onApplicationBootstrap()).rejects.toThrow(
      `GATEWAY_PORT: port ${gateway.port} on 127.0.0.1 is taken`,
    );
    await server.beforeApplicationShutdown();
  });

  it('serves whoever still comes when its end is announced, on no connection twice, and is not ready', async () => {
    const { url, replica } = await gateway.startReplica();
    replica.announceEnd?.();
    for (const path of ['/v1/ping', '/v1/ping', '/readyz']) {
      const { statusCode, headers } = await call(url + path, new Agent(), keyHeaders(credential));
      expect([path, statusCode, headers.connection]).toEqual([path, path === '/readyz' ? 503 : 200, 'close']);
    }
    await replica.stop();
  });

  it('finishes what is under way, asks clients to leave, and then takes no more', async () => {
    const { url, replica } = await gateway.startReplica();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ping = () => call(`${url}/v1/ping`, agent, keyHeaders(credential));
    expect((await ping()).headers.connection).toBe('keep-alive');

    let finish = () => undefined as void;
    const isAsked = new Promise<void>((asked) => {
      void gateway.bus.respond(createChannel, async () => {
        asked();
        await new Promise<void>((resolve) => (finish = resolve));
        return { device: someChannel, reused: false, message: 'done' };
      });
    });
    const slow = new ApiClient(url, credential).post('/v1/devices', { name: 'Shop' });
    await isAsked;

    const stopped = replica.stop();
    const onOpenConnection = await until(
      async () => {
        const response = await ping();
        return response.headers.connection === 'close' && response;
      },
      { describe: 'the request to leave' },
    );
    expect(onOpenConnection.statusCode).toBe(200);

    await until(async () => (await ping().catch(() => null)) === null, { describe: 'a refused connection' });
    finish();
    const answer = await slow;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    await stopped;
  });
});

/** One request on a connection of the agent, with its body read. */
async function call(url: string, agent: Agent, headers: Record<string, string>): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { agent, headers }, resolve).on('error', reject).end(),
  );
  await text(response);
  return response;
}
