import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ConfigError } from '@chat/service-kit';
import { deviceSessionsWith } from '@chat/device-sessions';
import { MemoryStore } from '@chat/device-sessions/testing';
import type { EngineEvent } from '@chat/device-sessions/engines';
import { until } from '@chat/test-kit';
import { settingsFor } from './control/control-api';
import { toNetwork } from './control/contents';
import { baileysPackage, engineSettings, toEngineSettings } from './engine-package';
import { BaileysEngine } from './engine/engine';
import { PhoneNetwork } from './network/phone-network';

const service = deviceSessionsWith(baileysPackage);
const environment = {
  DATABASE_URL: 'postgres://chat:secret@127.0.0.1/chat',
  NATS_URL: 'nats://127.0.0.1:4222',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  DEVICE_ENGINE: 'baileys',
};
const problemsOf = (more: Record<string, string>): Readonly<Record<string, string>> => {
  try {
    service.configure({ ...environment, ...more });
    return {};
  } catch (error) {
    return (error as ConfigError).violations;
  }
};
const empty = Object.fromEntries(Object.keys(engineSettings).map((name) => [name, '']));
const chosen = {
  ...(empty as Record<keyof typeof engineSettings, string>),
  ...{ NODE_ENV: 'test', DEVICE_ENGINE: 'baileys', DEVICE_NETWORK_URL: '', DEVICE_NAME: 'Ubuntu' },
};

describe('the settings of the engine', () => {
  it.each([
    ['DEVICE_CLIENT_VERSION', '2.3000', 'must be three numbers, as in 2.3000.1043857760, or empty'],
    [
      'DEVICE_NAME',
      '',
      "must be 1 to 30 letters, digits, spaces and . ' _ -, and begin with a letter or digit",
    ],
    ['DEVICE_PROXY_URL', 'socks5://10.0.0.1', 'must be a URL as in https://host.example.com, or empty'],
    ['DEVICE_NETWORK_URL', 'https://a.example', 'must be a URL as in wss://host.example.com, or empty'],
    ['DEVICE_NETWORK_ROOT_KEY', 'YWJj', 'must be the 32 bytes of a public key in Base64, or empty'],
    [
      'DEVICE_MEDIA_HOST',
      'media.example',
      'must be a host with its port, as in media.example.com:443, or empty',
    ],
    [
      'DEVICE_MEDIA_HOST',
      'media.example:0',
      'must be a host with its port, as in media.example.com:443, or empty',
    ],
    ['DEVICE_MEDIA_CA', 'abc', 'must be a certificate as PEM, from -----BEGIN CERTIFICATE----- on, or empty'],
  ])('refuse %s=%s, and say why', (name, value, sentence) => {
    expect(problemsOf({ [name]: value })).toEqual({ [name]: sentence });
  });

  it('may all be absent or empty but the name', () => {
    const others = { ...empty, DEVICE_NAME: 'Ubuntu' };
    expect(problemsOf({ ...others, NODE_ENV: 'production', DEVICE_NETWORK_URL: '' })).toEqual({});
    expect([problemsOf({}), problemsOf(others)]).toEqual([{}, {}]);
  });

  it('are all reported with those of the service', () => {
    expect(problemsOf({ DEVICE_LEASE_MS: '1', DEVICE_MEDIA_CA: 'x' })).toEqual({
      DEVICE_LEASE_MS: expect.any(String) as string,
      DEVICE_MEDIA_CA: expect.any(String) as string,
    });
  });

  it('are documented', () => {
    const manual = readFileSync(join(__dirname, '../../../docs/settings.md'), 'utf8');
    const missing = Object.keys(engineSettings).filter((name) => !manual.includes(`| \`${name}\``));
    expect(missing).toEqual([]);
  });

  it('lead to the real network, as a usual browser, where nothing is set', () => {
    expect(toEngineSettings(chosen)).toMatchObject({
      url: 'wss://web.whatsapp.com/ws/chat',
      rootKey: null,
      mediaHost: 'mmg.whatsapp.net',
      mediaCa: null,
      client: { browser: ['Ubuntu', 'Chrome', '22.04.4'] },
    });
  });
});

describe('another network than the real one', () => {
  let network: PhoneNetwork;
  let proxy: Server;
  /** What the proxy was asked to connect to. */
  const tunnels: string[] = [];

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    proxy = createServer().on('connect', ({ url = '' }, socket) => {
      tunnels.push(url);
      const [host, port] = url.split(':');
      const target = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      for (const end of [target, socket])
        end.on('error', () => [target, socket].forEach((each) => each.destroy()));
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });

  afterAll(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await network.stop();
  });

  it('is refused in production, setting by setting', () => {
    const given = settingsFor(network);
    const sentence = 'must be empty in production, where phones are on the real network';
    expect(problemsOf({ NODE_ENV: 'production', ...given })).toEqual(
      Object.fromEntries(Object.keys(given).map((name) => [name, sentence])),
    );
    expect(problemsOf(given)).toEqual({});
  });

  it('is told the version and the name that are set, and is reached through the proxy, media included', async () => {
    const settings = toEngineSettings({
      ...chosen,
      ...settingsFor(network),
      DEVICE_CLIENT_VERSION: '2.3000.77',
      DEVICE_NAME: "Ada's shop",
      DEVICE_PROXY_URL: `http://ada:secret@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    });
    // Queries of a closed connection hold the process until they run out.
    const engine = new BaileysEngine({ ...settings, queryTimeoutMs: 1_000 });
    const events: EngineEvent[] = [];
    const connection = engine.connect(new MemoryStore(), {
      handle: (event) => Promise.resolve(void events.push(event)),
      hurry: () => undefined,
      alive: () => undefined,
      inTurn: (work) => work(),
    });
    const code = () => events.find(({ type }) => type === 'qr') as Extract<EngineEvent, { type: 'qr' }>;
    await until(() => code() !== undefined, { describe: 'a code' });
    const phone = network.phone('4915100000001');
    await network.linking.scan(phone, code().text);
    connection.close();

    const [device] = phone.devices.values();
    expect(device!.registration).toMatchObject({ name: "Ada's shop", version: '2.3000.77' });
    const { imageMessage } = await toNetwork(network.media, {
      type: 'image',
      media: `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`,
    });
    const source = {
      ...{ id: 'A', chat: phone.jid, kind: 'image', directPath: imageMessage!.directPath, size: 9 },
      mediaKey: Buffer.from(imageMessage!.mediaKey!).toString('base64'),
      sha256: Buffer.from(imageMessage!.fileSha256!).toString('hex'),
    };
    const bytes = await engine.download(JSON.stringify(source), AbortSignal.timeout(10_000));
    expect((await buffer(bytes)).toString()).toBe('a picture');
    expect(tunnels).toEqual([new URL(network.url).host, network.media.name]);
  });
});
