import { useSyncExternalStore } from 'react';
import { useLive } from '../live/live';
import { useOutdated } from '../loading/part';
import { useTexts } from '../texts/texts';
import styles from './shell.module.css';

const subscribe = (onChange: () => void) => {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
};

/** Lines above the page if what it shows, or the page itself, may be out of date. */
export function Connection() {
  const { state } = useTexts();
  const isLate = useLive();
  const isOutdated = useOutdated();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={styles.connection}>
      {isOutdated && (
        <p>
          {state.newVersion}{' '}
          <button type="button" className={styles.reload} onClick={() => location.reload()}>
            {state.reload}
          </button>
        </p>
      )}
      {!isOnline ? <p>{state.offline}</p> : isLate && <p>{state.reconnecting}</p>}
    </div>
  );
}
