import { roundUp, type Numbers, type Status } from './usage.rules';
import styles from './usage.module.css';

const WIDTH = 720;
const HEIGHT = 180;
/** Room for the numbers of the axis. */
const AXIS = 64;
/** Room for the upper half of the highest number, and for the days, in the large letters of narrow screens. */
const ABOVE = 16;
const BELOW = 50;

/** Bars side by side for each day. The table beside it has the numbers. */
export function Bars({
  label,
  days,
  numbers,
  shown,
  nameOf,
  format,
}: {
  label: string;
  days: readonly string[];
  numbers: readonly Numbers[];
  shown: readonly Status[];
  nameOf: (day: string) => string;
  format: (value: number) => string;
}) {
  const end = roundUp(Math.max(0, ...numbers.flatMap((one) => shown.map((status) => one[status]))));
  const step = (WIDTH - AXIS) / days.length;
  const bar = Math.max(1, (step * 0.8) / shown.length);
  const heightOf = (value: number) => (value / end) * HEIGHT;
  const named = days.length <= 10 ? 1 : Math.ceil(days.length / 4);
  return (
    <svg
      viewBox={`0 ${-ABOVE} ${WIDTH} ${ABOVE + HEIGHT + BELOW}`}
      role="img"
      aria-label={label}
      direction="ltr"
      className={styles.plot}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            x1={AXIS}
            x2={WIDTH}
            y1={HEIGHT * (1 - share)}
            y2={HEIGHT * (1 - share)}
            className={styles.rule}
          />
          <text
            x={AXIS - 8}
            y={HEIGHT * (1 - share)}
            textAnchor="end"
            dominantBaseline="central"
            className={styles.mark}
          >
            {format(end * share)}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <g key={day}>
          {shown.map((status, place) => {
            const height = heightOf(numbers[index]?.[status] ?? 0);
            return (
              <rect
                key={status}
                x={AXIS + index * step + step * 0.1 + place * bar}
                y={HEIGHT - height}
                width={bar}
                height={height}
                className={styles[status]}
              />
            );
          })}
          {index % named === 0 && (
            <text
              x={AXIS + (index + 0.5) * step}
              y={HEIGHT + 20}
              textAnchor="middle"
              dominantBaseline="hanging"
              className={styles.mark}
            >
              {nameOf(day)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** What the colours of a plot mean. */
export function Legend({ shown, nameOf }: { shown: readonly Status[]; nameOf: (status: Status) => string }) {
  return (
    <ul className={styles.legend}>
      {shown.map((status) => (
        <li key={status}>
          <svg viewBox="0 0 1 1" width="12" height="12" aria-hidden="true">
            <rect width="1" height="1" className={styles[status]} />
          </svg>
          {nameOf(status)}
        </li>
      ))}
    </ul>
  );
}
