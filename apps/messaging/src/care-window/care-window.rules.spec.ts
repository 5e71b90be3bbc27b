import { openedAfter, windowExpiresAt } from './care-window.rules';

const wrote = new Date('2026-01-01T12:00:00Z');

describe('the customer care window', () => {
  it('closes 24 hours after the last message of the contact', () => {
    expect(windowExpiresAt(wrote)).toEqual(new Date('2026-01-02T12:00:00Z'));
    expect(windowExpiresAt(null)).toBeNull();
  });

  it.each([
    ['open right after it', '2026-01-01T12:00:00Z', true],
    ['open a minute before its end', '2026-01-02T11:59:00Z', true],
    ['closed a moment before its end, since a message takes its time', '2026-01-02T11:59:45Z', false],
    ['closed after it', '2026-01-02T12:00:01Z', false],
  ])('is %s', (_, now, isOpen) => {
    expect(wrote > openedAfter(new Date(now))).toBe(isOpen);
  });
});
