import { useRef } from 'react';
import { dataOf } from '../api/call';

/** The network shows it for longer; more often would be dropped. */
const PAUSE_MS = 5_000;

/** Lets the customer see that somebody types. It is a courtesy: whoever types does not learn that it failed. */
export function useTyping(conversationId: number): () => void {
  const shownAt = useRef(-Infinity);
  return () => {
    const now = performance.now();
    if (now - shownAt.current < PAUSE_MS) return;
    shownAt.current = now;
    void dataOf('POST', `conversations/${conversationId}/typing`).catch(() => undefined);
  };
}
