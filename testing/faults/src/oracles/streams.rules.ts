import type { Finding } from './finding';

/** What one reader of a stream was told, in order: contacts, and that it must read again. */
export type Told = { readonly contact: number } | 'reset';

/** A contact whose creation was acknowledged, and how much each reader had been told when it was asked for. */
export interface StreamedContact {
  readonly id: number;
  readonly toldBefore: readonly number[];
}

/**
 * Every reader is told of each contact, or that it must read again after the contact was there; never of one twice, unless
 * it had to read again in between: services publish again what NATS lost.
 */
export function judgeStreams(
  readers: readonly (readonly Told[])[],
  contacts: readonly StreamedContact[],
): Finding[] {
  return readers.flatMap((told, reader): Finding[] => {
    const known = new Set<number>();
    const doubled = new Set<number>();
    let sinceReset = new Set<number>();
    for (const one of told) {
      if (one === 'reset') {
        sinceReset = new Set();
        continue;
      }
      if (sinceReset.has(one.contact)) doubled.add(one.contact);
      sinceReset.add(one.contact);
      known.add(one.contact);
    }
    const lastReset = told.lastIndexOf('reset');
    const lost = contacts.filter(({ id, toldBefore }) => !known.has(id) && lastReset < toldBefore[reader]!);
    return [
      ...lost.map(({ id }) => ({
        kind: 'lost' as const,
        what: `reader ${reader} was not told of contact ${id}`,
      })),
      ...[...doubled].map((id) => ({
        kind: 'double' as const,
        what: `reader ${reader} was told of contact ${id} twice`,
      })),
    ];
  });
}
