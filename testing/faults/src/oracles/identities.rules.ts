import type { Finding } from './finding';

/** A person who wrote with one number, then changed it for another. */
export interface Mover {
  readonly from: string;
  readonly to: string;
  /** What the network accepted of them. */
  readonly written: readonly { readonly chatMessageId: string; readonly isNotice: boolean }[];
}

/** A conversation with one of their numbers, with the ids of all its messages. */
export interface ShownConversation {
  readonly phone: string;
  readonly chatMessageIds: readonly string[];
}

/** Such a person has one conversation, with all messages once, by the number that is theirs now. */
export function judgeIdentities(
  { from, to, written }: Mover,
  shown: readonly ShownConversation[],
): Finding[] {
  if (written.length === 0) return [];
  const now = written.some(({ isNotice }) => isNotice) ? to : from;
  const findings: Finding[] = [];
  if (shown.length !== 1)
    findings.push({ kind: 'wrong', what: `${from}, now ${now}, has ${shown.length} conversations` });
  for (const { phone } of shown.filter((conversation) => conversation.phone !== now))
    findings.push({ kind: 'wrong', what: `the conversation with ${now} has the number ${phone}` });
  const ids = shown.flatMap(({ chatMessageIds }) => chatMessageIds);
  for (const { chatMessageId, isNotice } of written) {
    const times = ids.filter((id) => id === chatMessageId).length;
    const what = `${isNotice ? 'the notice' : 'the message'} ${chatMessageId} of ${from}`;
    if (times === 0) findings.push({ kind: 'lost', what: `${what} is in no conversation` });
    if (times > 1) findings.push({ kind: 'double', what: `${what} is shown ${times} times` });
  }
  return findings;
}
