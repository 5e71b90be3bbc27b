import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Checks that say whether the process can do its work now; each resolves to true or false. */
export type ReadinessChecks = Record<string, () => Promise<boolean> | boolean>;

/**
 * `GET /healthz` answers 200 while the process runs, `GET /readyz` 200 while every check holds and 503 otherwise,
 * naming the checks.
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

/** The result of every check by its name, and whether all hold. */
export async function checkReadiness(
  checks: ReadinessChecks,
): Promise<{ ready: boolean; checks: Record<string, boolean> }> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const),
  );
  return { ready: results.every(([, result]) => result), checks: Object.fromEntries(results) };
}

async function holds(check: () => Promise<boolean> | boolean): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

async function answer(path: string, checks: ReadinessChecks): Promise<{ status: number; body: object }> {
  if (path === '/healthz') return { status: 200, body: { alive: true } };
  if (path !== '/readyz') return { status: 404, body: { error: 'Ask for /healthz or /readyz.' } };
  const readiness = await checkReadiness(checks);
  return { status: readiness.ready ? 200 : 503, body: readiness };
}
