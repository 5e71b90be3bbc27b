import { setTimeout as delay } from 'node:timers/promises';
import { NatsError } from 'nats';
import {
  subjectOf,
  waitMsOf,
  type InputOf,
  type Operation,
  type OutputOf,
  type RequestContext,
} from '@chat/contracts';
import { AppError, type ErrorBody } from '@chat/errors';
import { instruments, startSpan, type NamedRecords } from '@chat/telemetry';
import type { BusConnection } from '../connection';
import { DECLARE_IT } from '../declared';
import { byPerson } from '../subjects';
import { noteChange } from './progress';
import { outcomeOf, errorOf } from './silence.rules';
import { contextHeaders, readIsReplay, readNamed, readPagination, readStatus } from './wire';

/** A reply as received: the gateway passes it on without parsing. */
export interface RawReply {
  status: number;
  /** JSON as text, so that it can be written in one piece with its envelope. */
  body: string;
  /** JSON of the list's pagination, or null. */
  pagination: string | null;
  /** True if it repeats the answer to an earlier request with the same Idempotency-Key. */
  isReplay?: boolean;
  /** The records that a success is about. */
  named?: NamedRecords | undefined;
}

/**
 * How long a request waits for a record that changes owners: an owner that is leaving receives nothing more, and
 * releases the record when its work in progress is done. The record cannot be claimed until then.
 */
const HANDOVER_MS = 4_000;
const HANDOVER_PAUSE_MS = 150;

/** Sends requests to other services. */
export class BusClient {
  private readonly subjects: ReadonlySet<string> | null;

  /**
   * @param calls the only operations that may be called, as in `BusUse`; null allows any.
   * @param person who makes the requests, if the connection has the NATS user of a person.
   */
  constructor(
    private readonly connection: BusConnection,
    calls: readonly Operation[] | null = null,
    private readonly person: string | null = null,
  ) {
    this.subjects = calls && new Set(calls.map(({ subject }) => subject));
  }

  /**
   * @throws AppError that the callee answered, or for a request without an answer, according to the operation's effect:
   * `service_unavailable` if nothing was done, `server_error` (reason `outcome_unknown`) or `provider_outcome_unknown`
   * if something may have been done. Error for an operation that is not declared.
   */
  async request<Op extends Operation>(
    operation: Op,
    context: RequestContext,
    input: InputOf<Op>,
  ): Promise<OutputOf<Op>> {
    return read(await this.forward(operation, context, input)) as OutputOf<Op>;
  }

  /** Like `request`, but returns the reply unparsed. An error that the callee answered is a reply like any other. */
  async forward<Op extends Operation>(
    operation: Op,
    context: RequestContext,
    input: InputOf<Op>,
  ): Promise<RawReply> {
    if (this.subjects?.has(operation.subject) === false) {
      throw new Error(`This service does not declare that it calls ${operation.subject}. ${DECLARE_IT}`);
    }
    const { body } = input as { body?: object };
    const deadline = Math.min(Date.now() + waitMsOf(operation, body), context.deadline);
    const payload = JSON.stringify(input);
    const own = subjectOf(operation, body);
    const subject = this.person === null ? own : byPerson(own, this.person);
    const span = startSpan(context, this.connection.name, operation.subject, 'client');
    const bounded = { ...context, deadline, ...(span && { traceparent: span.traceparent }) };
    try {
      const reply = operation.owner
        ? await this.askOwner(operation.owner, subject, bounded, input, payload)
        : await this.ask(subject, bounded, payload, operation.effect === 'read');
      span?.end(reply.status >= 500 ? String(reply.status) : undefined);
      if (operation.effect !== 'read' && !isRefusal(reply.status)) noteChange(context);
      return reply;
    } catch (error) {
      span?.end('unanswered');
      if (!(error instanceof NatsError)) throw error;
      const outcome = outcomeOf(failureOf(error));
      if (operation.effect !== 'read' && outcome === 'unknown') noteChange(context);
      instruments.busSilences.live?.inc({
        service: this.connection.name,
        operation: operation.subject,
        fate: outcome,
      });
      throw errorOf(outcome, operation.effect, error);
    }
  }

  private async askOwner(
    { member, claim }: NonNullable<Operation['owner']>,
    operationSubject: string,
    context: RequestContext,
    input: unknown,
    payload: string,
  ): Promise<RawReply> {
    const record = (input as { body: Record<string, unknown> }).body[member];
    const subject = `${operationSubject}.${String(record)}`;
    const giveUpAt = performance.now() + HANDOVER_MS;
    for (let claims = 0; ; claims += 1) {
      try {
        return await this.ask(subject, context, payload);
      } catch (error) {
        if (!isNobodyListening(error) || performance.now() > giveUpAt) throw error;
      }
      if (claims > 0) await delay(HANDOVER_PAUSE_MS);
      try {
        read(await this.ask(claim, context, JSON.stringify({ body: { [member]: record } })));
      } catch (cause) {
        // Whatever happened to the claim, the operation itself reached no handler.
        throw new AppError('service_unavailable', {}, { cause });
      }
    }
  }

  /** @throws NatsError, or AppError `service_unavailable` if the request was not sent. */
  private async ask(
    subject: string,
    context: RequestContext,
    payload: string,
    isRead = false,
  ): Promise<RawReply> {
    const timeoutMs = context.deadline - Date.now();
    if (timeoutMs <= 0) throw unsent('The deadline passed before the request was sent.');
    if (!this.connection.isConnected) throw unsent('There is no connection to NATS.');
    const headers = contextHeaders(context);
    const message = await this.connection.request({ subject, payload, headers, timeoutMs, isRead });
    return {
      status: readStatus(message.headers),
      body: message.string(),
      pagination: readPagination(message.headers),
      isReplay: readIsReplay(message.headers),
      named: readNamed(message.headers),
    };
  }
}

function read(reply: RawReply): unknown {
  const body: unknown = JSON.parse(reply.body);
  if (reply.status >= 400) throw AppError.fromReply(body as ErrorBody);
  return body;
}

/** Whether a reply says that nothing was done. */
function isRefusal(status: number): boolean {
  return status === 503 || (status >= 400 && status < 500);
}

function unsent(why: string): AppError {
  return new AppError('service_unavailable', {}, { cause: new Error(why) });
}

function isNobodyListening(error: unknown): boolean {
  return error instanceof NatsError && outcomeOf(failureOf(error)) === 'nobody_listens';
}

function failureOf({ code, permissionContext }: NatsError) {
  return { code, denied: permissionContext?.operation };
}
