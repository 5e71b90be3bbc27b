import type { Message } from '@chat/client';

interface Leaving {
  readonly type: Message['type'];
  readonly text: string | null;
  /** Set where the text of its message is not among what was sent. */
  readonly other?: object;
  readonly afterSequence: number;
}

/**
 * Of what is on its way, what has no message yet. The stream may tell of a message before its request is answered, and what
 * somebody wrote is shown once.
 */
export function withoutMessage<P extends Leaving>(parcels: readonly P[], messages: readonly Message[]): P[] {
  const taken = new Set<number>();
  return parcels.filter(({ type, text, other, afterSequence }) => {
    const own = messages.find(
      (message) =>
        message.direction === 'outbound' &&
        message.author?.type === 'user' &&
        message.sequence > afterSequence &&
        message.type === type &&
        (other !== undefined || (message.message ?? null) === text) &&
        !taken.has(message.id),
    );
    if (own) taken.add(own.id);
    return !own;
  });
}
