/** Progress goes to stderr: stdout is the report's. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
