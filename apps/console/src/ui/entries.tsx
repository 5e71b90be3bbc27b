import type { ReactNode } from 'react';
import rows from './rows.module.css';
import styles from './entries.module.css';

/** Fields beside one another as far as there is room. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <div role="search" className={styles.filters}>
      {children}
    </div>
  );
}

/** What has happened, the newest first. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className={rows.rows}>{children}</ul>;
}

/** A line that opens what else is known. */
export function Entry({
  what,
  beside,
  children,
}: {
  what: ReactNode;
  beside: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <details className={styles.entry}>
        <summary>
          <span className={styles.what}>{what}</span>
          <span className={styles.beside}>{beside}</span>
        </summary>
        <div className={styles.more}>{children}</div>
      </details>
    </li>
  );
}
