/** What each name has used between two readings, for each request. Who was not there before had used nothing. */
export function perRequest(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  requests: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value - (before[name] ?? 0)) / requests]),
  );
}
