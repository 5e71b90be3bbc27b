/**
 * Where the log goes: the lines of one turn of the event loop are written together, since a busy gateway spends a tenth
 * of its time on writes of one line each. A process that ends writes what is left; one that is killed loses the lines of
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

  /** Writes now; pino calls it for a fatal line. */
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
