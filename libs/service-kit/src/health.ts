import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Checks of whether the process can do its work now; each resolves to true or false, or throws. */
export type ReadinessChecks = Record<string, () => Promise<boolean> | boolean>;

/** A failed check whose message operators may see, unlike that of any other error. */
export class NotReadyError extends Error {}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

/**
 * The path of the check that an ingress uses: whether a process has started and is not about to stop. The other checks
 * fail in all replicas at once when Postgres or NATS is down, and the ingress would then answer clients instead of us.
 */
export const ACCEPTING_PATH = '/readyz/accepting';

/**
 * `GET /healthz` answers 200 while the process runs; `GET /readyz` answers 200 while all checks pass and 503 otherwise,
 * with the results by name, and reasons where a check gives one; `GET /readyz/<check>` runs a single check.
 */
export class HealthServer {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(host: string, port: number, checks: ReadinessChecks): Promise<HealthServer> {
    const server = createServer((request, response) => {
      void answer(request.url ?? '/', checks).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    return new HealthServer(server, (server.address() as AddressInfo).port);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Runs all checks and returns their results by name, and whether all of them pass. */
export async function checkReadiness(checks: ReadinessChecks): Promise<Readiness> {
  const { ready, checks: results } = await explainReadiness(checks);
  return { ready, checks: results };
}

/** Like `checkReadiness`, with the reasons of the checks that fail with a `NotReadyError`, by name. */
export async function explainReadiness(
  checks: ReadinessChecks,
): Promise<Readiness & { reasons?: Readonly<Record<string, string>> }> {
  const results: Record<string, boolean> = {};
  const reasons: Record<string, string> = {};
  const run = async (name: string, check: ReadinessChecks[string]) => {
    try {
      results[name] = await check();
    } catch (error) {
      results[name] = false;
      if (error instanceof NotReadyError) reasons[name] = error.message;
    }
  };
  await Promise.all(Object.entries(checks).map(([name, check]) => run(name, check)));
  const ready = Object.values(results).every((passes) => passes);
  return { ready, checks: results, ...(Object.keys(reasons).length > 0 && { reasons }) };
}

async function answer(url: string, checks: ReadinessChecks): Promise<{ status: number; body: object }> {
  const [path = ''] = url.split('?', 1);
  if (path === '/healthz') return { status: 200, body: { alive: true } };
  const asked = checksAt(path, checks);
  if (!asked) return { status: 404, body: { error: 'Ask for /healthz or /readyz, or for one check of it.' } };
  const readiness = await explainReadiness(asked);
  return { status: readiness.ready ? 200 : 503, body: readiness };
}

function checksAt(path: string, checks: ReadinessChecks): ReadinessChecks | undefined {
  if (path === '/readyz') return checks;
  const one = Object.entries(checks).find(([name]) => path === `/readyz/${name}`);
  return one && Object.fromEntries([one]);
}
