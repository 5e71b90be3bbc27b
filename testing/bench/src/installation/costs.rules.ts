/** The usage of each name between two readings, per request. A name that was missing before counts as zero. */
export function perRequest(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  requests: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value - (before[name] ?? 0)) / requests]),
  );
}
