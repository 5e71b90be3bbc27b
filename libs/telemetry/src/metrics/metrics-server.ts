import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { Instrument } from './instrument';
import * as instruments from './instruments';
import type { Samplers } from './samplers';

/**
 * Starts measuring in this process, until it ends. Prometheus' client is loaded only here.
 * @returns the registry of the metrics.
 */
export async function startMeasuring(): Promise<Registry> {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  for (const instrument of Object.values(instruments)) {
    if (instrument instanceof Instrument) instrument.activate(prometheus, registry);
  }
  prometheus.collectDefaultMetrics({ register: registry });
  return registry;
}

/** Serves all metrics of the process as `GET /metrics`, in Prometheus' text format and on a port of its own. */
export class MetricsServer {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(
    { host, port }: { host: string; port: number },
    registry: Registry,
    samplers: readonly Samplers[],
  ): Promise<MetricsServer> {
    const server = createServer((request, response) => {
      const [path] = (request.url ?? '/').split('?');
      if (path !== '/metrics' || request.method !== 'GET') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('Ask for GET /metrics.\n');
        return;
      }
      scrape(registry, samplers).then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () =>
          response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics could not be read.\n'),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    return new MetricsServer(server, (server.address() as AddressInfo).port);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function scrape(registry: Registry, samplers: readonly Samplers[]): Promise<string> {
  await Promise.all(samplers.map((service) => service.refresh()));
  return registry.metrics();
}
