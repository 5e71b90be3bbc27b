import type { ReactNode } from 'react';
import styles from './toggle.module.css';

/** A filter that is on or off. */
export function Toggle({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-pressed={isOn} className={styles.toggle} onClick={() => onChange(!isOn)}>
      {children}
    </button>
  );
}
