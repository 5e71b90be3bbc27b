/** Prints one record: as JSON for programs, or one member per line for people. */
export function printRecord(record: object, asJson: boolean): void {
  if (asJson) return printJson(record);
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  for (const [name, value] of Object.entries(record)) console.log(`${name.padEnd(width)}  ${format(value)}`);
}

/** Prints records: as JSON for programs, or as a table for people. */
export function printTable(rows: object[], columns: string[], asJson: boolean): void {
  if (asJson) return printJson(rows);
  if (rows.length === 0) return console.log('None.');
  const cells = [columns, ...rows.map((row) => columns.map((column) => format(memberOf(row, column))))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)));
  for (const line of cells) {
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    );
  }
}

function memberOf(row: object, column: string): unknown {
  return (row as Record<string, unknown>)[column];
}

function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

function format(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.join(',') || '(empty)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
