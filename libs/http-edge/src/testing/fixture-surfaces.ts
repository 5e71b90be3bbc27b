import { once } from 'node:events';
import type { AppError } from '@chat/errors';
import { acceptJsonOnly, type AuthenticationGate, type Surface } from '..';

/** More than the socket buffers of both ends hold. */
export const LARGE_BYTES = 24 * 1024 * 1024;

const plain = (error: AppError) => ({
  contentType: 'text/plain',
  body: `plain ${error.code}: ${error.message}`,
});

const json = (error: AppError, requestId: string) => ({
  contentType: 'application/json',
  body: JSON.stringify({ json: error.toBody(), requestId }),
});

/** Owns all other paths, and accepts no bodies. */
export const plainSurface: Surface = {
  prefix: '',
  formatFailure: plain,
  addRoutes: (app) => void app.get('/plain', () => ({})),
};

/** Records of the fixture's routes. */
export class Witness {
  /** The ends of the answers of `GET /json/large`. */
  readonly largeAnswers: Promise<unknown>[] = [];
  /** The ends of the uploads that were read. */
  readonly uploads: Promise<unknown>[] = [];
  /** Lets `POST /json/held` begin to read; null until it was asked. */
  release: (() => void) | null = null;
}

/** Authenticates requests whose body says so. */
export function signedSurface(gate: AuthenticationGate): Surface {
  return {
    prefix: '/signed',
    formatFailure: plain,
    addRoutes: (app) => {
      acceptJsonOnly(app);
      app.post('', (request, reply) => {
        if (String(request.body) !== '"signed"') return reply.code(403).send('unsigned');
        gate.authenticated(request.raw, reply.raw);
        return 'taken';
      });
    },
  };
}

/** JSON bodies whole, and uploads that are read as they come. */
export function jsonSurface(witness: Witness): Surface {
  return {
    prefix: '/json',
    formatFailure: json,
    addRoutes: (app) => {
      acceptJsonOnly(app);
      app.addContentTypeParser('application/upload', (_, payload, done) => done(null, payload));
      const bodyDeadlines = { 'application/upload': { atLeastBytes: 10, everyMs: 400 } };
      const count = async (stream: AsyncIterable<Buffer>) => {
        let bytes = 0;
        for await (const chunk of stream) bytes += chunk.length;
        return { bytes };
      };
      app.post('/echo', (request) => ({ bytes: (request.body as Buffer).length }));
      app.post(
        '/refuse',
        { onRequest: (_, reply) => void reply.code(401).send({ refused: true }) },
        () => null,
      );
      app.post('/upload', { config: { bodyDeadlines } }, ({ body }) => {
        const upload = count(body as AsyncIterable<Buffer>);
        witness.uploads.push(upload);
        return upload;
      });
      app.post('/held', { config: { bodyDeadlines } }, async ({ body }) => {
        await new Promise<void>((resolve) => (witness.release = resolve));
        return count(body as AsyncIterable<Buffer>);
      });
      app.get('/large', (_, reply) => {
        witness.largeAnswers.push(once(reply.raw, 'close'));
        return reply.send(Buffer.alloc(LARGE_BYTES));
      });
      app.get('/fault', () => {
        throw new Error('a fault of ours');
      });
      app.get('/things/:id', () => ({}));
      app.get('/probe', { config: { isLogged: false } }, () => ({}));
    },
  };
}
