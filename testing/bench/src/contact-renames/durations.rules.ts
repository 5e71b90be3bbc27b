/**
 * Returns the milliseconds that Postgres logged for each statement with this beginning (`log_min_duration_statement`).
 */
export function durationsOf(log: string, beginning: string): number[] {
  const words = beginning.trim().split(/\s+/).map(escape).join('\\s+');
  const pattern = new RegExp(`duration: ([\\d.]+) ms {2}execute \\S+: \\s*${words}`, 'g');
  return [...log.matchAll(pattern)].map(([, duration]) => Number(duration));
}

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
