import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import {
  codesOf,
  newTraceparent,
  recordsIn,
  type BusClient,
  type NamedRecords,
  type RawReply,
} from '@chat/bus';
import {
  membersOf,
  waitMsOf,
  type Operation,
  type RequestContext,
  type StoredMedia,
  type TextFile,
  type UnknownMembers,
} from '@chat/contracts';
import { AppError } from '@chat/errors';
import { acceptJsonOnly, hasBody, readMethods, type Surface } from '@chat/http-edge';
import type { OperationServices } from '../../edge/api-services';
import { addFurtherProblems } from '../../edge/input-review';
import { CREDENTIAL_MAX_AGE_MS } from '../../credentials/credential-cache';
import { gatherInput, type OperationInput, type ReadOptions } from '../../edge/operation-input';
import { MultipartForm } from '../../uploads/multipart-form';
import { readError } from './envelope';
import { addStreamRoute } from './stream-route';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that starts here. A client's own trace is linked in the log and not continued. */
    traceparent: string | null;
  }
  interface FastifyContextConfig {
    /** Whether the route accepts `multipart/form-data` as well as JSON. */
    takesForms?: boolean;
  }
}

/** How a surface reads requests and formats responses. */
export interface ApiFormat {
  readonly unknownMembers: UnknownMembers;
  readonly sendReply: (reply: FastifyReply, answer: RawReply) => FastifyReply;
  readonly formatFailure: Surface['formatFailure'];
}

/** One route of an operation. */
export interface OperationRoute {
  /** Relative to the surface's prefix, such as `/contacts/{id}`. */
  readonly path: string;
  readonly operation: Operation;
  /** Query members with fixed values, whatever the client sends. */
  readonly fixedQuery?: Readonly<Record<string, string>>;
}

/**
 * A slow upload is fine, a stalled one is not. This is half of what a phone sends over EDGE, the slowest network still in
 * use, and bridges the seconds in which it changes cells. 16 MiB then take an hour at most.
 */
const UPLOAD_DEADLINE = { atLeastBytes: 128 * 1024, everyMs: 30_000 };

/** Prepares an instance for operation routes: body parsers and request decorations. */
export function prepareForOperations(app: FastifyInstance): void {
  acceptJsonOnly(app);
  // On routes that accept forms, the handler reads the form as a stream.
  app.addContentTypeParser('multipart/form-data', ({ routeOptions, headers }, payload, done) => {
    if (!hasBody(headers)) done(null, undefined);
    else if (routeOptions.config.takesForms) done(null, payload);
    else done(new AppError('unsupported_media_type'), undefined);
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('traceparent', null);
  app.decorateRequest('idempotencyKey', null);
  app.decorateRequest('address', '');
}

/** Adds the route of an operation, with the method from its `http`. */
export function addOperationRoute(
  app: FastifyInstance,
  { path, operation, fixedQuery }: OperationRoute,
  { unknownMembers, sendReply }: ApiFormat,
  services: OperationServices,
): void {
  if (operation.stream) return addStreamRoute(app, { path, operation }, unknownMembers, services);
  const { admission, bus, downloads } = services;
  const [method] = operation.http!.split(' ') as [HTTPMethods];
  app.route({
    method: method === 'GET' ? readMethods : method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      operation: operation.subject,
      takesForms: operation.upload !== undefined,
      members: membersFrom(operation),
      ...(operation.upload && { bodyDeadlines: { 'multipart/form-data': UPLOAD_DEADLINE } }),
    },
    onRequest: async (request, reply) => {
      request.traceparent = request.span?.traceparent ?? newTraceparent();
      await admission.admit(request, reply, operation);
    },
    handler: async (request, reply) => {
      if (reply.elapsedTime > CREDENTIAL_MAX_AGE_MS) await admission.confirm(request, reply);
      const options = { unknownMembers, fixedQuery };
      const { input, form } = await readWithFiles(operation, request, reply, options, services);
      const answer = await bus.forward(operation, contextOf(request, operation, input), input);
      if (answer.status >= 400 && answer.status < 500) await form?.expire();
      const accountId = request.principal!.account.id;
      request.named = { accountId, ...namedBy(answer) };
      if (answer.status === 422) request.faults = Object.keys(readError(answer).errors ?? {});
      if (operation.file && answer.status < 400) {
        return sendFile(reply, operation.file, JSON.parse(answer.body) as TextFile);
      }
      if (!operation.download || answer.status >= 400) return sendReply(reply, answer);
      const media = JSON.parse(answer.body) as StoredMedia;
      return downloads.send(request, reply, accountId, media);
    },
  });
}

function membersFrom({ query, body }: Operation): ReadonlySet<string> {
  return new Set([query, body].flatMap((dto) => (dto ? [...membersOf(dto).keys()] : [])));
}

/** Sends a text that browsers save and never display. */
function sendFile(reply: FastifyReply, type: string, { filename, text }: TextFile): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${filename}"`,
      'x-content-type-options': 'nosniff',
      'x-request-id': reply.request.id,
    })
    .send(text);
}

/** Returns the records that an answer is about; a failure names the message that it left behind, if any. */
function namedBy(answer: RawReply): NamedRecords {
  if (answer.status < 400) return { ...answer.named };
  const error = readError(answer);
  return { ...recordsIn(error), ...codesOf(error) };
}

/**
 * Reads the input after storing its files. Refused input leaves no files behind.
 * @throws AppError `rate_limit_exceeded` if the account has too many uploads under way.
 */
async function readWithFiles(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ReadOptions,
  { admission, bus, uploads }: OperationServices,
): Promise<{ input: OperationInput; form?: MultipartForm }> {
  if (!(request.body instanceof Readable))
    return { input: await readWhole(operation, request, options, bus) };
  const service = operation.subject.split('.')[1]!;
  const destination = { accountId: request.principal!.account.id, service };
  const members = membersOf(operation.body!);
  const isIgnored = (name: string) => options.unknownMembers === 'dropped' && !members.has(name);
  const reader = new MultipartForm(operation.upload!, uploads, destination, isIgnored);
  const { headers, body } = request;
  const form = await uploads.inTurn(destination, () => reader.read(headers, body));
  try {
    await admission.confirm(request, reply);
    return { input: await readWhole(operation, request, { ...options, form }, bus), form: reader };
  } catch (error) {
    await reader.discard();
    throw error;
  }
}

/** @throws AppError `validation_error` with all problems found by the contract and by the service's rules. */
async function readWhole(
  operation: Operation,
  request: FastifyRequest,
  options: ReadOptions,
  bus: BusClient,
): Promise<OperationInput> {
  const { input, problems } = gatherInput(operation, request, options);
  const { review } = operation;
  if (review && input.body && !problems.isEmpty && !problems.isFull) {
    await addFurtherProblems(bus, review, contextOf(request, review, {}), input, problems);
  }
  problems.throwIfAny();
  return input;
}

/** Returns in whose name, and until when, a service is asked. */
export function contextOf(
  request: FastifyRequest,
  operation: Operation,
  { body }: OperationInput,
): RequestContext {
  const { account, credential } = request.principal!;
  return {
    requestId: request.id,
    traceparent: request.traceparent,
    deadline: Date.now() + waitMsOf(operation, body),
    account,
    address: request.address,
    idempotencyKey: request.idempotencyKey,
    credential,
  };
}
