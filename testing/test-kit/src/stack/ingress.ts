import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { selfSignedCertificate, startNginx, type LocalNginx } from '@chat/local-servers';
import { ACCEPTING_PATH } from '@chat/service-kit';
import { until } from '../until';
import { admit, ingressConfiguration, namesOf, type Backend, type Look } from './ingress.rules';

const LOOK_EVERY_MS = 150;
const LOOK_TIMEOUT_MS = 2_000;

/** The files of a self-signed certificate for loopback. */
export interface LoopbackCertificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Creates a certificate for `127.0.0.1` and `localhost` in the folder. */
export async function createCertificate(folder: string): Promise<LoopbackCertificate> {
  const { cert, key } = selfSignedCertificate('localhost');
  const files = { certificateFile: join(folder, 'ingress.crt'), keyFile: join(folder, 'ingress.key') };
  await writeFile(files.certificateFile, cert, { mode: 0o644 });
  await writeFile(files.keyFile, key, { mode: 0o600 });
  return files;
}

/**
 * nginx with TLS in front of all gateways and cloud-connectors. Like an ingress controller it follows their readiness, as
 * the probes of `k8s/` ask for it, and sends requests only to those that are ready.
 */
export class Ingress {
  private isStopped = false;
  private rounds = 0;
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
    const dataDir = join(folder, 'nginx');
    const files = {
      logFile: join(folder, 'ingress-access.log'),
      statusSocket: join(folder, 'ingress.sock'),
    };
    const settings = { port, ...certificate, ...files };
    const http = ingressConfiguration(settings, backends);
    const nginx = await startNginx({ dataDir, port, http, log: () => undefined });
    return new Ingress(settings, backends, nginx, backends);
  }

  /** A line for each request so far: when it ended, its method, path, status, backends, their statuses and seconds. */
  async accessLog(): Promise<string[]> {
    return (await readFile(this.settings.logFile, 'utf8')).trim().split('\n');
  }

  /** Resolves when requests go to all backends that are ready now. */
  async noticed(): Promise<void> {
    // The current round may have probed before.
    const enough = this.rounds + 2;
    await until(() => this.rounds >= enough, { describe: 'the ingress to look at all backends' });
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
      if (namesOf(next) !== namesOf(this.admitted)) {
        this.admitted = next;
        await this.nginx.configure(ingressConfiguration(this.settings, next));
        await until(async () => (await ask(this.settings.statusSocket)) === namesOf(next), {
          describe: 'nginx to work by its new configuration',
        });
      }
      this.rounds += 1;
      await delay(LOOK_EVERY_MS);
    }
  }
}

async function lookAt({ healthPort }: Backend): Promise<Look> {
  const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
  const probe = (path: string) => fetch(`http://127.0.0.1:${healthPort}${path}`, { signal });
  try {
    const answer = await probe(ACCEPTING_PATH);
    // A release that does not know the path has /readyz in its manifest.
    const { ok } = answer.status === 404 ? await probe('/readyz') : answer;
    return ok ? 'ready' : 'unready';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'unready';
  }
}

/** The status of nginx; undefined while it does not respond. */
function ask(socketPath: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    get({ socketPath, agent: false }, (response) => {
      response.setEncoding('utf8').on('error', () => resolve(undefined));
      response.once('data', resolve).once('end', () => resolve(''));
    }).once('error', () => resolve(undefined));
  });
}
