import type { Finding } from './finding';

/** What a client asked to be sent. */
export interface AskedShape {
  readonly label: string;
  /** Null when the client was told no id. */
  readonly messageId: number | null;
  /** Its kind, with the members that a message must not be sent without. */
  readonly shape: string;
}

/** A message as a network accepted it. */
export interface TakenShape {
  /** The id of our message. */
  readonly reference: number;
  readonly label: string | null;
  readonly shape: string;
}

/** A message arrives as it was asked for, or not at all: never without what it answers, and never as another kind. */
export function judgeShapes(asked: readonly AskedShape[], taken: readonly TakenShape[]): Finding[] {
  const byLabel = new Map(taken.map((message) => [message.label, message]));
  const byReference = new Map(taken.map((message) => [message.reference, message]));
  return asked.flatMap(({ label, messageId, shape }) => {
    const message = byReference.get(messageId ?? 0) ?? byLabel.get(label);
    if (!message || message.shape === shape) return [];
    return [{ kind: 'wrong', what: `${label} was sent as ${message.shape} instead of ${shape}` }];
  });
}
