import type { Finding } from './finding';
import type { StoredSend, TakenSend } from './sends.rules';

/** Something that was acknowledged to a client. */
export interface Promised {
  /** Such as `message 17`. */
  readonly what: string;
  /** Its key in the tables. */
  readonly key: string;
}

/** The state after restoring a backup. */
export interface Restored {
  /** Acknowledged before the backup began. */
  readonly promised: readonly Promised[];
  /** The keys in the tables. */
  readonly stored: ReadonlySet<string>;
  /** All outbound messages. */
  readonly sends: readonly StoredSend[];
  /** Everything that both networks have accepted since the beginning. */
  readonly taken: readonly Pick<TakenSend, 'label' | 'chatMessageId'>[];
}

/**
 * Everything acknowledged before the backup must exist, all sends must be settled, and no text may have been sent
 * twice.
 */
export function judgeRestored({ promised, stored, sends, taken }: Restored): Finding[] {
  const lost = promised.filter(({ key }) => !stored.has(key));
  const unsettled = sends.filter(({ status }) => status === 'sending');
  const times = new Map<string, number>();
  for (const { label } of taken) if (label !== null) times.set(label, (times.get(label) ?? 0) + 1);
  const doubles = [...times].filter(([, count]) => count > 1);
  return [
    ...lost.map(({ what }): Finding => ({
      kind: 'lost',
      what: `${what} was acknowledged before the backup`,
    })),
    ...unsettled.map(({ id }): Finding => ({ kind: 'unsettled', what: `message ${id} is still sending` })),
    ...doubles.map(([label, count]): Finding => ({
      kind: 'double',
      what: `${label} was sent ${count} times`,
    })),
  ];
}
