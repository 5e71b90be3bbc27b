import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { part } from '../loading/part';
import { readRequestFilters } from '../requests/requests.rules';
import { readAuditFilters } from '../audit/audit.rules';
import { readUsageFilters } from '../usage/usage.rules';
import { readInstallationView } from '../installation/view.rules';
import { rootRoute } from './root-route';

const people = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(
    part(() => import('../people/people-page')),
    'PeoplePage',
  ),
});

const apps = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps',
  component: lazyRouteComponent(
    part(() => import('../apps/apps-page')),
    'AppsPage',
  ),
});

const grants = createRoute({
  getParentRoute: () => rootRoute,
  path: '/grants',
  component: lazyRouteComponent(
    part(() => import('../grants/grants-page')),
    'GrantsPage',
  ),
});

const assets = createRoute({
  getParentRoute: () => rootRoute,
  path: '/saved',
  component: lazyRouteComponent(
    part(() => import('../assets/assets-page')),
    'AssetsPage',
  ),
});

const requests = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: readRequestFilters,
  component: lazyRouteComponent(
    part(() => import('../requests/requests-page')),
    'RequestsPage',
  ),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(
    part(() => import('../audit/audit-page')),
    'AuditPage',
  ),
});

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(
    part(() => import('../account/account-page')),
    'AccountPage',
  ),
});

const usage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  validateSearch: readUsageFilters,
  component: lazyRouteComponent(
    part(() => import('../usage/usage-page')),
    'UsagePage',
  ),
});

const installation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installation',
  validateSearch: readInstallationView,
  component: lazyRouteComponent(
    part(() => import('../installation/installation-page')),
    'InstallationPage',
  ),
});

/** The pages on which an account, its people and its programs are managed. */
export const administration = [
  people,
  apps,
  grants,
  assets,
  requests,
  audit,
  account,
  usage,
  installation,
] as const;
