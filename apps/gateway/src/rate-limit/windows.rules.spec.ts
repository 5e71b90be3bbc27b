import { windowOfAgent, windowOfPeople, windowOfPerson } from './windows.rules';

describe('the windows of people and agents', () => {
  it('differ from those of accounts and from each other', () => {
    const ids = [1, 2, 3, 4, 5];
    const windows = [
      ...ids,
      ...ids.map(windowOfPerson),
      ...ids.map(windowOfPeople),
      ...ids.map(windowOfAgent),
    ];
    expect(new Set(windows).size).toBe(20);
    expect(windows.every(Number.isSafeInteger)).toBe(true);
    expect(windows.slice(5).every((window) => window < 0)).toBe(true);
  });
});
