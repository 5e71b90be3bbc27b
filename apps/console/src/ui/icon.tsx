import styles from './icon.module.css';

/** Drawn in the manner of Lucide (ISC): 24 units, lines of 2. */
const paths = {
  inbox: 'M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-8l-5 4v-4H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z',
  contacts: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8a8 8 0 0 1 16 0',
  tickets: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4V6Zm10 0v2m0 3v2m0 3v2',
  channels: 'M8 2h8a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1Zm3 16h2',
  cloud: 'M7 19a5 5 0 0 1-.6-9.96A6 6 0 0 1 18 10.1 4.5 4.5 0 0 1 17.5 19H7Z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  more: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  checks: 'M2 12.5l4.5 4.5L15 8.5M11 16l1 1 9-9',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2',
  alert: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-13v5m0 3v.01',
  question:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-2.5-11.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8m0 2.5v.01',
  send: 'M4 12 20 4l-5 16-3.5-6.5L4 12Zm7.5 1.5L20 4',
  attach: 'M20 11.5 12 19.5a5 5 0 0 1-7-7L13.5 4a3.5 3.5 0 0 1 5 5L10 17.5a2 2 0 0 1-3-3l7.5-7.5',
  template: 'M5 3h14a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 5h8M8 12h8M8 16h5',
  reply: 'M9 6 3 12l6 6M3 12h11a7 7 0 0 1 7 7',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-4-7c1 1.5 2.5 2 4 2s3-.5 4-2M9 9.5v.01M15 9.5v.01',
  back: 'M15 5l-7 7 7 7',
  down: 'M6 9l6 6 6-6',
  toBottom: 'M12 4v16m-7-7 7 7 7-7',
  file: 'M6 2h8l5 5v14a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1Zm8 0v5h5',
  pin: 'M12 22s7-6.5 7-12a7 7 0 1 0-14 0c0 5.5 7 12 7 12Zm0-9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  star: 'M12 3l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1L12 16.9 6.6 19.8l1.1-6.1L3.2 9.4l6.1-.8L12 3Z',
  cart: 'M3 4h2l2.5 11h10L20 7H6M9 20v.01M16 20v.01',
  forward: 'M15 6l6 6-6 6m6-6H10a7 7 0 0 0-7 7',
  download: 'M12 4v11m-5-4 5 5 5-5M5 20h14',
  spark: 'M12 3v4m0 10v4M3 12h4m10 0h4M6 6l2.5 2.5M15.5 15.5 18 18M18 6l-2.5 2.5M8.5 15.5 6 18',
  mic: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3Zm-7-4a7 7 0 0 0 14 0M12 18v3',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm2.8-6.8L20 3m-4 4 3 3',
  menu: 'M4 6h16M4 12h16M4 18h16',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 9a7 7 0 0 1 14 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18.5 14.3A7 7 0 0 1 22 20',
  apps: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 3h6m-3-3v6',
  shield: 'M12 3l8 3v5c0 5-3.4 8.5-8 10-4.6-1.5-8-5-8-10V6l8-3Zm-3.5 9 2.5 2.5 4.5-5',
  pulse: 'M3 12h4l3-8 4 16 3-8h4',
  history: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4m4 0v4.5l3 2',
  account: 'M4 21V4h10v17m0-12h6v12M3 21h18M8 8h2m-2 4h2m-2 4h2m7-3v.01M17 17v.01',
  chart: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  server: 'M4 4h16v6H4V4Zm0 10h16v6H4v-6Zm4-7v.01M8 17v.01',
  edit: 'M4 20l1-4L16 5l3 3L8 19l-4 1Zm10-13 3 3',
  webhook: 'M4 12h8m-3.5-3.5L12 12l-3.5 3.5M14 5h5a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-5',
  keyboard: 'M3 6h18v12H3V6Zm3 4v.01M10 10v.01M14 10v.01M18 10v.01M8 14h8',
} as const;

export type IconName = keyof typeof paths;

/** Beside a text that says the same: screen readers skip it. `flips`: it points where the text runs. */
export function Icon({ name, size = 20, flips = false }: { name: IconName; size?: number; flips?: boolean }) {
  return (
    <svg
      className={flips ? `${styles.icon} ${styles.flips}` : styles.icon}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** The mark of the product. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M7 4h18a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5h-9l-7.2 5.4A.5.5 0 0 1 8 29v-5H7a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5Zm3 7v2h12v-2H10Zm0 5v2h8v-2h-8Z" />
    </svg>
  );
}
