/** What a client resumes from, at any gateway. */
export interface Cursor {
  /** Names the stream: its places mean nothing in another one. */
  readonly incarnation: string;
  readonly sequence: number;
  /** When the stream stored the event there, or knew of no further one; epoch milliseconds. */
  readonly atMs: number;
}

const BASE = 36;
const FORM = /^([0-9a-z]{1,20})\.([0-9a-z]{1,11})\.([0-9a-z]{1,9})$/;

export function printCursor({ incarnation, sequence, atMs }: Cursor): string {
  return [incarnation, sequence.toString(BASE), atMs.toString(BASE)].join('.');
}

/** @returns null for what no gateway printed. */
export function readCursor(text: string): Cursor | null {
  const [, incarnation, sequence, at] = FORM.exec(text) ?? [];
  if (incarnation === undefined) return null;
  const place = { sequence: parseInt(sequence!, BASE), atMs: parseInt(at!, BASE) };
  return Object.values(place).every(Number.isSafeInteger) ? { incarnation, ...place } : null;
}

/** Returns the name of a stream in cursors. @param created when it was created, as NATS says. */
export function incarnationOf(created: string): string {
  return Date.parse(created).toString(BASE);
}
