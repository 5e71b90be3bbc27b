import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { newTraceparent, type BusClient } from '@chat/bus';
import type { BlobStore } from '@chat/blob-store';
import { waitMsOf, type Operation, type RequestContext, type StoredMedia } from '@chat/contracts';
import type { Admission } from '../../edge/admission';
import { readInput, type OperationInput } from '../../edge/operation-input';
import { MultipartForm } from '../../uploads/multipart-form';
import type { UploadsService } from '../../uploads/uploads.service';
import { sendReply } from './envelope';
import { sendMedia } from './media-download';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that begins here. A client's own is linked to it in the log, not carried on. */
    traceparent: string | null;
  }
  interface FastifyContextConfig {
    /** Whether the route takes `multipart/form-data` beside JSON. */
    takesForms?: boolean;
  }
}

/** A slow line is no fault, a stalled one is: 100 MiB may take hours. */
const UPLOAD_DEADLINE = { atLeastBytes: 4 * 1024, everyMs: 10_000 };

/** Adds the route of every operation whose path is below the prefix. */
export function addOperationRoutes(
  app: FastifyInstance,
  prefix: string,
  operations: readonly Operation[],
  admission: Admission,
  bus: BusClient,
  uploads: UploadsService,
  store: BlobStore,
): void {
  for (const operation of operations) {
    const [method, path] = (operation.http ?? '').split(' ') as [HTTPMethods, string | undefined];
    if (!path?.startsWith(`${prefix}/`)) continue;
    app.route({
      method: operation.download ? ['GET', 'HEAD'] : method,
      url: path.slice(prefix.length).replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {
        operation: operation.subject,
        takesForms: operation.upload !== undefined,
        ...(operation.upload && { bodyDeadlines: { 'multipart/form-data': UPLOAD_DEADLINE } }),
      },
      onRequest: async (request, reply) => {
        request.traceparent = newTraceparent();
        await admission.admit(request, reply, operation);
      },
      handler: async (request, reply) => {
        const input = await readWithFiles(operation, request, uploads);
        const answer = await bus.forward(operation, contextOf(request, operation, input), input);
        if (!operation.download || answer.status >= 400) return sendReply(reply, answer);
        const media = JSON.parse(Buffer.from(answer.body).toString()) as StoredMedia;
        return sendMedia(request, reply, store, media);
      },
    });
  }
}

/** The input, whose files are in the store by then. Refused input leaves none there. */
async function readWithFiles(
  operation: Operation,
  request: FastifyRequest,
  uploads: UploadsService,
): Promise<OperationInput> {
  if (!(request.body instanceof Readable)) return readInput(operation, request);
  const service = operation.subject.split('.')[1]!;
  const destination = { accountId: request.principal!.account.id, service };
  const form = new MultipartForm(operation.upload!, uploads, destination);
  const parts = await form.read(request.headers, request.body);
  try {
    return readInput(operation, request, parts);
  } catch (error) {
    await form.discard();
    throw error;
  }
}

function contextOf(request: FastifyRequest, operation: Operation, { body }: OperationInput): RequestContext {
  const { account, credential } = request.principal!;
  return {
    requestId: request.id,
    traceparent: request.traceparent,
    deadline: Date.now() + waitMsOf(operation, body),
    account,
    idempotencyKey: request.idempotencyKey,
    credential,
  };
}
