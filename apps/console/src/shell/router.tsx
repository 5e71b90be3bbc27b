import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readSignUpReturn } from '../channels/sign-up.rules';
import { readSearch } from '../contacts/search.rules';
import { readInboxFilters } from '../inbox/filters.rules';
import { readTicketView } from '../tickets/filters.rules';
import { Skeleton } from '../ui/states';
import { basePath } from '../api/addresses';
import { part } from '../loading/part';
import { Crashed, LostPage } from './lost';
import { administration } from './administration-routes';
import { rootRoute } from './root-route';
import { templateRoutes } from './template-routes';
import { webhookRoutes } from './webhook-routes';

const start = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router's way.
    throw redirect({ to: '/inbox', replace: true });
  },
});

const inbox = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  validateSearch: readInboxFilters,
  component: lazyRouteComponent(
    part(() => import('../inbox/inbox-page')),
    'InboxPage',
  ),
});

const conversation = createRoute({ getParentRoute: () => inbox, path: '$conversation' });

const channels = createRoute({
  getParentRoute: () => rootRoute,
  path: '/channels',
  validateSearch: readSignUpReturn,
  component: lazyRouteComponent(
    part(() => import('../channels/channels-page')),
    'ChannelsPage',
  ),
});

const contacts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contacts',
  validateSearch: readSearch,
  component: lazyRouteComponent(
    part(() => import('../contacts/contacts-page')),
    'ContactsPage',
  ),
});

const contact = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contacts/$contact',
  component: lazyRouteComponent(
    part(() => import('../contacts/contact-page')),
    'ContactPage',
  ),
});

const tickets = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tickets',
  validateSearch: readTicketView,
  component: lazyRouteComponent(
    part(() => import('../tickets/tickets-page')),
    'TicketsPage',
  ),
});

const keys = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  component: lazyRouteComponent(
    part(() => import('../keys/keys-page')),
    'KeysPage',
  ),
});

const me = createRoute({
  getParentRoute: () => rootRoute,
  path: '/me',
  component: lazyRouteComponent(
    part(() => import('../me/me-page')),
    'MePage',
  ),
});

const more = createRoute({
  getParentRoute: () => rootRoute,
  path: '/more',
  component: lazyRouteComponent(
    part(() => import('./more-page')),
    'MorePage',
  ),
});

const tree = rootRoute.addChildren([
  start,
  inbox.addChildren([conversation]),
  contacts,
  contact,
  tickets,
  channels,
  keys,
  ...administration,
  ...templateRoutes,
  ...webhookRoutes,
  me,
  more,
]);

export function createConsoleRouter() {
  return createRouter({
    routeTree: tree,
    basepath: basePath,
    defaultPreload: 'intent',
    defaultPendingComponent: Skeleton,
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: LostPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
