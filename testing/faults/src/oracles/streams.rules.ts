import type { Finding } from './finding';

/** What one reader of a stream was told, in order: contacts, and that it must read again. */
export type Told = { readonly contact: number } | 'reset';

/** A contact whose creation was acknowledged, and how much each reader had been told when it was asked for. */
export interface StreamedContact {
  readonly id: number;
  readonly toldBefore: readonly number[];
}

/**
 * Every reader is told of each contact once, or that it must read again after the contact was there; never of one
 * twice.
 */
export function judgeStreams(
  readers: readonly (readonly Told[])[],
  contacts: readonly StreamedContact[],
): Finding[] {
  return readers.flatMap((told, reader): Finding[] => {
    const counts = new Map<number, number>();
    for (const one of told) if (one !== 'reset') counts.set(one.contact, (counts.get(one.contact) ?? 0) + 1);
    const lastReset = told.lastIndexOf('reset');
    const lost = contacts.filter(({ id, toldBefore }) => !counts.has(id) && lastReset < toldBefore[reader]!);
    const doubled = [...counts].filter(([, count]) => count > 1);
    return [
      ...lost.map(({ id }) => ({
        kind: 'lost' as const,
        what: `reader ${reader} was not told of contact ${id}`,
      })),
      ...doubled.map(([id, count]) => ({
        kind: 'double' as const,
        what: `reader ${reader} was told ${count} times of contact ${id}`,
      })),
    ];
  });
}
