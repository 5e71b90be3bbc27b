import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { ApiError, NO_ANSWER } from './call';
import { createQueryClient } from './query-client';

const away = () => new ApiError(0, NO_ANSWER, 'The server did not answer.');
const SECOND = 1_000;

describe('what a page shows', () => {
  // It repeats nothing where there is no page.
  beforeAll(() => environmentManager.setIsServer(() => false));
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Shows what `read` returns, and returns what ends that. */
  const show = (read: () => Promise<string>) => {
    const client = createQueryClient(() => undefined);
    const observer = new QueryObserver(client, { queryKey: ['conversations'], queryFn: read });
    const stop = observer.subscribe(() => undefined);
    return { client, observer, stop };
  };

  it('is read again once the server is back, however long it was away, without an event', async () => {
    let isBack = false;
    let reads = 0;
    const read = () => {
      reads += 1;
      return isBack ? Promise.resolve('new') : Promise.reject(away());
    };
    const { observer, stop } = show(read);
    await jest.advanceTimersByTimeAsync(120 * SECOND);
    expect(observer.getCurrentResult().status).toBe('error');
    isBack = true;
    await jest.advanceTimersByTimeAsync(10 * SECOND);
    expect(observer.getCurrentResult().data).toBe('new');
    const until = reads;
    await jest.advanceTimersByTimeAsync(120 * SECOND);
    expect(reads).toBe(until);
    stop();
  });

  it('is not asked for again after a refusal', async () => {
    const read = jest.fn(() => Promise.reject(new ApiError(403, 'insufficient_scope', 'No.')));
    const { stop } = show(read);
    await jest.advanceTimersByTimeAsync(120 * SECOND);
    expect(read).toHaveBeenCalledTimes(1);
    stop();
  });
});
