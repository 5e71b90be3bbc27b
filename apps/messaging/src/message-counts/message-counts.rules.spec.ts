import type { AppError } from '@chat/errors';
import { readRange } from './message-counts.rules';

const NOW = new Date('2026-03-01T10:20:00Z');

describe('the range of counts', () => {
  it('is thirty days, by direction and status, unless asked otherwise', () => {
    expect(readRange({}, NOW)).toEqual({
      granularity: 'day',
      from: new Date('2026-01-30T00:00:00Z'),
      to: NOW,
      groupBy: ['direction', 'status'],
    });
  });

  it('begins with the hour or day that contains its first moment', () => {
    const since = '2026-02-28T23:30:00+02:00';
    expect(readRange({ granularity: 'hour', since }, NOW).from).toEqual(new Date('2026-02-28T21:00:00Z'));
    expect(readRange({ granularity: 'day', since }, NOW).from).toEqual(new Date('2026-02-28T00:00:00Z'));
  });

  it.each([
    ['more than 31 days of hours', { granularity: 'hour' as const, since: '2026-01-01T00:00:00Z' }, 'since'],
    ['more than 400 days', { since: '2024-01-01T00:00:00Z' }, 'since'],
    ['an end before its beginning', { since: '2026-04-01T00:00:00Z' }, 'since'],
    ['an unknown dimension', { group_by: 'status,phone' }, 'group_by'],
    ['no dimension', { group_by: 'status,' }, 'group_by'],
  ])('refuses %s', (_, query, member) => {
    const refused = () => {
      try {
        return readRange(query, NOW);
      } catch (error) {
        return (error as AppError).details.errors;
      }
    };
    expect(refused()).toEqual({ [member]: [expect.any(String)] });
  });
});
