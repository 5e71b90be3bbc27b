import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, NodeRoute } from '../graph/access';
import { VERSION_PREFIX } from '../graph/graph-api';
import { GraphError, unknownObject } from '../graph/graph-error';
import { readParams } from '../graph/read-params';
import { LARGEST_MEDIA_BYTES } from './media-type.rules';
import { SAMPLE_PATH } from './sample-link';
import { mediaLivesMs, MediaTooLargeError, type MediaRepository, type MediaRow } from './media.repository';

const session = z.object({
  file_name: z.string().max(200).optional(),
  file_length: z.coerce.number().int().min(1).max(LARGEST_MEDIA_BYTES),
  file_type: z.enum(['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']),
});

const sampleQuery = z.object({ handle: z.string() });

const PREFIX = 'upload:';

export interface UploadParts {
  access: Access;
  uploads: MediaRepository;
}

/** An upload in several calls, which ends with a handle that templates use as their sample. */
export function uploadRoutes(graph: FastifyInstance, { access, uploads }: UploadParts): void {
  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/uploads`, async (request) => {
    const caller = await access.caller(request);
    if (request.params.node !== access.appId) throw unknownObject(request.method, request.params.node);
    const params = readParams(session, {
      ...(request.query as object),
      ...(request.body as object | undefined),
    });
    const id = await uploads.create({
      accountId: caller.kind === 'business' ? caller.accountId : null,
      numberId: null,
      mimeType: params.file_type,
      filename: params.file_name ?? null,
      declaredSize: params.file_length,
      livesMs: mediaLivesMs.uploaded,
    });
    return { id: PREFIX + id };
  });
}

/** The samples of templates, by the links that the list of templates shows. */
export function sampleRoutes(graph: FastifyInstance, { uploads }: Pick<UploadParts, 'uploads'>): void {
  graph.get(SAMPLE_PATH, async (request, reply) => {
    const { handle } = readParams(sampleQuery, request.query);
    const found = await uploads.findByHandle(handle);
    if (!found) return reply.status(404).type('text/plain').send('Not Found');
    return reply.type(found.mime_type).header('content-length', found.size).send(uploads.read(found.id));
  });
}

/** Whether a node of the path is an upload in progress. */
export function isUpload(node: string): boolean {
  return node.startsWith(PREFIX);
}

/** Appends bytes; the answer to the last ones contains the handle. */
export async function continueUpload(
  { access, uploads }: UploadParts,
  request: FastifyRequest<NodeRoute>,
): Promise<object> {
  const upload = await uploadOf({ access, uploads }, request);
  const offset = Number(request.headers['file_offset'] ?? 0);
  if (offset !== upload.size) {
    throw new GraphError(100, { message: `(#100) The upload continues at file_offset ${upload.size}.` });
  }
  const declared = upload.declared_size ?? 0;
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  const { size } = await uploads
    .append(upload.id, body as AsyncIterable<Buffer>, declared - upload.size)
    .catch((error: unknown) => {
      if (!(error instanceof MediaTooLargeError)) throw error;
      throw new GraphError(100, {
        message: '(#100) The file is longer than the file_length of the session.',
      });
    });
  if (upload.size + size < declared) return { id: request.params.node, file_offset: upload.size + size };
  return { h: await uploads.complete(upload.id, true) };
}

/** Returns the offset at which an interrupted upload continues. */
export async function describeUpload(
  parts: UploadParts,
  request: FastifyRequest<NodeRoute>,
): Promise<object> {
  const { size } = await uploadOf(parts, request);
  return { id: request.params.node, file_offset: size };
}

async function uploadOf(
  { access, uploads }: UploadParts,
  request: FastifyRequest<NodeRoute>,
): Promise<MediaRow> {
  const caller = await access.caller(request);
  const { node } = request.params;
  const upload = await uploads.find(node.slice(PREFIX.length));
  const accountId = caller.kind === 'business' ? caller.accountId : null;
  if (!upload || upload.declared_size === null || upload.account_id !== accountId) {
    throw unknownObject(request.method, node);
  }
  return upload;
}
