import { createContext, useContext } from 'react';

export interface Proof {
  /**
   * Does something for which the person may have to prove who they are, and asks them then.
   * @throws ApiError `cancelled` if they do not.
   */
  readonly proven: <T>(act: () => Promise<T>) => Promise<T>;
}

export const ProofContext = createContext<Proof>({ proven: (act) => act() });

export const useProof = (): Proof => useContext(ProofContext);
