import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import { MEDIA_PATH } from '@chat/device-network';
import { Refusal } from '../refusal';
import type { MediaShelf } from '../media/media-shelf';
import type { LinksRepository } from './links.repository';

/** Uploads and downloads of media by linked devices. */
export function mediaRoutes(app: FastifyInstance, shelf: MediaShelf, links: LinksRepository): void {
  void app.register((scope, _, done) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, parsed) =>
      parsed(null, payload),
    );

    scope.post<{ Body: Readable }>(MEDIA_PATH, async ({ headers, body }) => {
      const credentials = headers.authorization?.replace(/^Bearer /, '') ?? '';
      if (!(await links.findByCredentials(credentials))) {
        throw new Refusal(403, 'Only linked devices put media on the network.');
      }
      const { ref } = await shelf.keep(body);
      return { ref };
    });

    scope.get<{ Params: { ref: string } }>(`${MEDIA_PATH}/:ref`, async ({ params }, reply) => {
      const media = await shelf.find(params.ref);
      if (!media) throw new Refusal(404, 'The network knows no such media.');
      if (media.state === 'unavailable') {
        return reply.status(503).send({ error: 'The network does not give it out now.' });
      }
      if (media.state !== 'there') {
        return reply.status(410).send({ error: 'The network no longer has it.' });
      }
      return reply
        .type('application/octet-stream')
        .header('content-length', media.size)
        .send(await shelf.read(media));
    });
    done();
  });
}
