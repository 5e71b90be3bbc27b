import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readSignUpReturn } from '../channels/sign-up.rules';
import { readSearch } from '../contacts/search.rules';
import { readInboxFilters } from '../inbox/filters.rules';
import { readTicketView } from '../tickets/filters.rules';
import { Skeleton } from '../ui/states';
import { basePath } from '../api/addresses';
import { part } from '../loading/part';
import { Crashed, LostPage } from './lost';
import { Shell } from './shell';

const root = createRootRoute({ component: Shell, notFoundComponent: LostPage, errorComponent: Crashed });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The router's way.
    throw redirect({ to: '/inbox', replace: true });
  },
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: readInboxFilters,
  component: lazyRouteComponent(
    part(() => import('../inbox/inbox-page')),
    'InboxPage',
  ),
});

const conversation = createRoute({ getParentRoute: () => inbox, path: '$conversation' });

const channels = createRoute({
  getParentRoute: () => root,
  path: '/channels',
  validateSearch: readSignUpReturn,
  component: lazyRouteComponent(
    part(() => import('../channels/channels-page')),
    'ChannelsPage',
  ),
});

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: readSearch,
  component: lazyRouteComponent(
    part(() => import('../contacts/contacts-page')),
    'ContactsPage',
  ),
});

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contacts/$contact',
  component: lazyRouteComponent(
    part(() => import('../contacts/contact-page')),
    'ContactPage',
  ),
});

const tickets = createRoute({
  getParentRoute: () => root,
  path: '/tickets',
  validateSearch: readTicketView,
  component: lazyRouteComponent(
    part(() => import('../tickets/tickets-page')),
    'TicketsPage',
  ),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(
    part(() => import('../keys/keys-page')),
    'KeysPage',
  ),
});

const me = createRoute({
  getParentRoute: () => root,
  path: '/me',
  component: lazyRouteComponent(
    part(() => import('../me/me-page')),
    'MePage',
  ),
});

const tree = root.addChildren([
  start,
  inbox.addChildren([conversation]),
  contacts,
  contact,
  tickets,
  channels,
  keys,
  me,
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
