/** Progress goes to stderr; stdout is for the report. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
