import type { Finding } from './finding';

/** A message that the network took from a person. */
export interface WrittenMessage {
  readonly chatMessageId: string;
  readonly text: string;
}

/** An inbound message as it is stored. */
export type StoredInbound = WrittenMessage;

/** Whatever people wrote is stored once and as they wrote it, and the network keeps what it acknowledged. */
export function judgeInbound({
  acknowledged,
  written,
  stored,
}: {
  acknowledged: readonly string[];
  written: readonly WrittenMessage[];
  stored: readonly StoredInbound[];
}): Finding[] {
  const findings: Finding[] = [];
  const texts = new Map<string, string>();
  for (const { chatMessageId, text } of stored) {
    if (texts.has(chatMessageId))
      findings.push({ kind: 'double', what: `inbound ${chatMessageId} is stored twice` });
    texts.set(chatMessageId, text);
  }
  const taken = new Set(written.map(({ chatMessageId }) => chatMessageId));
  for (const id of acknowledged) {
    if (!taken.has(id))
      findings.push({ kind: 'wrong', what: `the network forgot ${id}: its ledger proves nothing` });
  }
  for (const { chatMessageId, text } of written) {
    const found = texts.get(chatMessageId);
    if (found === undefined) findings.push({ kind: 'lost', what: `"${text}" was written and is not stored` });
    else if (found !== text) findings.push({ kind: 'wrong', what: `"${text}" is stored as "${found}"` });
  }
  return findings;
}
