import type { Finding } from './finding';

/** The place of a message in its conversation. */
export interface Place {
  readonly conversationId: number;
  readonly sequence: number;
}

/** The messages of each conversation must be numbered from 1 without a gap. */
export function judgeSequences(places: readonly Place[]): Finding[] {
  const byConversation = new Map<number, number[]>();
  for (const { conversationId, sequence } of places) {
    byConversation.set(conversationId, [...(byConversation.get(conversationId) ?? []), sequence]);
  }
  return [...byConversation].flatMap(([id, sequences]): Finding[] => {
    const isGapless = sequences.toSorted((a, b) => a - b).every((sequence, index) => sequence === index + 1);
    return isGapless
      ? []
      : [{ kind: 'lost', what: `conversation ${id} has gaps or repeats in its sequence` }];
  });
}
