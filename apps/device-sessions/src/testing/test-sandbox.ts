import { createTestDatabase, SandboxClient } from '@chat/testing';
// The network that the engine speaks to, for specs only: no service imports another.
// eslint-disable-next-line @nx/enforce-module-boundaries
import { sandboxService } from '../../../sandbox/src/service';

export interface TestSandbox {
  readonly phones: SandboxClient;
  /** For `DEVICE_NETWORK_URL`. */
  readonly networkUrl: string;
  stop(): Promise<void>;
}

/** The sandbox inside the spec's process, on a database of its own. For `*.int-spec.ts` only. */
export async function startTestSandbox(environment: Record<string, string> = {}): Promise<TestSandbox> {
  const database = await createTestDatabase();
  const startSandbox = sandboxService.configure({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '4',
    SANDBOX_PORT: '0',
    ...environment,
  });
  const sandbox = await startSandbox();
  return {
    phones: new SandboxClient(`http://127.0.0.1:${sandbox.port}`),
    networkUrl: `ws://127.0.0.1:${sandbox.port}/device-network`,
    stop: async () => {
      await sandbox.stop();
      await database.drop();
    },
  };
}
