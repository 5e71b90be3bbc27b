import type { Change } from './records.rules';
import type { Finding } from './finding';

/** A change that somebody asked for, under an id that nobody else uses. */
export interface AuditedRequest {
  readonly requestId: string;
  readonly actor: 'api_key' | 'person' | 'admin_tool';
  /** What was changed, and to which unique value. */
  readonly key: string;
  readonly value: string;
  readonly outcome: Change['outcome'];
}

/** What the audit log says. */
export interface AuditRow {
  readonly request_id: string;
  readonly actor_type: string;
}

/**
 * Each change that took effect has exactly one entry, by whoever made it, and one that did not has none. Without an
 * answer nobody knows, unless the record has the value.
 * @param stored the values by key.
 */
export function judgeAudit(
  requests: readonly AuditedRequest[],
  stored: ReadonlyMap<string, string>,
  rows: readonly AuditRow[],
): Finding[] {
  const byRequest = new Map<string, AuditRow[]>();
  for (const row of rows) byRequest.set(row.request_id, [...(byRequest.get(row.request_id) ?? []), row]);
  return requests.flatMap(({ requestId, actor, key, value, outcome }): Finding[] => {
    const entries = byRequest.get(requestId) ?? [];
    const what = `${actor} made ${key} ${value}`;
    if (entries.length > 1)
      return [{ kind: 'double', what: `the audit log has ${entries.length} entries: ${what}` }];
    const [entry] = entries;
    if (entry && outcome === 'refused')
      return [{ kind: 'wrong', what: `the audit log has what was refused: ${what}` }];
    if (entry && entry.actor_type !== actor)
      return [{ kind: 'wrong', what: `the audit log says that ${entry.actor_type} did it: ${what}` }];
    const tookEffect = outcome === 'done' || stored.get(key) === value;
    return !entry && tookEffect ? [{ kind: 'lost', what: `the audit log lacks: ${what}` }] : [];
  });
}
