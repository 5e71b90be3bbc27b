import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column {
  readonly label: string;
  readonly isNumber?: boolean;
}

export interface TableRow {
  readonly id: string;
  /** One for each column; the first names the row. */
  readonly cells: readonly ReactNode[];
}

/** What is compared by rows and columns. It scrolls by itself where it is too wide. */
export function Table({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly Column[];
  rows: readonly TableRow[];
}) {
  const classOf = (index: number) => (columns[index]?.isNumber ? styles.number : undefined);
  return (
    <div role="region" aria-label={label} tabIndex={0} className={styles.scroll}>
      <table className={styles.table}>
        <caption className="unseen">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column.label} scope="col" className={classOf(index)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={index} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={index} className={classOf(index)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
