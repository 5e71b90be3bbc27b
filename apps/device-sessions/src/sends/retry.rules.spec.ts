import { pauseBeforeRetry } from './retry.rules';

describe('the pause before a message is handed over again', () => {
  it.each([
    [1, 250],
    [2, 750],
    [3, 1_500],
    [4, null],
  ])('after refusal %d is %p ms', (refused, pauseMs) => {
    expect(pauseBeforeRetry({ refused, msLeft: 20_000, random: 0.5 })).toBe(pauseMs);
  });

  it.each([
    [0, 200],
    [1, 300],
  ])('varies by a fifth: random %d gives %d ms', (random, pauseMs) => {
    expect(pauseBeforeRetry({ refused: 1, msLeft: 20_000, random })).toBe(pauseMs);
  });

  it.each([
    [750, 250],
    [749, null],
    [0, null],
    [-1, null],
  ])('leaves time for an answer before the deadline: %d ms left give %p', (msLeft, pauseMs) => {
    expect(pauseBeforeRetry({ refused: 1, msLeft, random: 0.5 })).toBe(pauseMs);
  });
});
