import { briefly } from './briefly';

describe('a question that is asked at most once a second', () => {
  const ask = jest.fn<Promise<string>, []>();
  let answer: () => Promise<string>;

  beforeEach(() => {
    jest.useFakeTimers();
    ask.mockReset().mockResolvedValue('yes');
    answer = briefly(ask);
  });

  afterEach(() => jest.useRealTimers());

  it('has one answer for all who ask together, however long it takes', async () => {
    let give = (_: string) => undefined as void;
    ask.mockReturnValue(new Promise((resolve) => (give = resolve)));
    const first = answer();
    await jest.advanceTimersByTimeAsync(5_000);
    const second = answer();
    give('late');
    expect(await Promise.all([first, second])).toEqual(['late', 'late']);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked again after that second', async () => {
    await answer();
    jest.advanceTimersByTime(999);
    await answer();
    expect(ask).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    await answer();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('keeps a failure as long as an answer', async () => {
    ask.mockRejectedValue(new Error('away'));
    await expect(answer()).rejects.toThrow('away');
    await expect(answer()).rejects.toThrow('away');
    jest.advanceTimersByTime(1_000);
    ask.mockResolvedValue('back');
    expect(await answer()).toBe('back');
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
