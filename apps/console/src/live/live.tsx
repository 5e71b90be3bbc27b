import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppliedEvents } from './apply';
import type { LiveState } from './connection';
import { listen } from './tabs';

/** How long a stream may be away before it is worth a word. */
const PATIENCE_MS = 1_500;

/** Keeps the page up to date. @returns whether it is not, and has not been for a while. */
export function useLive(): boolean {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const applied = new AppliedEvents(queries);
    return listen({ onState: setState, onFrame: (frame) => applied.take(frame) });
  }, [queries]);
  useEffect(() => {
    if (state === 'live') {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), PATIENCE_MS * (state === 'late' ? 1 : 4));
    return () => clearTimeout(timer);
  }, [state]);
  return isLate;
}
