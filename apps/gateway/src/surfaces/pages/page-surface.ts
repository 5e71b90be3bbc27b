import type { FastifyInstance } from 'fastify';
import type { AppError } from '@chat/errors';
import { acceptForms, type Failure, type Surface } from '@chat/http-edge';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import type { Admission } from '../../edge/admission';
import { failurePage } from './failure-page';
import { PAGE_TYPE, pageHeaders, printPage } from './page';

/** Pages below one prefix. Failures are shown as pages, and bodies are forms. */
export function pageSurface(
  prefix: string,
  admission: Admission,
  limits: HostedLimits,
  addRoutes: (app: FastifyInstance) => void,
): Surface {
  return {
    prefix,
    formatFailure,
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

function formatFailure(error: AppError, requestId: string): Failure {
  return { contentType: PAGE_TYPE, headers: pageHeaders, body: printPage(failurePage(error, requestId)) };
}
