import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { callbackPaths, MAX_CALLBACK_BYTES, SIGNATURE_HEADER } from '@chat/contracts/cloud-connector';
import { AppError, outageOf } from '@chat/errors';
import { acceptJsonOnly, AuthenticationGate, ClientAddresses, HttpEdge, type Surface } from '@chat/http-edge';
import { CONFIG, Departure, listenAt, LOGGER, type Logger } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { CallbacksService } from './callbacks.service';
import { isSameSecret, isSigned } from './signature';

const limits = {
  requestTimeoutMs: 15_000,
  answerTimeoutMs: 10_000,
  keepAliveMs: 72_000,
  // A signature can be verified only once the whole body is there, and anybody can reach this port.
  maxBodyBytes: 16 * MAX_CALLBACK_BYTES,
};

/** The second is for connections without a signed request, which the provider has for milliseconds. */
const connectionLimits = { total: 1_000, perAddress: 200 };

/** The HTTP server for the provider's callbacks. It depends on Postgres only. */
@Injectable()
export class CallbackServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly gate: AuthenticationGate;
  private readonly edge: HttpEdge;
  private readonly appSecrets: readonly string[];
  private boundPort = 0;

  constructor(
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly callbacks: CallbacksService,
    departure: Departure,
  ) {
    this.appSecrets = [config.PROVIDER_APP_SECRET, ...config.PROVIDER_APP_SECRETS_ACCEPTED];
    this.gate = new AuthenticationGate(connectionLimits, new ClientAddresses(config.TRUSTED_PROXY_HOPS));
    this.edge = new HttpEdge({
      service: 'cloud-connector',
      surfaces: [this.surface()],
      limits,
      gate: this.gate,
      logger,
      callerOf: () => null,
    });
    departure.onBegin(() => this.edge.askClientsToLeave());
  }

  /** The port it listens on, once it listens. */
  get port(): number {
    return this.boundPort;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { CALLBACK_HOST: host, CALLBACK_PORT: port } = this.config;
    const server = await listenAt('CALLBACK', { host, port }, () => this.edge.listen({ host, port }));
    this.boundPort = (server.address() as AddressInfo).port;
    this.logger.info({ host, port: this.boundPort }, 'listening for callbacks');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.edge.drain();
  }

  private surface(): Surface {
    return {
      prefix: '',
      formatFailure: ({ message }) => ({
        contentType: 'text/plain; charset=utf-8',
        body: `${message}\n`,
      }),
      addRoutes: (app) => {
        acceptJsonOnly(app);
        // The challenge is echoed, so browsers must not render it as a page.
        app.addHook('onRequest', (_, reply, done) => {
          reply.header('x-content-type-options', 'nosniff');
          done();
        });
        for (const path of callbackPaths) this.addRoutes(app, path);
      },
    };
  }

  private addRoutes(app: FastifyInstance, path: string): void {
    app.get(path, (request, reply) => {
      const query = new URL(request.raw.url ?? '/', 'http://localhost').searchParams;
      const isOurs =
        query.get('hub.mode') === 'subscribe' &&
        isSameSecret(query.get('hub.verify_token') ?? '', this.config.PROVIDER_VERIFY_TOKEN);
      reply.type('text/plain; charset=utf-8');
      if (!isOurs) return reply.code(403).send('The verify token is not the one of this installation.\n');
      return reply.send(query.get('hub.challenge') ?? '');
    });
    app.post(path, { bodyLimit: MAX_CALLBACK_BYTES }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      reply.type('text/plain; charset=utf-8');
      const { [SIGNATURE_HEADER]: signature } = request.headers;
      if (!isSigned(raw, typeof signature === 'string' ? signature : undefined, this.appSecrets)) {
        return reply.code(403).send('The signature is not the one of these bytes.\n');
      }
      this.gate.authenticated(request.raw, reply.raw);
      await this.keep(raw);
      return reply.send('OK\n');
    });
  }

  /** @throws AppError `service_unavailable` without Postgres: the provider repeats what it got no 200 for. */
  private async keep(raw: Buffer): Promise<void> {
    try {
      await this.callbacks.keep(raw);
    } catch (error) {
      if (!outageOf(error)) throw error;
      throw new AppError('service_unavailable', {}, { cause: error });
    }
  }
}
