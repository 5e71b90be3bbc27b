import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { selfSignedCertificate, startNginx, type LocalNginx } from '@chat/local-servers';
import { admit, ingressConfiguration, type Backend, type Look } from './ingress.rules';

const LOOK_EVERY_MS = 150;
const LOOK_TIMEOUT_MS = 2_000;

/** The files of a certificate for loopback that signs itself, so that it is its own CA. */
export interface LoopbackCertificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Makes a certificate for `127.0.0.1` and `localhost` in the folder. */
export async function createCertificate(folder: string): Promise<LoopbackCertificate> {
  const { cert, key } = selfSignedCertificate('localhost');
  const files = { certificateFile: join(folder, 'ingress.crt'), keyFile: join(folder, 'ingress.key') };
  await writeFile(files.certificateFile, cert, { mode: 0o644 });
  await writeFile(files.keyFile, key, { mode: 0o600 });
  return files;
}

/**
 * nginx with TLS in front of all gateways and cloud-connectors. Like an ingress controller it follows their readiness, and
 * sends requests only to those that are ready.
 */
export class Ingress {
  private isStopped = false;
  private readonly watching: Promise<void>;

  private constructor(
    private readonly settings: Parameters<typeof ingressConfiguration>[0],
    private readonly backends: readonly Backend[],
    private readonly nginx: LocalNginx,
    private admitted: readonly Backend[],
  ) {
    this.watching = this.watch();
  }

  static async start(
    folder: string,
    port: number,
    certificate: LoopbackCertificate,
    backends: readonly Backend[],
  ): Promise<Ingress> {
    const settings = { port, ...certificate, logFile: join(folder, 'ingress-access.log') };
    const http = ingressConfiguration(settings, backends);
    const dataDir = join(folder, 'nginx');
    const nginx = await startNginx({ dataDir, port, http, log: () => undefined });
    return new Ingress(settings, backends, nginx, backends);
  }

  /** A line for each request so far: when it ended, its method, path, status, backends, their statuses and seconds. */
  async accessLog(): Promise<string[]> {
    return (await readFile(this.settings.logFile, 'utf8')).trim().split('\n');
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.watching;
    await this.nginx.stop();
  }

  private async watch(): Promise<void> {
    while (!this.isStopped) {
      const looks = await Promise.all(this.backends.map(lookAt));
      const next = admit(this.backends, looks, this.admitted);
      if (next.map(({ port }) => port).join() !== this.admitted.map(({ port }) => port).join()) {
        this.admitted = next;
        await this.nginx.configure(ingressConfiguration(this.settings, next));
      }
      await delay(LOOK_EVERY_MS);
    }
  }
}

async function lookAt({ healthPort }: Backend): Promise<Look> {
  try {
    const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
    const { ok } = await fetch(`http://127.0.0.1:${healthPort}/readyz`, { signal });
    return ok ? 'ready' : 'unready';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'unready';
  }
}
