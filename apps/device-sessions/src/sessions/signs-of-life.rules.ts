/** Signs that a session is alive: traffic with the network, and a heartbeat of its open connection. */
export interface SignsOfLife {
  trafficAt: Date | null;
  heartbeatAt: Date | null;
}

/** Minimum intervals between reports, of sessions with traffic and of idle ones: each report writes a row elsewhere. */
const TRAFFIC_REPORT_MS = 5_000;
const IDLE_REPORT_MS = 30_000;

/** Returns whether the signs of life of a session are due to be reported (again). */
export function isReportDue(
  { trafficAt }: SignsOfLife,
  reportedAt: number | undefined,
  now: number,
): boolean {
  if (reportedAt === undefined) return true;
  const hadTraffic = trafficAt !== null && trafficAt.getTime() > reportedAt;
  return now - reportedAt >= (hadTraffic ? TRAFFIC_REPORT_MS : IDLE_REPORT_MS);
}

/** Returns the latest sign of life; null when there was none. */
export function lastSeen({ trafficAt, heartbeatAt }: SignsOfLife): Date | null {
  return (trafficAt ?? 0) > (heartbeatAt ?? 0) ? trafficAt : heartbeatAt;
}
