import { QueryClient } from '@tanstack/react-query';
import { ApiError, NO_ANSWER } from './call';

/** How often something is asked for again at once that had no answer, or one that says to try again, */
const RETRIES = 2;
/** and how long after these it is asked for again, as long as it is shown: no event tells that the server is back. */
const ASK_AGAIN_MS = 5_000;

/** What was read stays good until an event says otherwise; a page that was away looks again. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (count, error) => count < RETRIES && isTransient(error),
        retryDelay: (count) => 500 * 2 ** count,
        refetchInterval: ({ state: { error } }) => error !== null && isTransient(error) && ASK_AGAIN_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  const notice = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    if (error.status === 401) onSignedOut();
    if (error.code === 'account_mismatch') location.reload();
  };
  client.getQueryCache().config.onError = notice;
  client.getMutationCache().config.onError = notice;
  return client;
}

function isTransient(error: Error): boolean {
  return error instanceof ApiError && (error.code === NO_ANSWER || error.status === 503);
}
