import type { Surface } from '@chat/http-edge';
import type { ReadinessChecks } from '@chat/service-kit';
import type { Admission } from '../../edge/admission';
import type { HostedLimits } from '../../rate-limit/hosted-limits';
import { formatFailure } from '../v1/envelope';
import { addHealthRoutes } from './health-routes';
import { addOpenApiRoute } from './openapi-route';
import { addStartRoute } from './start-route';

/** The gateway's own routes, and every path that no other surface owns. */
export function serviceSurface(
  admission: Admission,
  limits: HostedLimits,
  checks: ReadinessChecks,
  { baseUrl, start }: { baseUrl: string | undefined; start: string },
): Surface {
  return {
    prefix: '',
    formatFailure,
    addRoutes: (app) => {
      addStartRoute(app, start);
      addHealthRoutes(app, checks);
      addOpenApiRoute(app, admission, limits, baseUrl);
    },
  };
}
