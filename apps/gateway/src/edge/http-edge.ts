import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusClient, BusConnection } from '@chat/bus';
import { CONFIG, ConfigError, LOGGER, type Logger } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { Admission } from './admission';
import { createEdgeApp } from './edge-app';
import { addRoutes } from './routes';

/** How long clients on open connections have to learn from `connection: close` that they must leave. */
const LEAVE_MS = 500;
/** When requests that are still running are cut off, so that the process ends in time. */
const DRAIN_MS = 4_000;

/** The HTTP server of the gateway, from the start of the service to its drain. */
@Injectable()
export class HttpEdge implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly app: FastifyInstance;
  private isDraining = false;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    admission: Admission,
    bus: BusClient,
    connection: BusConnection,
    dataSource: DataSource,
  ) {
    this.app = createEdgeApp(config.REQUEST_TIMEOUT_MS, logger);
    this.sayGoodbye();
    this.logRequests();
    const checks = {
      accepting: () => !this.isDraining,
      'gateway.postgres': () => dataSource.query('SELECT 1').then(() => true),
      'gateway.nats': () => connection.isConnected,
    };
    addRoutes(this.app, { admission, bus, checks, baseUrl: config.PUBLIC_BASE_URL });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { GATEWAY_HOST: host, GATEWAY_PORT: port } = this.config;
    try {
      await this.app.listen({ host, port });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      throw new ConfigError({
        GATEWAY_PORT: `port ${port} on ${host} is taken; change it, or stop the program that listens there`,
      });
    }
    this.logger.info({ host, port }, 'listening for HTTP');
  }

  /** Requests under way finish, and every answer from here on asks the client to leave; then connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isDraining = true;
    await this.waitForClients(LEAVE_MS);
    const cutOff = setTimeout(() => this.app.server.closeAllConnections(), DRAIN_MS).unref();
    await this.app.close();
    clearTimeout(cutOff);
  }

  private async waitForClients(atMostMs: number): Promise<void> {
    const until = performance.now() + atMostMs;
    while (performance.now() < until && (await this.countConnections()) > 0) await delay(20);
  }

  private countConnections(): Promise<number> {
    return new Promise((resolve) => this.app.server.getConnections((_, count) => resolve(count)));
  }

  private sayGoodbye(): void {
    this.app.addHook('onSend', (_, reply, payload, done) => {
      if (this.isDraining) reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** One line a request: who, what and how long, never a path, a body or an address. */
  private logRequests(): void {
    if (!this.logger.isLevelEnabled('info')) return;
    this.app.addHook('onResponse', (request, reply, done) => {
      this.logger.info(
        {
          requestId: request.id,
          operation: request.routeOptions.config.subject,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          accountId: request.key?.identity.account.id,
        },
        'request',
      );
      done();
    });
  }
}
