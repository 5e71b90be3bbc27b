import { operation } from '..';
import { DeadLetterList, DeadLetterRef, DeadLetterResult, ListDeadLetters, Replay } from './dead-letter.dto';

/** Returns the operations for the dead letters of a service. */
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
    /** Replays the event to the consumer that gave it up, or publishes it to NATS again. */
    replay: operation({
      subject: `rpc.${service}.dead-letter.replay`,
      unaudited: 'It repeats work that was begun before.',
      effect: 'write',
      body: DeadLetterRef,
      output: Replay,
      errors: ['conflict'],
      timeoutMs: 25_000,
    }),
  };
}
