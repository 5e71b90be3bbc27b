import type { Message } from '@chat/client';

/**
 * What a colleague, a program or the phone sent to the customer after somebody began to write: whoever is about to answer
 * sees that it has been done. Null if nobody did.
 */
export function sentMeanwhile(
  messages: readonly Message[],
  { afterSequence, ownId }: { afterSequence: number; ownId: string },
): Message | null {
  const others = messages.filter(
    ({ direction, sequence, author, type }) =>
      direction === 'outbound' &&
      sequence > afterSequence &&
      type !== 'reaction' &&
      type !== 'system' &&
      !(author?.type === 'user' && author.id === ownId),
  );
  return others.at(-1) ?? null;
}
