import styles from './meter.module.css';

/** From how much on it is shown as a warning. */
const NEARLY_FULL = 90;

/** How much of something is used. The words beside it say the same. */
export function Meter({ percent }: { percent: number }) {
  return (
    <svg className={styles.meter} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={percent} height="1" className={percent >= NEARLY_FULL ? styles.full : undefined} />
    </svg>
  );
}
