/** What shows that a session lives: what came from the network or was taken by it, and that its connection stands. */
export interface SignsOfLife {
  trafficAt: Date | null;
  heartbeatAt: Date | null;
}

/** So often at most for a session with traffic, and for one that is idle: each report is a row written elsewhere. */
const TRAFFIC_REPORT_MS = 5_000;
const IDLE_REPORT_MS = 30_000;

/** Whether the signs of life of a session are to be reported (again). */
export function isReportDue(
  { trafficAt }: SignsOfLife,
  reportedAt: number | undefined,
  now: number,
): boolean {
  if (reportedAt === undefined) return true;
  const hadTraffic = trafficAt !== null && trafficAt.getTime() > reportedAt;
  return now - reportedAt >= (hadTraffic ? TRAFFIC_REPORT_MS : IDLE_REPORT_MS);
}

/** The latest of them; null when there was none. */
export function lastSeen({ trafficAt, heartbeatAt }: SignsOfLife): Date | null {
  return (trafficAt ?? 0) > (heartbeatAt ?? 0) ? trafficAt : heartbeatAt;
}
