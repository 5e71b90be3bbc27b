import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describeSignUp, sendThroughCloud } from '@chat/contracts/cloud-connector';
import { refusal, until } from '@chat/test-kit';
import {
  APP_SECRET,
  messagesCallback,
  newSend,
  sign,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from './testing/cloud-connector-under-test';

const FORMER_SECRET = 'former-app-secret';

describe('an installation behind a proxy, with callbacks at a URL of its own', () => {
  let proxy: Server;
  /** Where the settings send the callbacks. */
  let elsewhere: Server;
  let stack: CloudConnectorUnderTest;
  let number: ProviderNumber;
  const tunnels: (string | undefined)[] = [];
  const callbacks: string[] = [];

  beforeAll(async () => {
    proxy = createServer().on('connect', ({ url }: IncomingMessage, socket: Socket) => {
      tunnels.push(url);
      const provider = connect(Number(url!.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        provider.pipe(socket).pipe(provider);
      });
      for (const side of [socket, provider]) side.on('error', () => undefined);
    });
    elsewhere = createServer((request, response) => {
      const { searchParams: query } = new URL(request.url!, 'http://localhost');
      if (request.method === 'POST') void text(request).then((body) => callbacks.push(body));
      response.end(query.get('hub.challenge') ?? 'OK');
    });
    for (const server of [proxy, elsewhere]) await once(server.listen(0, '127.0.0.1'), 'listening');
    stack = await startCloudConnector(
      {},
      {
        PROVIDER_PROXY_URL: urlOf(proxy),
        PROVIDER_CALLBACK_URL: `${urlOf(elsewhere)}/two`,
        PROVIDER_APP_SECRETS_ACCEPTED: FORMER_SECRET,
        PROVIDER_CONFIG_ID: '',
      },
    );
    number = await stack.putNumber('4930600000001');
    await stack.connect(7, number);
  });

  afterAll(async () => {
    await stack.stop();
    for (const server of [proxy, elsewhere]) server.closeAllConnections();
    for (const server of [proxy, elsewhere]) server.close();
  });

  const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  it('reaches the provider only through the proxy', () => {
    expect(new Set(tunnels)).toEqual(new Set([new URL(stack.sandbox.url).host]));
  });

  it('has the callbacks of its account sent there', async () => {
    await stack.bus.request(sendThroughCloud, { body: newSend({ channel_id: 7 }) });
    await until(() => callbacks.length > 0, { describe: 'a callback' });
    expect(callbacks[0]).toContain(number.waba_id);
  });

  it.each([
    ['its secret', APP_SECRET, 200],
    ['the secret before that', FORMER_SECRET, 200],
    ['another', 'other', 403],
  ])('judges callbacks that are signed by %s', async (_, secret, status) => {
    const body = JSON.stringify(messagesCallback(number, { messages: [] }));
    expect(await stack.post(body, sign(body, secret))).toBe(status);
  });

  it('lets nobody sign up in the browser without the login configuration, and names the setting', async () => {
    const refused = await refusal(stack.bus.request(describeSignUp, { body: { coexistence: false } }));
    expect(refused).toMatchObject({
      code: 'feature_disabled',
      message: expect.stringContaining('PROVIDER_CONFIG_ID') as string,
    });
  });
});
