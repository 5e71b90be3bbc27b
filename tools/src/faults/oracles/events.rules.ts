import type { Finding } from './finding';

/** An event as it stands in the outbox of the service that published it. */
export interface StoredEvent {
  readonly id: string;
  readonly accountId: number;
  readonly subject: string;
  readonly type: string;
  /** The entity, as in `messages/17`. */
  readonly entity: string;
  readonly entityVersion: number;
  /** Of events that tell of a change of status. */
  readonly change: { readonly from: string; readonly to: string } | null;
}

/** Who consumes events, and of which it keeps a mark. */
export interface Consumer {
  readonly durable: string;
  readonly filter: string;
  /** The types that it marks. */
  readonly types: ReadonlySet<string>;
}

/**
 * Every event has a mark of each of its consumers, in its inbox or among its dead letters.
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
 * Every event for webhooks reached the receiver of its account, or is visibly on the way.
 * @param received the ids that the receivers took.
 * @param visible the ids that have a delivery which is not finished, or failed after all its attempts.
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

/** What happens once in the life of an entity, whatever its version is then. */
const ONCE = /^message\.|\.created$/;

/** No fact was told as two events. */
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

/** Each change of an entity's status begins where the one before ended. Events of one entity are in their order. */
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

/** As NATS matches subjects: `*` is one word, `>` the rest. */
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
