/** How long an answer holds. */
const BRIEFLY_MS = 1_000;

/**
 * Asks a question at most once a second: who asks in between gets the last answer, and who asks while it is being
 * answered waits with the others. A failure is an answer too.
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
