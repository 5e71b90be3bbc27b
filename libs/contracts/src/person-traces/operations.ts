import { operation } from '..';
import { ErasedPersonTraces, ErasePersonTraces, PendingSince, PendingWork } from './person-traces.dto';

/** The operations by which every service erases a person from the documents that it keeps for a while. */
export function personTraceOperations(service: string) {
  return {
    /** Whether something that came in before that moment has not become rows or published events yet. */
    pending: operation({
      subject: `rpc.${service}.person-traces.pending`,
      effect: 'read',
      body: PendingSince,
      output: PendingWork,
    }),
    /** Erases one batch. Safe to repeat. */
    erase: operation({
      subject: `rpc.${service}.person-traces.erase`,
      effect: 'write',
      body: ErasePersonTraces,
      output: ErasedPersonTraces,
      timeoutMs: 25_000,
    }),
  };
}
