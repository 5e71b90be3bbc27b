import { ErrorCode as NatsErrorCode, NatsError, type Msg } from 'nats';
import {
  DEFAULT_TIMEOUT_MS,
  type Effect,
  type InputOf,
  type Operation,
  type OutputOf,
  type RequestContext,
} from '@chat/contracts';
import { AppError, type ErrorBody } from '@chat/errors';
import type { BusConnection } from '../connection';
import { contextHeaders, readPagination, readStatus } from './wire';

/** A reply as it came: the gateway passes it on without parsing. */
export interface RawReply {
  status: number;
  body: Uint8Array;
  /** JSON of the list's pagination, or null. */
  pagination: string | null;
}

/** Asks other services. */
export class BusClient {
  constructor(private readonly connection: BusConnection) {}

  /**
   * @throws AppError the callee's own, or what silence means for the operation's effect:
   * `service_unavailable` where nothing was done, `server_error` (reason `outcome_unknown`) or
   * `provider_outcome_unknown` where something may have been.
   */
  async request<Op extends Operation>(
    operation: Op,
    context: RequestContext,
    input: InputOf<Op>,
  ): Promise<OutputOf<Op>> {
    const reply = await this.forward(operation, context, input);
    const body: unknown = JSON.parse(Buffer.from(reply.body).toString());
    if (reply.status >= 400) throw AppError.fromBody(body as ErrorBody);
    return body as OutputOf<Op>;
  }

  /** Like `request`, with the reply unread. A failure that the callee answered is a reply like any other. */
  async forward(operation: Operation, context: RequestContext, input: unknown): Promise<RawReply> {
    const payload = JSON.stringify(input);
    if (!operation.owner) return this.ask(operation, operation.subject, context, payload);

    const { member, claim } = operation.owner;
    const record = (input as { body: Record<string, unknown> }).body[member];
    const subject = `${operation.subject}.${String(record)}`;
    try {
      return await this.ask(operation, subject, context, payload);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    // Nobody owns the record: let any replica take it, then ask once more.
    await this.ask(operation, claim, context, JSON.stringify({ body: { [member]: record } }));
    return this.ask(operation, subject, context, payload);
  }

  private async ask(
    { effect, timeoutMs = DEFAULT_TIMEOUT_MS }: Operation,
    subject: string,
    context: RequestContext,
    payload: string,
  ): Promise<RawReply> {
    const timeout = Math.min(timeoutMs, context.deadline - Date.now());
    if (!this.connection.isConnected || timeout <= 0) throw new AppError('service_unavailable');
    const headers = contextHeaders({ ...context, deadline: Date.now() + timeout });
    let message: Msg;
    try {
      message = await this.connection.nats.request(subject, payload, { timeout, headers });
    } catch (error) {
      throw meaningOfSilence(effect, error);
    }
    return {
      status: readStatus(message.headers),
      body: message.data,
      pagination: readPagination(message.headers),
    };
  }
}

function meaningOfSilence(effect: Effect, error: unknown): Error {
  if (!(error instanceof NatsError)) return error as Error;
  if (error.code === String(NatsErrorCode.NoResponders)) return new AppError('service_unavailable');
  switch (effect) {
    case 'read':
      return new AppError('service_unavailable');
    case 'write':
      return new AppError('server_error', {
        reason: 'outcome_unknown',
        message: 'The operation may or may not have been done. Read the record before you repeat it.',
      });
    case 'send':
      return new AppError('provider_outcome_unknown');
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}
