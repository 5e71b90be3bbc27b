import { isReportDue, lastSeen } from './signs-of-life.rules';

const now = Date.parse('2026-01-31T10:20:30.000Z');
const ago = (ms: number) => new Date(now - ms);

describe('isReportDue', () => {
  it.each([
    ['that was never reported', undefined, null, true],
    ['that was reported just now', 1_000, null, false],
    ['that had traffic since, just now', 1_000, 500, false],
    ['that had traffic since, a while ago', 6_000, 5_500, true],
    ['that had traffic before', 6_000, 7_000, false],
    ['that is idle', 29_000, null, false],
    ['that has been idle for long', 30_000, null, true],
  ])('is decided for a session %s', (_, reportedMsAgo, trafficMsAgo, expected) => {
    const signs = { trafficAt: trafficMsAgo === null ? null : ago(trafficMsAgo), heartbeatAt: ago(0) };
    const reportedAt = reportedMsAgo === undefined ? undefined : now - reportedMsAgo;
    expect(isReportDue(signs, reportedAt, now)).toBe(expected);
  });
});

describe('lastSeen', () => {
  it.each([
    [null, null, null],
    [ago(5), null, ago(5)],
    [null, ago(5), ago(5)],
    [ago(5), ago(9), ago(5)],
    [ago(9), ago(5), ago(5)],
  ])('is the latest of traffic %p and heartbeat %p', (trafficAt, heartbeatAt, expected) => {
    expect(lastSeen({ trafficAt, heartbeatAt })).toEqual(expected);
  });
});
