import type { ReactNode } from 'react';
import styles from './card.module.css';

export const formClass = styles.form!;
export const quietClass = styles.quiet!;
export const rowClass = styles.row!;

/** Records, each with what can be done with it. */
export function Cards({ children }: { children: ReactNode }) {
  return <ul className={styles.cards}>{children}</ul>;
}

interface CardProps {
  /** Whatever somebody wrote, which keeps its own direction; or a link of it. */
  name: ReactNode;
  /** In small letters below the name. */
  under?: ReactNode;
  picture?: ReactNode;
  /** Badges and a menu, at the end of the line. */
  beside?: ReactNode;
  children?: ReactNode;
  level?: 2 | 3;
}

export function Card({ name, under, picture, beside, children, level = 2 }: CardProps) {
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        {picture}
        <div className={styles.names}>
          <Name className={styles.name}>
            <bdi>{name}</bdi>
          </Name>
          {under !== undefined && <p className={styles.under}>{under}</p>}
        </div>
        {beside !== undefined && <div className={styles.beside}>{beside}</div>}
      </div>
      {children}
    </li>
  );
}

export function Badge({ tone, children }: { tone?: 'good' | 'wait' | 'bad'; children: ReactNode }) {
  return <span className={tone ? `${styles.badge} ${styles[tone]}` : styles.badge}>{children}</span>;
}

/** A part of a page on a ground of its own. */
export function Panel({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className={styles.card}>
      <div>
        <h2>{title}</h2>
        {about !== undefined && <p className={styles.quiet}>{about}</p>}
      </div>
      {children}
    </section>
  );
}

/** A part of a page with records in it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
