import type { AuditEntry, AuditQuery } from '../api/audit';
import { beginOf, readDay, readOneOf, readText } from '../ui/filters.rules';

export const actorTypes = ['person', 'api_key', 'app', 'operator', 'admin_tool', 'nobody'] as const;

/** Which entries are shown, as it stands in the address. */
export interface AuditFilters {
  readonly by?: (typeof actorTypes)[number];
  readonly who?: string;
  readonly action?: string;
  readonly target?: string;
  readonly since?: string;
  readonly until?: string;
}

export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return {
    by: readOneOf(search['by'], actorTypes),
    who: readText(search['who'], 100),
    action: readText(search['action'], 100),
    target: readText(search['target']),
    since: readDay(search['since']),
    until: readDay(search['until']),
  };
}

/** The last day is shown as well. */
export function queryOf({ by, who, action, target, since, until }: AuditFilters): AuditQuery {
  return {
    actor_type: by,
    actor_id: who,
    action,
    target,
    since: beginOf(since),
    until: beginOf(until, 1),
  };
}

/** Who it was: by name, or as a person of the account is called elsewhere, or by id. */
export function whoOf(
  { type, id, name }: AuditEntry['actor'],
  people: ReadonlyMap<number, string>,
): string | null {
  const isPerson = type === 'person' || type === 'operator';
  return name ?? (isPerson ? people.get(Number(id)) : undefined) ?? id;
}

export interface Change {
  readonly member: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What changed, by member; of values that are not kept there is none. */
export function changesOf({ changed, before, after }: AuditEntry): Change[] {
  const members = [...new Set([...changed, ...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const textOf = (value: unknown) =>
    value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
  return members.map((member) => ({
    member,
    before: textOf(before?.[member]),
    after: textOf(after?.[member]),
  }));
}
