import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mayUse, type Access, type NodeRoute } from '../graph/access';
import { VERSION_PREFIX } from '../graph/graph-api';
import { GraphError, unknownObject } from '../graph/graph-error';
import { readParams } from '../graph/read-params';
import { mediaLivesMs, type MediaRow } from './media.repository';
import { DOWNLOAD_PATH, MediaProblem, type MediaService } from './media.service';
import { readMediaForm } from './media-form';

const owner = z.object({ phone_number_id: z.string().optional() });
const form = z.object({ messaging_product: z.literal('whatsapp'), type: z.string().optional() });

export interface MediaParts {
  access: Access;
  media: MediaService;
}

export function mediaRoutes(graph: FastifyInstance, { access, media }: MediaParts): void {
  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/media`, async (request) => {
    const number = await access.number(request);
    const target = { accountId: number.account_id, numberId: number.id, livesMs: mediaLivesMs.uploaded };
    const { fields, fileId } = await readMediaForm(request, (file, type) =>
      media.store({ ...target, filename: file.filename }, file.stream, type),
    ).catch(toGraphError);
    try {
      readParams(form, fields);
    } catch (error) {
      await media.remove(fileId);
      throw error;
    }
    return { id: fileId };
  });

  graph.get(DOWNLOAD_PATH, async (request, reply) => {
    const caller = await access.caller(request);
    const found = await media.followLink(request.query as Record<string, string>);
    if (!found || !mayUse(caller, found.account_id)) {
      return reply.status(404).type('text/plain').send('Not Found');
    }
    return reply.type(found.mime_type).header('content-length', found.size).send(media.read(found.id));
  });
}

export async function describeMedia(
  { access, media }: MediaParts,
  request: FastifyRequest<NodeRoute>,
): Promise<object> {
  const found = await mediaOf({ access, media }, request);
  return {
    messaging_product: 'whatsapp',
    url: media.linkTo(found.id, `http://${request.host}`),
    mime_type: found.mime_type,
    sha256: found.sha256,
    file_size: found.size,
    id: found.id,
  };
}

export async function deleteMedia(parts: MediaParts, request: FastifyRequest<NodeRoute>): Promise<object> {
  const found = await mediaOf(parts, request);
  await parts.media.remove(found.id);
  return { success: true };
}

async function mediaOf({ access, media }: MediaParts, request: FastifyRequest<NodeRoute>): Promise<MediaRow> {
  const caller = await access.caller(request);
  const { phone_number_id: numberId } = readParams(owner, request.query);
  const { node } = request.params;
  const found = await media.find(node);
  if (!found || !mayUse(caller, found.account_id)) throw unknownObject(request.method, node);
  if (numberId !== undefined && numberId !== found.number_id) throw unknownObject(request.method, node);
  return found;
}

function toGraphError(error: unknown): never {
  if (!(error instanceof MediaProblem)) throw error;
  throw new GraphError(100, { message: `(#100) ${error.message}`, details: error.message });
}
