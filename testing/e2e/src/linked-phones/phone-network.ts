import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppProcess, freePort } from '@chat/local-servers';
import { enginePrograms, SandboxClient } from '@chat/test-kit';

/** The engine's network for tests, as a process, with its phones. */
export class PhoneNetwork {
  private constructor(
    private readonly folder: string,
    private readonly app: AppProcess,
    readonly url: string,
    /** The settings with which devices find it. */
    readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(): Promise<PhoneNetwork> {
    const folder = await mkdtemp(join(tmpdir(), 'phone-network-'));
    const port = await freePort();
    const app = new AppProcess({
      name: 'phone-network',
      entry: enginePrograms.phoneNetwork,
      env: { PATH: process.env.PATH, LOG_LEVEL: 'trace', PHONE_NETWORK_PORT: String(port) },
      healthPort: await freePort(),
      logFile: join(folder, 'phone-network.log'),
    });
    await app.start();
    const url = `http://127.0.0.1:${port}`;
    const settings = (await (await fetch(url)).json()) as Record<string, string>;
    return new PhoneNetwork(folder, app, url, settings);
  }

  /** Its calls are those of the sandbox. */
  get phones(): SandboxClient {
    return new SandboxClient(this.url);
  }

  readLog(): Promise<string> {
    return readFile(join(this.folder, 'phone-network.log'), 'utf8');
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await rm(this.folder, { recursive: true });
  }
}
