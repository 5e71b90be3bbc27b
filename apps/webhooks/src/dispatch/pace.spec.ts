import { Pace } from './pace';

/** Reports successes of as many concurrent requests as the limit permits. @returns the new limit. */
function roundTrip(pace: Pace, { durationMs = 50, nowMs = 0 } = {}): number {
  const limit = pace.limitOf(1, nowMs);
  for (let inFlight = limit; inFlight > 0; inFlight -= 1)
    pace.noteSuccess(1, { inFlight, durationMs, nowMs });
  return pace.limitOf(1, nowMs);
}

describe('Pace', () => {
  it('starts low and grows with each round trip, up to 128', () => {
    const pace = new Pace();
    const limits = Array.from({ length: 12 }, () => roundTrip(pace));
    expect(pace.limitOf(2, 0)).toBe(4);
    expect(limits[0]).toBeLessThanOrEqual(8);
    expect(limits).toEqual(limits.toSorted((a, b) => a - b));
    expect(limits.at(-1)).toBe(128);
  });

  it('grows only while the limit is used', () => {
    const pace = new Pace();
    for (let count = 0; count < 100; count += 1)
      pace.noteSuccess(1, { inFlight: 1, durationMs: 50, nowMs: 0 });
    expect(pace.limitOf(1, 0)).toBe(4);
  });

  it('does not grow while responses take far longer than the fastest one', () => {
    const pace = new Pace();
    const limit = roundTrip(pace);
    expect(roundTrip(pace, { durationMs: 156 })).toBe(limit);
    expect(roundTrip(pace, { durationMs: 155 })).toBeGreaterThan(limit);
  });

  it('grows again after 10 s without a response as fast, since the endpoint has become slower', () => {
    const pace = new Pace();
    const limit = roundTrip(pace);
    expect(roundTrip(pace, { durationMs: 500, nowMs: 10_000 })).toBe(limit);
    expect(roundTrip(pace, { durationMs: 500, nowMs: 10_001 })).toBeGreaterThan(limit);
  });

  it('halves with each failure, down to one, and grows again from there', () => {
    const pace = new Pace();
    for (let count = 0; count < 12; count += 1) roundTrip(pace);
    pace.noteFailure(1);
    expect(pace.limitOf(1, 0)).toBe(64);
    for (let count = 0; count < 10; count += 1) pace.noteFailure(1);
    expect(pace.limitOf(1, 0)).toBe(1);
    expect(roundTrip(pace)).toBe(2);
  });

  it('is one for ten minutes after an excessive exchange, and grows from there', () => {
    const pace = new Pace();
    for (let count = 0; count < 12; count += 1) roundTrip(pace);
    pace.noteExcess(1, 0);
    pace.noteExcess(1, 5_000);
    for (let count = 0; count < 12; count += 1) roundTrip(pace, { nowMs: 6_000 });
    expect([pace.limitOf(1, 604_999), pace.limitOf(2, 604_999)]).toEqual([1, 4]);
    expect(pace.limitOf(1, 605_000)).toBe(3);
  });

  it('evicts the endpoint that changed least recently', () => {
    const pace = new Pace();
    pace.noteFailure(1);
    for (let id = 2; id <= 10_001; id += 1) pace.noteFailure(id);
    expect(pace.limitOf(1, 0)).toBe(4);
    expect(pace.limitOf(2, 0)).toBe(2);
  });
});
