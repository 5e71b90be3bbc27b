import { operation } from '..';
import { DeadLetterList, DeadLetterRef, DeadLetterResult, ListDeadLetters, Replay } from './dead-letter.dto';

/** The operations by which every service answers for the events that it gave up. */
export function deadLetterOperations(service: string) {
  return {
    list: operation({
      subject: `rpc.${service}.dead-letter.list`,
      effect: 'read',
      body: ListDeadLetters,
      output: DeadLetterList,
    }),
    get: operation({
      subject: `rpc.${service}.dead-letter.get`,
      effect: 'read',
      body: DeadLetterRef,
      output: DeadLetterResult,
    }),
    /** Hands the event to the consumer that gave it up, or to NATS. */
    replay: operation({
      subject: `rpc.${service}.dead-letter.replay`,
      effect: 'write',
      body: DeadLetterRef,
      output: Replay,
      errors: ['conflict'],
      timeoutMs: 25_000,
    }),
  };
}
