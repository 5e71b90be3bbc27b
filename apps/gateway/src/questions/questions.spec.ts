import { AppError } from '@chat/errors';
import { inTime, orUnavailable } from './questions';

describe('a database query', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('returns service_unavailable if it fails', async () => {
    const error = new Error('away');
    await expect(orUnavailable(Promise.reject(error))).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: error,
    });
  });

  it('passes results and AppErrors through', async () => {
    const refusal = new AppError('rate_limit_exceeded');
    expect(await orUnavailable(inTime(Promise.resolve(7)))).toBe(7);
    await expect(orUnavailable(inTime(Promise.reject(refusal)))).rejects.toBe(refusal);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails after ten seconds without an answer', async () => {
    const outcome = inTime(new Promise(() => undefined)).catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('Postgres did not answer in time.');
  });
});
