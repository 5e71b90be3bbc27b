/** How long a result is reused. */
const BRIEFLY_MS = 1_000;

/**
 * Calls `ask` at most once a second. Calls in between get the last result, and concurrent calls share a running one.
 * Failures are reused too.
 */
export function briefly<T>(ask: () => Promise<T> | T): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let staleAt = 0;
  return () => {
    if (answer && (staleAt === 0 || performance.now() < staleAt)) return answer;
    staleAt = 0;
    answer = Promise.resolve().then(ask);
    const settle = () => (staleAt = performance.now() + BRIEFLY_MS);
    answer.then(settle, settle);
    return answer;
  };
}
