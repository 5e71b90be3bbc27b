import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appEnvironment } from './app-environment';
import { providerApp } from './provider';
import type { Server } from './servers';
import { readSettings } from './settings';

describe('the environment of the apps', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'start-environment-'));
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(dataDir, { recursive: true });
  });

  const server = (url: string): Server => ({
    url,
    environment: {},
    stop: () => Promise.resolve(),
    left: () => new Promise(() => undefined),
  });

  it('allows webhooks to loopback, except to ports of the stack itself', async () => {
    jest.replaceProperty(process, 'env', { ...process.env, METRICS_PORT: '9464' });
    const settings = readSettings({ DATA_DIR: dataDir, GATEWAY_PORT: '3001', SANDBOX_PORT: '3002' });
    const postgres = server('postgres://chat:secret@127.0.0.1:5433/chat');
    const nats = server('nats://local:secret@127.0.0.1:4223');
    const environment = await appEnvironment(
      settings,
      postgres,
      nats,
      await providerApp(settings, {}),
      [8001, 8002],
    );

    expect(environment.OUTBOUND_ALLOW_CIDRS).toBe('127.0.0.0/8,::1/128');
    expect(environment.OUTBOUND_DENY_PORTS).toBe('3001,3002,3200,5433,4223,8001,8002,9464');
  });
});
