import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteHandlerMethod } from 'fastify';
import { AppError } from '@chat/errors';
import { StoredDocument } from '../stored-document';

/** Where the build of an image and `npm start` put the packed client. */
export const clientPackage = { file: join(__dirname, '../../../../../libs/client/package/chat-client.tgz') };

/** Serves `GET /docs/chat-client.tgz`: the typed client of this version, for npm, since it is in no registry. */
export function clientRoute(add: (url: string, handler: RouteHandlerMethod) => void): void {
  const stored = new StoredDocument('application/gzip', async () => {
    try {
      return await readFile(clientPackage.file);
    } catch (cause) {
      const message =
        'This installation has not packed the client. npm pack -w libs/client packs it in a checkout.';
      throw new AppError('not_found', { message }, { cause });
    }
  });
  add('/chat-client.tgz', (request, reply) => stored.send(request, reply));
}
