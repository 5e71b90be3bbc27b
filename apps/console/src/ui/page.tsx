import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import styles from './page.module.css';

/** Names the page in the title of the window. */
export function useTitle(title: string): void {
  const { product } = useTexts();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}

/** A page with a title, what can be done there, and its content below, which scrolls. */
export function PageFrame({
  title,
  about,
  actions,
  tools,
  children,
  isWide = false,
  isToRead = false,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
  isWide?: boolean;
  /** There may be nothing to press on it: it takes the focus itself, so that a keyboard can scroll it. */
  isToRead?: boolean;
}) {
  useTitle(title);
  return (
    <div className={styles.page} tabIndex={isToRead ? 0 : undefined}>
      <div className={isWide ? styles.wide : styles.column}>
        <header className={styles.header}>
          <div>
            <h1>{title}</h1>
            {about !== undefined && <p className={styles.about}>{about}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
        {tools !== undefined && <div className={styles.tools}>{tools}</div>}
        {children}
      </div>
    </div>
  );
}
