import type { Finding } from './finding';
import type { StoredSend, TakenSend } from './sends.rules';

/** Something that a client was told is done. */
export interface Promised {
  /** As in `message 17`. */
  readonly what: string;
  /** What the tables call it. */
  readonly key: string;
}

/** What a backup brought back. */
export interface Restored {
  /** Acknowledged before the backup began. */
  readonly promised: readonly Promised[];
  /** The keys that the tables have. */
  readonly stored: ReadonlySet<string>;
  /** All outbound messages. */
  readonly sends: readonly StoredSend[];
  /** What both networks took, from the first day on. */
  readonly taken: readonly Pick<TakenSend, 'label' | 'chatMessageId'>[];
}

/** What was acknowledged before the backup is there, all sends are settled, and no text went out twice. */
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
      what: `${label} went out ${count} times`,
    })),
  ];
}
