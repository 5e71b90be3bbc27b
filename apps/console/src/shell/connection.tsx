import { useSyncExternalStore } from 'react';
import { useLive } from '../live/live';
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

/** One line above the page if what it shows may be out of date. */
export function Connection() {
  const { state } = useTexts();
  const isLate = useLive();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={styles.connection}>
      {!isOnline ? <p>{state.offline}</p> : isLate && <p>{state.reconnecting}</p>}
    </div>
  );
}
