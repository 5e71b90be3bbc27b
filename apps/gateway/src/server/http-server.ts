import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { BusConnection, traceIdOf } from '@chat/bus';
import { AddressGate, ClientAddresses, HttpEdge, readTraceparent } from '@chat/http-edge';
import { CONFIG, Departure, listenAt, LOGGER, type Logger } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { RequestLog } from '../request-log/request-log';
import { ToolCalls } from '../agent-tools/tool-calls.service';
import { ApiServices } from '../edge/api-services';
import { HostedServices } from '../edge/hosted-services';
import { ConsoleServices } from '../surfaces/console/console-services';
import { publicUrlOf } from '../public-url/public-url';
import { briefly } from '../surfaces/service/briefly';
import { surfaces } from '../surfaces/surfaces';

/** JSON and forms of all clients that have not arrived whole. Uploads are not in memory. */
const MAX_BODY_BYTES = 128 * 1024 * 1024;
/** A browser that was here once comes back over https only, for a year. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' };
const IN_THE_CLEAR =
  'PUBLIC_BASE_URL is http, so keys and passwords cross the network in the clear. Use https; the next release requires it in production.';

/** The gateway's HTTP server, from the start of the service to its drain. */
@Injectable()
export class HttpServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly edge: HttpEdge;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    addresses: ClientAddresses,
    api: ApiServices,
    console: ConsoleServices,
    hosted: HostedServices,
    tools: ToolCalls,
    connection: BusConnection,
    dataSource: DataSource,
    departure: Departure,
    requestLog: RequestLog,
  ) {
    const checks = {
      accepting: () => !this.edge.isDraining,
      'gateway.postgres': briefly(() => dataSource.query('SELECT 1').then(() => true)),
      'gateway.nats': () => connection.isConnected,
      'gateway.subscriptions': () => connection.refusedSubjects.length === 0,
    };
    const publicUrl = publicUrlOf(config);
    const baseUrl = config.PUBLIC_BASE_URL?.replace(/\/$/, '');
    this.edge = new HttpEdge({
      service: 'gateway',
      surfaces: surfaces(
        { api, console, hosted, tools },
        {
          checks,
          publicUrl,
          baseUrl,
          hasConsole: config.FEATURE_CONSOLE === 'on',
        },
      ),
      limits: {
        requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
        answerTimeoutMs: config.ANSWER_TIMEOUT_MS,
        keepAliveMs: config.KEEP_ALIVE_MS,
        maxBodyBytes: MAX_BODY_BYTES,
      },
      gate: new AddressGate(
        { total: config.MAX_CONNECTIONS, perAddress: config.MAX_CONNECTIONS_PER_ADDRESS },
        addresses,
      ),
      logger,
      callerOf,
      onAnswered: (request, reply) => requestLog.record(request, reply),
      ...(publicUrl.isSecure && { headers: STRICT_TRANSPORT }),
    });
    departure.onBegin(() => this.edge.askClientsToLeave());
  }

  async onApplicationBootstrap(): Promise<void> {
    const { GATEWAY_HOST: host, GATEWAY_PORT: port } = this.config;
    await listenAt('GATEWAY', { host, port }, () => this.edge.listen({ host, port }));
    this.logger.info({ host, port }, 'listening for HTTP');
    if (this.sendsSecretsInTheClear()) this.logger.warn({ setting: 'PUBLIC_BASE_URL' }, IN_THE_CLEAR);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.edge.drain();
  }

  private sendsSecretsInTheClear(): boolean {
    const { NODE_ENV, PUBLIC_BASE_URL } = this.config;
    return NODE_ENV === 'production' && PUBLIC_BASE_URL?.startsWith('http:') === true;
  }
}

/** The account, trace and client trace of an admitted request. */
function callerOf(request: FastifyRequest): object | null {
  const { principal, headers } = request;
  return (
    principal && {
      accountId: principal.account.id,
      traceId: traceIdOf(request),
      linkedTrace: readTraceparent(headers.traceparent) ?? undefined,
    }
  );
}
