import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Access, NodeRoute } from '../graph/access';
import { VERSION_PREFIX } from '../graph/graph-api';
import { readMessage } from './read-message';
import type { SendsService } from './sends.service';

export function messageRoutes(graph: FastifyInstance, access: Access, sends: SendsService): void {
  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/messages`, async (request, reply) => {
    const number = await access.number(request);
    const message = readMessage(request.body);
    if ('messageId' in message) return sends.read(number, message);
    const end = await sends.send(number, message);
    return end.answer === null ? leaveUnanswered(reply, end.resetsConnection) : end.answer;
  });
}

/** Sends no answer: the connection breaks, or stays open. */
function leaveUnanswered(reply: FastifyReply, resetsConnection: boolean): FastifyReply {
  reply.hijack();
  if (resetsConnection) reply.raw.socket?.resetAndDestroy();
  return reply;
}
