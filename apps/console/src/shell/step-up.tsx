import { lazy, Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../api/call';
import { ProofContext, type Proof } from '../api/proof';
import { part } from '../loading/part';

const Question = lazy(part(() => import('./step-up-question')));

/** Asks the person to prove who they are where the API wants it, and then does what they wanted. */
export function StepUp({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isProven: boolean) => void>(() => undefined);
  const proof = useMemo<Proof>(
    () => ({
      proven: async (act) => {
        try {
          return await act();
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'step_up_required') throw error;
        }
        const isProven = await new Promise<boolean>((resolve) => {
          answer.current = resolve;
          setAsking(true);
        });
        if (!isProven) throw new ApiError(0, 'cancelled', '');
        return act();
      },
    }),
    [],
  );
  const close = useCallback((isProven: boolean) => {
    setAsking(false);
    answer.current(isProven);
  }, []);
  return (
    <ProofContext.Provider value={proof}>
      {children}
      <Suspense>{isAsking && <Question onClose={close} />}</Suspense>
    </ProofContext.Provider>
  );
}
