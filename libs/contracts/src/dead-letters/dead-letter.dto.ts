import { AnyObject, Id, Int, ListOf, Nested, Nullable, OneOf, Optional, Timestamp, Verbatim } from '..';

export const MAX_DEAD_LETTERS = 100;

/** An event that a service gave up on, without the event's content, so that it can be listed. */
export class DeadLetter {
  @Id() id!: number;
  /** The durable consumer that could not handle the event; `outbox` if NATS rejected it. */
  @Verbatim() consumer!: string;
  @Verbatim() event_id!: string;
  @Verbatim() event_type!: string;
  @Id() account_id!: number;
  /** The entity that the event is about, as in `messages/17`. */
  @Verbatim() entity!: string;
  /** The error of the last attempt. */
  @Verbatim() reason!: string;
  /** When the event became a dead letter. */
  @Timestamp() created_at!: string;
}

/** A dead letter with the event itself, which contains what people wrote. */
export class DeadLetterContent extends DeadLetter {
  @AnyObject() document!: object;
}

export class ListDeadLetters {
  /** Lists letters after this id; from the oldest on if absent. */
  @Optional() @Id() after_id?: number;
  @Optional() @Int({ min: 1, max: MAX_DEAD_LETTERS }) limit?: number;
}

/** At most `limit` dead letters, oldest first. */
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
   * `handled`: the event has now taken effect. `handled_before`: it had already taken effect, through a delivery or
   * another replay. `queued`: it waits in the outbox for NATS. In each of these cases the letter is deleted. `failed`:
   * the letter stays, with the new reason.
   */
  @OneOf(replayOutcomes) outcome!: ReplayOutcome;
  /** The error, with `failed`. */
  @Nullable() @Verbatim() reason!: string | null;
}
