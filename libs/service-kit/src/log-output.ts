/**
 * Collects the log lines of one turn of the event loop and writes them together, because a busy gateway would spend a
 * tenth of its time on single-line writes. A process that exits writes the rest; one that is killed loses the lines of
 * its last turn.
 */
export class LogOutput {
  private lines = '';

  /** @param print writes to the standard output. */
  constructor(private readonly print: (lines: string) => void) {}

  write(line: string): void {
    if (this.lines === '') setImmediate(() => this.flushSync());
    this.lines += line;
  }

  /** Writes immediately; pino calls it for a fatal line. */
  flushSync(): void {
    if (this.lines === '') return;
    const { lines } = this;
    this.lines = '';
    this.print(lines);
  }
}

/** The standard output, which all services of the process share. */
export const standardOutput = new LogOutput((lines) => void process.stdout.write(lines));
process.once('exit', () => standardOutput.flushSync());
