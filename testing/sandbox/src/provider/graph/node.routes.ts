import type { FastifyInstance } from 'fastify';
import { kindOfId } from '../ids';
import { deleteMedia, describeMedia, type MediaParts } from '../media/media.routes';
import { continueUpload, describeUpload, isUpload, type UploadParts } from '../media/uploads.routes';
import { toNumberView } from '../numbers/numbers.mapper';
import { changeNumber, type NumberParts } from '../numbers/numbers.routes';
import { describeTemplate, editTemplate, type TemplateParts } from '../templates/templates.routes';
import type { NodeRoute } from './access';
import { VERSION_PREFIX } from './graph-api';
import { unknownObject } from './graph-error';
import { selectFields } from './read-params';

export type NodeParts = MediaParts & UploadParts & Omit<TemplateParts, 'access'> & NumberParts;

/** `/{id}`: objects of all kinds share this path; the id says which kind it is. */
export function nodeRoutes(graph: FastifyInstance, parts: NodeParts): void {
  const { access, numbers } = parts;
  const path = `${VERSION_PREFIX}/:node`;

  graph.get<NodeRoute>(path, async (request) => {
    const { node } = request.params;
    const { fields } = request.query as Record<string, unknown>;
    if (isUpload(node)) return describeUpload(parts, request);
    switch (kindOfId(node)) {
      case 'number':
        return selectFields(toNumberView(await access.number(request)), fields);
      case 'account': {
        const { id, label } = await access.account(request);
        return selectFields({ id, name: label, currency: 'EUR', timezone_id: '1' }, fields);
      }
      case 'template':
        return describeTemplate(parts, request);
      case 'media':
        return describeMedia(parts, request);
      case null:
        await access.caller(request);
        throw unknownObject(request.method, node);
    }
  });

  graph.post<NodeRoute>(path, async (request) => {
    const { node } = request.params;
    if (isUpload(node)) return continueUpload(parts, request);
    switch (kindOfId(node)) {
      case 'number':
        return changeNumber({ ...parts, numbers }, (await access.number(request)).id, request.body);
      case 'template':
        return editTemplate(parts, request);
      case 'account':
      case 'media':
      case null:
        await access.caller(request);
        throw unknownObject(request.method, node);
    }
  });

  graph.delete<NodeRoute>(path, async (request) => {
    const { node } = request.params;
    if (kindOfId(node) === 'media') return deleteMedia(parts, request);
    await access.caller(request);
    throw unknownObject(request.method, node);
  });
}
