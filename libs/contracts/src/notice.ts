/**
 * A notification that something about an account has changed, for replicas that cache it. It may be lost: anything that
 * must not be lost is an event, and caches have a short TTL.
 */
export interface Notice {
  /** `now.<service>.<entity>.<past-tense>` */
  readonly subject: `now.${string}.${string}.${string}`;
}

/** Declares a notice. */
export function notice(subject: Notice['subject']): Notice {
  return Object.freeze({ subject });
}
