/**
 * Word that something of an account is different now, for the replicas that keep in memory what they were told before.
 * It may be lost, so whatever must not be is an event, and what is kept in memory is kept for a short time.
 */
export interface Notice {
  /** `now.<service>.<entity>.<past-tense>` */
  readonly subject: `now.${string}.${string}.${string}`;
}

/** Declares a notice. */
export function notice(subject: Notice['subject']): Notice {
  return Object.freeze({ subject });
}
