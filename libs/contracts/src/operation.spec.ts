import { DEFAULT_TIMEOUT_MS, waitMsOf } from './operation';
import { FETCH_TIMEOUT_MS } from './upload';

describe('the timeout of a caller', () => {
  it.each([
    ['nothing else is said', {}, {}, DEFAULT_TIMEOUT_MS],
    ['the operation says how long', { timeoutMs: 30_000 }, {}, 30_000],
    [
      'a file is to be fetched',
      { timeoutMs: 30_000, fetches: ['url'] },
      { url: 'x' },
      30_000 + FETCH_TIMEOUT_MS,
    ],
    ['no file is to be fetched', { timeoutMs: 30_000, fetches: ['url'] }, { text: 'x' }, 30_000],
    ['there is no body', { fetches: ['url'] }, undefined, DEFAULT_TIMEOUT_MS],
  ])('is correct if %s', (_, operation, body, ms) => {
    expect(waitMsOf(operation, body)).toBe(ms);
  });
});
