import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { meQuery } from '../api/me';
import { part } from '../loading/part';
import { useTexts } from '../texts/texts';
import { Icon, Mark } from '../ui/icon';
import { Failed, Skeleton } from '../ui/states';
import { Connection } from './connection';
import { PersonLink } from './person-link';
import { PlaceList } from './place-list';
import { usePlaces } from './places';
import { useShortcuts } from './shortcuts';
import styles from './shell.module.css';

const ShortcutsList = lazy(part(() => import('./shortcuts-list')));

/** What is around every page: where one can go, who is signed in, and whether the page is up to date. */
export function Shell() {
  const me = useQuery(meQuery);
  // Who is known stays, whatever becomes of a later question: somebody may be writing.
  if (me.data) return <SignedIn />;
  if (me.isError) return <Failed error={me.error} onRetry={() => void me.refetch()} />;
  return <Skeleton rows={1} height="60vh" />;
}

function SignedIn() {
  const { nav } = useTexts();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const seen = usePlaces();
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
        <div className={styles.groups}>
          <PlaceList places={seen} />
        </div>
        <Link
          to="/more"
          className={`${styles.place} ${styles.toAll}`}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon name="menu" />
          <span>{nav.more}</span>
        </Link>
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
