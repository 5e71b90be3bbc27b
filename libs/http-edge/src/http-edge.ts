import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '@chat/errors';
import { instruments } from '@chat/telemetry';
import { hasBody, refuseBodies } from './bodies';
import { BodyBudget } from './body-budget';
import { BodyWatch, type BodyDeadline, type BodyLimits } from './body-watch';
import type { ConnectionGate } from './connection-gate';
import { toAppError } from './failures';
import { namesOneHost } from './host.rules';
import { createHardenedServer, type ServerLimits } from './hardened-server';
import { LINGER, Lingering } from './lingering';
import { NearbyRoutes } from './nearby-routes';
import { measureRequests } from './request-metrics';
import { traceRequests } from './request-spans';
import { readRequestId } from './request-id.rules';
import { logRequests } from './request-log';
import { SampledLog } from './sampled-log';
import { rawFailure, readMethods, sendFailure, surfaceOf, type Surface } from './surface';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How fast bodies of a media type must arrive on the route, which reads them as they arrive; others must arrive whole
     * within `requestTimeoutMs`.
     */
    bodyDeadlines?: Readonly<Record<string, BodyDeadline>>;
  }
}

export interface HttpEdgeOptions {
  /** Its name in metrics and traces. */
  readonly service: string;
  /** One of them has the empty prefix. */
  readonly surfaces: readonly Surface[];
  readonly limits: ServerLimits;
  readonly gate: ConnectionGate;
  readonly logger: Logger;
  /** How the log identifies the caller; null if the request is not authenticated. */
  readonly callerOf: (request: FastifyRequest) => object | null;
  /** Called after the response to each request that could be parsed. */
  readonly onAnswered?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Headers of every response; none by default. */
  readonly headers?: Readonly<Record<string, string>>;
}

const BODY_LIMIT_BYTES = 1024 * 1024;
/** For how long responses on open connections tell clients to leave by `connection: close`. */
const LEAVE_MS = 500;
/** When requests that are still running are cut off, so that the process ends in time. */
const DRAIN_MS = 7_000;

/**
 * An HTTP server whose paths belong to surfaces. Every failure that a client can cause is answered in the format of the
 * surface that owns the path, and every connection, request, body and response has limits.
 */
export class HttpEdge {
  private readonly app: FastifyInstance;
  private readonly bodies = new WeakMap<IncomingMessage, BodyWatch>();
  private readonly bodyLimits: BodyLimits;
  private isLeaving = false;

  constructor(private readonly options: HttpEdgeOptions) {
    const { maxBodyBytes, requestTimeoutMs, linger = LINGER } = options.limits;
    this.bodyLimits = {
      deadline: { wholeWithinMs: requestTimeoutMs },
      budget: new BodyBudget(maxBodyBytes),
      lingering: new Lingering(linger),
    };
    this.app = this.createApp();
    this.followBodyDeadlines();
    this.requireHost();
    this.addHeaders();
    logRequests(this.app, options.logger, options.callerOf);
    this.reportAnswers();
    measureRequests(this.app, options.service);
    traceRequests(this.app, options.service);
    for (const surface of options.surfaces) this.add(surface);
  }

  /** Whether clients are asked to leave. */
  get isDraining(): boolean {
    return this.isLeaving;
  }

  async listen(address: { host: string; port: number }): Promise<Server> {
    await this.app.listen(address);
    return this.app.server;
  }

  /** From now on, every response closes its connection, and readiness is false. New requests are still served. */
  askClientsToLeave(): void {
    this.isLeaving = true;
  }

  /** Requests in progress finish, and every response closes its connection; then no connection is accepted. */
  async drain(): Promise<void> {
    this.askClientsToLeave();
    await this.waitForClients(LEAVE_MS);
    const cutOff = setTimeout(() => this.app.server.closeAllConnections(), DRAIN_MS).unref();
    await this.app.close();
    clearTimeout(cutOff);
  }

  private reportAnswers(): void {
    const { onAnswered } = this.options;
    if (!onAnswered) return;
    this.app.addHook('onResponse', (request, reply, done) => {
      onAnswered(request, reply);
      done();
    });
  }

  private createApp(): FastifyInstance {
    const app = fastify({
      serverFactory: (handler) => this.createServer(handler),
      // The server has its own.
      clientErrorHandler: () => undefined,
      bodyLimit: BODY_LIMIT_BYTES,
      exposeHeadRoutes: false,
      // What arrives on open connections during the drain is still served.
      return503OnClosing: false,
      genReqId: ({ headers }) => readRequestId(headers['x-request-id']) ?? randomUUID(),
      frameworkErrors: (error, request, reply) =>
        void this.fail(error, reply, surfaceOf(this.options.surfaces, request.url)),
    });
    app.decorateRequest('named', null);
    app.decorateRequest('faults', null);
    app.removeAllContentTypeParsers();
    refuseBodies(app);
    // The body of a GET is read like any other, so that surfaces can refuse it.
    for (const method of readMethods) app.addHttpMethod(method, { hasBody: true, overrideExisting: true });
    return app;
  }

  private createServer(handler: RequestListener): Server {
    const { limits, gate, logger, surfaces, service } = this.options;
    const refusals = new SampledLog(
      (counts) => logger.warn({ counts }, 'connections refused or closed, by what was exhausted'),
      0,
    );
    return createHardenedServer(
      (request, response) => {
        if (hasBody(request.headers)) {
          this.bodies.set(request, new BodyWatch(request, response, this.bodyLimits));
        }
        handler(request, response);
      },
      {
        limits,
        gate,
        lingering: this.bodyLimits.lingering,
        answerOf: (error, target = '') => rawFailure(surfaceOf(surfaces, target), error, randomUUID()),
        onRefusedConnection: (reason) => {
          instruments.httpRefusedConnections.live?.inc({ service, reason });
          refusals.write(reason, () => undefined);
        },
      },
    );
  }

  private followBodyDeadlines(): void {
    this.app.addHook('onRequest', (request, reply, done) => {
      this.bodies.get(request.raw)?.follow(deadlineOf(request), (error) => void reply.send(error));
      done();
    });
  }

  private requireHost(): void {
    this.app.addHook('onRequest', ({ raw }, _, done) => {
      const message = 'Send the Host header exactly once.';
      done(namesOneHost(raw) ? undefined : new AppError('bad_request', { message }));
    });
  }

  private addHeaders(): void {
    const { headers = {} } = this.options;
    this.app.addHook('onSend', (_, reply, payload, done) => {
      reply.headers(headers);
      if (this.isLeaving) reply.header('connection', 'close');
      done(null, payload);
    });
  }

  private add(surface: Surface): void {
    const plugin = (app: FastifyInstance, _: object, done: () => void) => {
      app.setErrorHandler((error, _, reply) => this.fail(error, reply, surface));
      const nearby = new NearbyRoutes();
      nearby.follow(app);
      const refuse = ({ method, url }: FastifyRequest, reply: FastifyReply) => {
        const { message, methods } = nearby.adviceFor(method, url) ?? {};
        if (methods) reply.header('allow', methods.join(', '));
        return sendFailure(
          reply,
          surface,
          new AppError('not_found', message === undefined ? {} : { message }),
        );
      };
      app.setNotFoundHandler(refuse);
      // Before the body is read, so that nothing in the body can change the answer.
      app.addHook('onRequest', (request, reply, next) => {
        if (request.is404) refuse(request, reply);
        else next();
      });
      surface.addRoutes(app);
      done();
    };
    void this.app.register(plugin, { prefix: surface.prefix });
  }

  private fail(error: unknown, reply: FastifyReply, surface: Surface): FastifyReply {
    const known = toAppError(error) ?? new AppError('server_error');
    // An error that another service answered was logged by that service.
    if (known.status >= 500) this.logServerError(error, known.status, reply.request);
    return sendFailure(reply, surface, known);
  }

  /** A fault of ours is an error; that something else is busy or fails is a warning. */
  private logServerError(error: unknown, status: number, request: FastifyRequest): void {
    const { operation } = request.routeOptions.config;
    const line = { error, status, requestId: request.id, operation, ...this.options.callerOf(request) };
    this.options.logger[status === 500 ? 'error' : 'warn'](line, 'request failed');
  }

  private async waitForClients(atMostMs: number): Promise<void> {
    const until = performance.now() + atMostMs;
    while (performance.now() < until && (await this.countConnections()) > 0) await delay(20);
  }

  private countConnections(): Promise<number> {
    return new Promise((resolve) => this.app.server.getConnections((_, count) => resolve(count)));
  }
}

function deadlineOf({ headers, routeOptions }: FastifyRequest): BodyDeadline | undefined {
  const mediaType = headers['content-type']?.split(';')[0]!.trim().toLowerCase();
  return routeOptions.config.bodyDeadlines?.[mediaType ?? ''];
}
