/** How many lines stand in the log in each minute; the rest are counted. */
const LINES_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/**
 * For lines that unauthenticated clients can cause without limit: the first of each minute are written, the rest are
 * counted by kind and summarized in one line at the end of the minute.
 */
export class SampledLog {
  private written = 0;
  private readonly unwritten = new Map<string, number>();
  private minute: NodeJS.Timeout | undefined;

  /** @param writeCounts writes how many lines of each kind were left out. */
  constructor(
    private readonly writeCounts: (counts: Record<string, number>) => void,
    private readonly linesAMinute = LINES_A_MINUTE,
  ) {}

  /** @param kind what the line is counted by when it is not written. */
  write(kind: string, line: () => void): void {
    this.minute ??= setTimeout(() => this.flush(), MINUTE_MS).unref();
    if (this.written < this.linesAMinute) {
      this.written += 1;
      line();
    } else {
      this.unwritten.set(kind, (this.unwritten.get(kind) ?? 0) + 1);
    }
  }

  /** Ends the minute now. */
  flush(): void {
    clearTimeout(this.minute);
    this.minute = undefined;
    this.written = 0;
    if (this.unwritten.size === 0) return;
    this.writeCounts(Object.fromEntries(this.unwritten));
    this.unwritten.clear();
  }
}
