import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { FloorSettings } from './settings';

export const CALLBACK_PATH = '/callbacks';

/** Accepts the provider's callbacks: verifies their signatures and discards their content. */
export function takeCallbacks(
  app: FastifyInstance,
  { app_secret, verify_token }: Pick<FloorSettings, 'app_secret' | 'verify_token'>,
): void {
  void app.register((callbacks, _options, done) => {
    callbacks.removeAllContentTypeParsers();
    callbacks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, parsed) =>
      parsed(null, body),
    );

    callbacks.get<{ Querystring: Record<string, string> }>(CALLBACK_PATH, ({ query }, reply) =>
      query['hub.verify_token'] === verify_token ? query['hub.challenge'] : reply.code(403).send(),
    );

    callbacks.post<{ Body: Buffer }>(CALLBACK_PATH, ({ body, headers }, reply) => {
      const signature = `sha256=${createHmac('sha256', app_secret).update(body).digest('hex')}`;
      const given = Buffer.from(String(headers['x-hub-signature-256']));
      const isSigned = given.length === signature.length && timingSafeEqual(given, Buffer.from(signature));
      return isSigned ? reply.send('OK') : reply.code(403).send();
    });
    done();
  });
}
