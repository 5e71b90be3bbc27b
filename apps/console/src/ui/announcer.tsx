import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import styles from './announcer.module.css';

const Context = createContext<(text: string) => void>(() => undefined);

/** How long a sentence stays. */
const SHOWN_MS = 5_000;

/** One line for what has just happened, which is seen and read out. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string } | null>(null);
  const say = useCallback((text: string) => setSaid({ text }), []);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <Context.Provider value={say}>
      {children}
      <div role="status" className={styles.line}>
        {said !== null && <p className={styles.said}>{said.text}</p>}
      </div>
    </Context.Provider>
  );
}

export const useAnnounce = (): ((text: string) => void) => useContext(Context);
