import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { meQuery, useHasRole, useMay } from '../api/me';
import { part } from '../loading/part';
import { useTexts } from '../texts/texts';
import { Icon, Mark, type IconName } from '../ui/icon';
import { Failed, Skeleton } from '../ui/states';
import { Connection } from './connection';
import { PersonLink } from './person-link';
import { useShortcuts } from './shortcuts';
import styles from './shell.module.css';

const ShortcutsList = lazy(part(() => import('./shortcuts-list')));

/** The places of the console, in their order, each with what one needs to see it. */
export const places = [
  { to: '/inbox', name: 'inbox', icon: 'inbox', scope: 'conversations:read' },
  { to: '/contacts', name: 'contacts', icon: 'contacts', scope: 'contacts:read' },
  { to: '/tickets', name: 'tickets', icon: 'tickets', scope: 'tickets:read' },
  { to: '/channels', name: 'channels', icon: 'channels', scope: 'devices:read' },
  { to: '/keys', name: 'keys', icon: 'key', role: 'developer' },
] as const satisfies readonly ({ to: string; name: string; icon: IconName } & (
  { scope: string } | { role: 'developer' | 'admin' }
))[];

/** What is around every page: where one can go, who is signed in, and whether the page is up to date. */
export function Shell() {
  const me = useQuery(meQuery);
  if (me.isError) return <Failed error={me.error} onRetry={() => void me.refetch()} />;
  if (!me.data) return <Skeleton rows={1} height="60vh" />;
  return <SignedIn />;
}

function SignedIn() {
  const { nav } = useTexts();
  const may = useMay();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hasRole = useHasRole();
  const seen = places.filter((place) => ('scope' in place ? may(place.scope) : hasRole(place.role)));
  useShortcuts(seen, () => setHelpOpen(true));
  // A thread on a phone has the whole screen.
  const isInThread = useRouterState({ select: ({ location }) => /\/inbox\/\d+/.test(location.pathname) });
  return (
    <div className={isInThread ? `${styles.shell} ${styles.inThread}` : styles.shell}>
      <button type="button" className={styles.skip} onClick={focusContent}>
        {nav.skip}
      </button>
      <nav aria-label={nav.main} className={styles.nav}>
        <p className={styles.brand}>
          <Mark />
          <span>Chat API</span>
        </p>
        <ul className={styles.places}>
          {seen.map(({ to, name, icon }) => (
            <li key={to}>
              <Link to={to} className={styles.place} activeProps={{ 'aria-current': 'page' }}>
                <Icon name={icon} />
                <span>{nav[name]}</span>
              </Link>
            </li>
          ))}
        </ul>
        <PersonLink />
      </nav>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Connection />
        <div className={styles.page}>
          <Outlet />
        </div>
      </main>
      <Suspense>{isHelpOpen && <ShortcutsList places={seen} onClose={() => setHelpOpen(false)} />}</Suspense>
    </div>
  );
}

/** A link to `#content` would be one to the base of the page. */
function focusContent(): void {
  document.getElementById('content')?.focus();
}
