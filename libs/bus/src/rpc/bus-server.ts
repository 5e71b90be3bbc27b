import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Msg, MsgHdrs } from 'nats';
import { firstValueFrom, isObservable } from 'rxjs';
import { parse, subjectsOf, type Operation, type RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import {
  attributesOf,
  codesOf,
  instruments,
  outcomeOf,
  recordsIn,
  startSpan,
  type NamedRecords,
} from '@chat/telemetry';
import { isAudited, isCalledByAdminTool } from '@chat/contracts/bus-use';
import { beginAudit, lacksRecord } from '../audit/audit';
import type { BusConnection } from '../connection';
import { follow, hasChanges } from './progress';
import type { StandingSubscription } from '../standing-subscriptions';
import { byPerson, personOf } from '../subjects';
import { RawJson, Reply } from './reply';
import { errorOfFailure } from './silence.rules';
import { readContext, replyHeaders } from './wire';

/** Below NATS' `max_payload` of 8 MiB, with room for the headers. */
const MAX_REPLY_BYTES = 8 * 1024 * 1024 - 16 * 1024;

interface WireReply {
  status: number;
  /** The records that it is about, and the codes of a failure. */
  named: NamedRecords;
  json: string;
  headers: MsgHdrs;
}

interface OperationHandler {
  operation: Operation;
  handle: MessageHandler;
}

/** A reply with a status of 500 or more, as it is logged. */
export interface ServerFailure {
  error: unknown;
  operation: Operation;
  /** 500 for an error that the handler did not expect. */
  status: number;
  context: RequestContext | null;
  /** The records that the request is about, and the codes of the failure. */
  named: NamedRecords;
}

/**
 * Nest's transport over NATS request/reply: subscribes every `@Handles` method in the service's queue group,
 * validates the input and answers with raw JSON.
 */
export class BusServer extends Server implements CustomTransportStrategy {
  private readonly subscriptions: StandingSubscription[] = [];
  private readonly owned = new Map<string, StandingSubscription[]>();
  private readonly running = new Set<Msg>();
  private isClosing = false;

  constructor(
    private readonly connection: BusConnection,
    private readonly queueGroup: string,
    /** Called once for each such reply, unless it only relays another service's answer or replays an earlier one. */
    private readonly onServerFailure: (failure: ServerFailure) => void,
    /** Called for a success of an audited operation that recorded nothing. */
    private readonly onUnrecorded: (operation: Operation, context: RequestContext) => void = () => undefined,
    /** Called for each request of somebody who uses the admin tool with a NATS user of their own, once it is answered. */
    private readonly onOperator: (
      operation: Operation,
      context: RequestContext,
      status: number,
    ) => void = () => undefined,
  ) {
    super();
  }

  /**
   * Calls `ready` once NATS knows the subscriptions: a request made from then on finds its handler. Passes an error if
   * NATS refused one of them.
   */
  listen(ready: (error?: unknown) => void): void {
    for (const handler of this.operationHandlers()) {
      if (handler.operation.owner) continue;
      const subjects = subjectsOf(handler.operation);
      const ofPeople = isCalledByAdminTool(handler.operation)
        ? subjects.map((subject) => byPerson(subject, '*'))
        : [];
      for (const subject of [...subjects, ...ofPeople])
        this.subscriptions.push(this.subscribe(subject, handler, this.queueGroup));
    }
    this.connection.nats.flush().then(() => ready(this.refusal()), ready);
  }

  /** Takes the requests for one record, for the operations that have an `owner`. Does nothing once the server closes. */
  own(record: string): void {
    // `close` would not drain a subscription that is made now.
    if (this.isClosing || this.owned.has(record)) return;
    const handlers = this.operationHandlers().filter(({ operation }) => operation.owner);
    this.owned.set(
      record,
      handlers.flatMap((handler) =>
        subjectsOf(handler.operation).map((subject) => this.subscribe(`${subject}.${record}`, handler)),
      ),
    );
  }

  /** Stops taking the requests for one record; those in progress finish. */
  disown(record: string): void {
    this.owned.get(record)?.forEach((subscription) => void subscription.drain());
    this.owned.delete(record);
  }

  /** Stops taking requests and waits for those in progress. */
  async close(): Promise<void> {
    this.isClosing = true;
    const all = [...this.subscriptions, ...[...this.owned.values()].flat()];
    if (this.connection.isConnected) await Promise.all(all.map((subscription) => subscription.drain()));
    while (this.running.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Returns the subjects of the requests in progress. */
  unfinished(): string[] {
    return [...this.running].map(({ subject }) => subject);
  }

  on(): never {
    throw new Error('The bus server has no events of its own.');
  }

  unwrap<T>(): T {
    return this.connection.nats as T;
  }

  private operationHandlers(): OperationHandler[] {
    return [...this.messageHandlers.values()].map((handle) => ({
      operation: (handle.extras as { operation: Operation }).operation,
      handle,
    }));
  }

  /** Returns an error if NATS refuses one of the subjects. */
  private refusal(): Error | undefined {
    if (!this.subscriptions.some(({ isRefused }) => isRefused)) return undefined;
    return new Error(
      `NATS does not let this user subscribe to ${this.connection.refusedSubjects.join(', ')}.`,
    );
  }

  private subscribe(subject: string, handler: OperationHandler, queue?: string): StandingSubscription {
    return this.connection.subscribe(subject, {
      ...(queue && { queue }),
      onMessage: (message) => {
        // Only a request's reply subject is an inbox of the NATS client: an event that a consumer delivers to this
        // subject has another.
        if (!message.reply?.startsWith('_INBOX')) return;
        this.answer(handler, message).catch((failure: unknown) =>
          this.onServerFailure({
            error: failure,
            operation: handler.operation,
            status: 500,
            context: readContext(message.headers),
            named: {},
          }),
        );
      },
    });
  }

  private async answer(handler: OperationHandler, message: Msg): Promise<void> {
    this.running.add(message);
    const startedAt = performance.now();
    try {
      const sent = withOperator(readContext(message.headers), personOf(message.subject));
      const span = sent && startSpan(sent, this.queueGroup, handler.operation.subject, 'server');
      const traced = sent && span ? { ...sent, traceparent: span.traceparent } : sent;
      const context = traced && follow(beginning(traced, handler.operation));
      const { status, json, headers, named } = await this.work(handler, message, context);
      message.respond(json, { headers });
      if (context?.credential.operator !== undefined) this.onOperator(handler.operation, context, status);
      span?.set(attributesOf({ accountId: context?.account.id, ...named }));
      span?.end(status >= 500 ? named.code : undefined);
      this.measure(handler.operation, status, startedAt);
    } finally {
      this.running.delete(message);
    }
  }

  private measure({ subject: operation }: Operation, status: number, startedAt: number): void {
    instruments.operationDuration.live?.observe(
      { service: this.queueGroup, operation, outcome: outcomeOf(status) },
      (performance.now() - startedAt) / 1000,
    );
  }

  /** Never throws: a failure becomes a reply. */
  private async work(
    { operation, handle }: OperationHandler,
    message: Msg,
    context: RequestContext | null,
  ): Promise<WireReply> {
    let input: Record<string, object> = {};
    try {
      if (!context)
        throw new AppError('bad_request', { message: 'The request carries no readable context.' });
      requireTime(context);
      input = readInput(operation, message);
      const result = (await handle(input, context)) as unknown;
      const answer: unknown = isObservable(result) ? await firstValueFrom(result) : result;
      const { body, meta } = toReply(answer);
      if (lacksRecord(context) && !meta.isReplay) this.onUnrecorded(operation, context);
      const json = body instanceof RawJson ? body.json : JSON.stringify(body);
      if (Buffer.byteLength(json) > MAX_REPLY_BYTES) throw tooLarge();
      const status = meta.status ?? operation.status ?? 200;
      const named = { ...recordsOfInput(operation, input, true), ...recordsIn(body) };
      return {
        status,
        json,
        named,
        headers: replyHeaders(status, { ...meta, named: operation.http ? named : null }),
      };
    } catch (error) {
      const known =
        error instanceof AppError ? error : errorOfFailure(operation.effect, error, hasChanges(context));
      const { status } = known;
      const named = {
        ...recordsOfInput(operation, input, false),
        ...recordsIn(known.details),
        ...codesOf(known.toBody()),
      };
      if (status >= 500 && !known.isRelayed && !known.isReplay)
        this.onServerFailure({ error, operation, status, context, named });
      const { subject } = operation;
      instruments.operationErrors.live?.inc({
        service: this.queueGroup,
        operation: subject,
        code: known.code,
      });
      return {
        status,
        named,
        json: JSON.stringify(known.toBody()),
        headers: replyHeaders(status, { isReplay: known.isReplay }),
      };
    }
  }
}

/**
 * @throws AppError if the deadline has passed, because the request was buffered while the connection was lost or the
 * clocks of the hosts differ: handling it could repeat what the caller has been told did not happen.
 */
function requireTime({ deadline }: RequestContext): void {
  if (deadline >= Date.now()) return;
  throw new AppError('service_unavailable', {}, { cause: new Error('It arrived after its deadline.') });
}

/** Whoever has a NATS user of their own acts for the installation, under their name; nobody else has one. */
function withOperator(context: RequestContext | null, operator: string | undefined): RequestContext | null {
  if (!context) return null;
  if (operator !== undefined)
    return { ...context, credential: { type: 'system', id: 'system', scopes: null, operator } };
  if (context.credential.operator === undefined) return context;
  const credential = { ...context.credential };
  delete credential.operator;
  return { ...context, credential };
}

function beginning(context: RequestContext, operation: Operation): RequestContext {
  return isAudited(operation) ? beginAudit(context, operation) : context;
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', {
    message: 'The response is too large for one page. Use a smaller per_page.',
  });
}

function toReply(answer: unknown): Reply<object> {
  return answer instanceof Reply ? (answer as Reply<object>) : new Reply(answer as object, {});
}

/**
 * Returns the records that the input names. Clients may put anything into an id, such as a phone number, so theirs count
 * only if the operation succeeded.
 */
function recordsOfInput(
  { http, subject }: Operation,
  { params, body }: Record<string, object>,
  succeeded: boolean,
): NamedRecords {
  if (http !== undefined && !succeeded) return {};
  const { id } = (params ?? {}) as { id?: unknown };
  const [, , resource] = subject.split('.');
  return { ...recordsIn({ [`${resource}_id`]: id }), ...recordsIn(body), ...recordsIn(params) };
}

/** Drops members that only a newer version of the caller knows: two versions of the code may run at the same time. */
function readInput(operation: Operation, message: Msg): Record<string, object> {
  const raw = message.json<Record<string, unknown>>();
  const input: Record<string, object> = {};
  if (operation.params) input.params = parse(operation.params, raw.params, 'dropped');
  if (operation.query) input.query = parse(operation.query, raw.query, 'dropped');
  if (operation.body) input.body = parse(operation.body, raw.body, 'dropped');
  return input;
}
