import { afterCheck, nextCheck } from './token-expiry.rules';

const NOW = new Date('2026-11-27T12:00:00Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 60 * 60 * 1000);
const aMinuteAfter = (moment: Date) => new Date(moment.getTime() + 60_000);

describe('a token', () => {
  it.each([
    ['never expires', null, inHours(24)],
    ['expires in 60 days', inHours(60 * 24), inHours(24)],
    ['is to be renewed', inHours(30 * 24), NOW],
    ['is almost over', inHours(1), NOW],
  ])('that %s is checked when it is new', (_, expiresAt, at) => {
    expect(nextCheck(expiresAt, NOW)).toEqual(at);
  });

  it.each([
    ['never expires', null, inHours(24)],
    ['cannot be renewed', inHours(20 * 24), inHours(24)],
    ['ends before that', inHours(5), aMinuteAfter(inHours(5))],
    ['is over', inHours(-5), inHours(24)],
  ])('that %s is checked again daily, and just after its end', (_, expiresAt, at) => {
    expect(afterCheck(expiresAt, NOW)).toEqual(at);
  });
});
