import { windowOfPeople, windowOfPerson } from './windows.rules';

describe('the windows of people', () => {
  it('differ from those of accounts and from each other', () => {
    const ids = [1, 2, 3, 4, 5];
    const windows = [...ids, ...ids.map(windowOfPerson), ...ids.map(windowOfPeople)];
    expect(new Set(windows).size).toBe(15);
    expect(windows.slice(5).every((window) => window < 0)).toBe(true);
  });
});
