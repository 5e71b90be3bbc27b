/** Progress goes to stderr; stdout is for the result. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
