import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@chat/errors';
import type { Failure, Surface } from '@chat/http-edge';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import type { Admission } from '../../edge/admission';
import { failurePage } from './failure-page';
import { PAGE_TYPE, pageHeaders, printPage } from './page';

/** Pages below one prefix: their failures are pages too, and their bodies are forms. */
export function pageSurface(
  prefix: string,
  admission: Admission,
  limits: HostedLimits,
  addRoutes: (app: FastifyInstance) => void,
): Surface {
  return {
    prefix,
    wordFailure,
    addRoutes: (app) => {
      acceptForms(app);
      app.addHook('onRequest', (request, reply, done) => {
        reply.headers(pageHeaders);
        limits.countPage(admission.addressOf(request));
        done();
      });
      addRoutes(app);
    },
  };
}

/** What a form holds ends up in URLs, and those have as much room. */
const FORM_LIMIT_BYTES = 16 * 1024;

/** Reads `application/x-www-form-urlencoded`, as browsers send forms, and nothing else. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_, body, done) => done(null, new URLSearchParams(body.toString())),
  );
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('unsupported_media_type', { message: 'Send application/x-www-form-urlencoded.' })),
  );
}

export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function wordFailure(error: AppError, requestId: string): Failure {
  return { contentType: PAGE_TYPE, headers: pageHeaders, body: printPage(failurePage(error, requestId)) };
}
