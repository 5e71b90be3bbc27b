import { AnyObject, Id, Int, ListOf, Nested, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';

export const MAX_DEAD_LETTERS = 100;

/** An event that a service gave up. It tells nothing of the event's content, so that it may stand in lists. */
export class DeadLetter {
  @Id() id!: number;
  /** The durable consumer that could not handle it; `outbox` for one that NATS did not take. */
  @Verbatim() consumer!: string;
  @Verbatim() event_id!: string;
  @Verbatim() event_type!: string;
  @Id() account_id!: number;
  /** The entity that the event is about, as in `messages/17`. */
  @Verbatim() entity!: string;
  /** What the last attempt failed with. */
  @Verbatim() reason!: string;
  /** When the event was given up. */
  @Timestamp() created_at!: string;
}

/** With the event itself, which holds what people wrote. */
export class DeadLetterContent extends DeadLetter {
  @AnyObject() document!: object;
}

export class ListDeadLetters {
  /** Left out: from the oldest on. */
  @Optional() @Id() after_id?: number;
  @Optional() @Int({ min: 1, max: MAX_DEAD_LETTERS }) limit?: number;
}

/** The oldest first, at most `limit` of them. */
export class DeadLetterList {
  @ListOf(() => DeadLetter) dead_letters!: DeadLetter[];
}

export class DeadLetterRef {
  @Id() id!: number;
}

export class DeadLetterResult {
  @Nested(() => DeadLetterContent) dead_letter!: DeadLetterContent;
}

export const replayOutcomes = ['handled', 'handled_before', 'queued', 'failed'] as const;

export type ReplayOutcome = (typeof replayOutcomes)[number];

export class Replay {
  /**
   * `handled`: the event took effect now. `handled_before`: it had taken effect already, by a delivery or another
   * replay. `queued`: it waits in the outbox for NATS. In each case the letter is gone. `failed`: it stays, with the new
   * reason.
   */
  @OneOf(replayOutcomes) outcome!: ReplayOutcome;
  /** Of a failure. */
  @Nullable() @Verbatim() reason!: string | null;
}
