import { operation } from '..';
import { ErasedPersonTraces, ErasePersonTraces, PendingSince, PendingWork } from './person-traces.dto';

/** Returns the operations by which a service erases a person from the documents that it stores temporarily. */
export function personTraceOperations(service: string) {
  return {
    /** Returns whether anything that arrived before that moment has not yet become rows or published events. */
    pending: operation({
      subject: `rpc.${service}.person-traces.pending`,
      effect: 'read',
      body: PendingSince,
      output: PendingWork,
    }),
    /** Erases one batch. Idempotent. */
    erase: operation({
      subject: `rpc.${service}.person-traces.erase`,
      effect: 'write',
      body: ErasePersonTraces,
      output: ErasedPersonTraces,
      timeoutMs: 25_000,
    }),
  };
}
