import type { Finding } from './finding';

/** An event as stored in the outbox of its service. */
export interface StoredEvent {
  readonly id: string;
  readonly accountId: number;
  readonly subject: string;
  readonly type: string;
  /** The entity, such as `messages/17`. */
  readonly entity: string;
  readonly entityVersion: number;
  /** For status changes. */
  readonly change: { readonly from: string; readonly to: string } | null;
}

/** A consumer, with the events that it marks. */
export interface Consumer {
  readonly durable: string;
  readonly filter: string;
  /** The types that it marks. */
  readonly types: ReadonlySet<string>;
}

/**
 * Every event must have a mark of each of its consumers, in the inbox or among the dead letters.
 * @param marks `<durable> <event id>`.
 */
export function judgeMarks(
  events: readonly StoredEvent[],
  consumers: readonly Consumer[],
  marks: ReadonlySet<string>,
): Finding[] {
  return consumers.flatMap(({ durable, filter, types }) =>
    events
      .filter(({ subject, type }) => matches(filter, subject) && types.has(type))
      .filter(({ id }) => !marks.has(`${durable} ${id}`))
      .map(({ type, entity }): Finding => ({
        kind: 'lost',
        what: `${durable} never consumed ${type} of ${entity}`,
      })),
  );
}

/**
 * Every event for webhooks must have reached the receiver of its account, or be visibly pending.
 * @param received the ids of events that receivers accepted.
 * @param visible the ids with a delivery that is unfinished, or failed after all its attempts.
 */
export function judgeDeliveries(
  events: readonly StoredEvent[],
  received: ReadonlySet<string>,
  visible: ReadonlySet<string>,
): Finding[] {
  return events
    .filter(({ id }) => !received.has(id) && !visible.has(id))
    .map(({ type, entity }): Finding => ({ kind: 'lost', what: `${type} of ${entity} reached no receiver` }));
}

/** Events that occur once per entity, whatever its version: a message may be edited more than once. */
const ONCE = /^message\.(?!updated$)|\.created$/;

/** No fact may be published as two events. */
export function judgeFacts(events: readonly StoredEvent[]): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { accountId, type, entity, entityVersion } of events) {
    const fact = `${accountId} ${type} ${entity} ${ONCE.test(type) ? 'once' : entityVersion}`;
    if (seen.has(fact)) findings.push({ kind: 'double', what: `${type} of ${entity} was told twice` });
    seen.add(fact);
  }
  return findings;
}

/** Each status change of an entity must start where the previous one ended. The events of one entity are in order. */
export function judgeChanges(events: readonly StoredEvent[]): Finding[] {
  const status = new Map<string, string>();
  const findings: Finding[] = [];
  for (const { accountId, entity, change } of events) {
    if (!change) continue;
    const key = `${accountId} ${entity}`;
    const before = status.get(key);
    if (before !== undefined && before !== change.from)
      findings.push({ kind: 'wrong', what: `${entity} went from ${change.from}, but was ${before}` });
    status.set(key, change.to);
  }
  return findings;
}

/** Matches a subject like NATS: `*` is one token, `>` the rest. */
export function matches(filter: string, subject: string): boolean {
  const words = subject.split('.');
  const parts = filter.split('.');
  const rest = parts.indexOf('>');
  if (rest >= 0)
    return words.length > rest && parts.slice(0, rest).every((part, at) => isWord(part, words[at]));
  return words.length === parts.length && parts.every((part, at) => isWord(part, words[at]));
}

function isWord(part: string, word: string | undefined): boolean {
  return part === '*' || part === word;
}
