import type { Finding } from './finding';

/** An inbound message as stored. */
export interface StoredInbound {
  readonly chatMessageId: string;
  /** Its text or caption. */
  readonly text: string | null;
}

/** A person's message that a network accepted. */
export interface WrittenMessage extends StoredInbound {
  /** The digest of its bytes; null when it has none. */
  readonly sha256: string | null;
}

/** Every message of a person must be stored once and unchanged, and the network must keep what it acknowledged. */
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
  const texts = new Map<string, string | null>();
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
