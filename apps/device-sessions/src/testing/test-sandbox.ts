import { createTestDatabase, SandboxClient } from '@chat/testing';
// The network that the engine speaks to, for specs only: no service imports another.
// eslint-disable-next-line @nx/enforce-module-boundaries
import { startSandbox, type SandboxConfig } from '../../../sandbox/src/service';

export interface TestSandbox {
  readonly phones: SandboxClient;
  /** For `DEVICE_NETWORK_URL`. */
  readonly networkUrl: string;
  stop(): Promise<void>;
}

const quickQr = { SANDBOX_QR_FIRST_MS: 60_000, SANDBOX_QR_NEXT_MS: 20_000, SANDBOX_QR_COUNT: 6 };

/** The sandbox inside the spec's process, on a database of its own. For `*.int-spec.ts` only. */
export async function startTestSandbox(settings: Partial<SandboxConfig> = {}): Promise<TestSandbox> {
  const database = await createTestDatabase();
  const sandbox = await startSandbox({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: 4,
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_PORT: 0,
    ...quickQr,
    ...settings,
  });
  return {
    phones: new SandboxClient(`http://127.0.0.1:${sandbox.port}`),
    networkUrl: `ws://127.0.0.1:${sandbox.port}/device-network`,
    stop: async () => {
      await sandbox.stop();
      await database.drop();
    },
  };
}
