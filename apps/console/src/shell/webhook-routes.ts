import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { part } from '../loading/part';
import { rootRoute } from './root-route';
import { readLogView } from '../webhooks/filters.rules';

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(
    part(() => import('../webhooks/webhooks-page')),
    'WebhooksPage',
  ),
});

const signatures = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/verify',
  component: lazyRouteComponent(
    part(() => import('../webhooks/verify-page')),
    'VerifyPage',
  ),
});

const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$webhook',
  validateSearch: readLogView,
  component: lazyRouteComponent(
    part(() => import('../webhooks/endpoint-page')),
    'EndpointPage',
  ),
});

/** Endpoints, what was delivered to them, and the check of a signature. */
export const webhookRoutes = [webhooks, signatures, webhook] as const;
