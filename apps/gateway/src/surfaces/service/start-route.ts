import type { FastifyInstance } from 'fastify';
import { AppError } from '@chat/errors';
import { readMethods } from '@chat/http-edge';
import { wantsPage } from './wants-page.rules';

/** `GET /` leads browsers to the console or, without one, to the documentation. Programs have nothing there. */
export function addStartRoute(app: FastifyInstance, start: string): void {
  app.route({
    method: readMethods,
    url: '/',
    config: { isLogged: false },
    handler: (request, reply) => {
      if (!wantsPage(request.headers.accept)) throw new AppError('not_found');
      return reply
        .code(303)
        .headers({ 'cache-control': 'no-store', vary: 'accept', 'x-request-id': request.id })
        .header('location', start)
        .send();
    },
  });
}
