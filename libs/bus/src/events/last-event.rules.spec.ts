import { hasLast } from './last-event.rules';

const published = { id: 'ours', sequence: 7 };

describe('the stream', () => {
  it.each([
    ['has the event in its place', { id: 'ours', sequence: 7 }, true],
    ['has a later event, which was not noted down', { id: 'later', sequence: 9 }, true],
    ['lost all events of the subject', null, false],
    ['lost its end', { id: 'earlier', sequence: 5 }, false],
    ['has another event in that place', { id: 'other', sequence: 7 }, false],
    ['has the event in another place', { id: 'ours', sequence: 9 }, false],
  ])('%s', (_case, found, expected) => {
    expect(hasLast(published, found)).toBe(expected);
  });
});
