/**
 * The members of records whose values the audit log keeps, by kind of record. Of all others it keeps the names only:
 * secrets, passwords, texts of messages and templates, URLs that may contain a token, and everything about the people
 * who write to an account, so that nothing is left of them once they are erased.
 */
export const keptMembers: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'name',
    'account_limit',
    'device_channels',
    'cloud_channels',
    'coexistence',
    'rate_limit',
    'manual_probes',
    'mcp',
    'is_suspended',
  ],
  'api-keys': ['name', 'scopes', 'allowlist', 'expires_at', 'revoked_at'],
  channels: ['channel_type', 'origin', 'is_default'],
  contacts: ['marketing_opted_out'],
  'developer-apps': ['name', 'redirect_uris'],
  grants: ['user_id', 'app_id', 'scopes', 'mcp', 'revoked_at'],
  invitations: ['role'],
  limits: ['limit', 'max'],
  retention: ['message_days', 'media_days'],
  templates: ['category', 'language', 'status'],
  'ticket-types': ['key', 'name'],
  tickets: ['status', 'type', 'assignee_id', 'contact_id', 'conversation_id', 'csat_rating'],
  users: ['role', 'is_disabled', 'is_operator', 'has_second_factor'],
  webhooks: ['label', 'events', 'status'],
};

/** What changed in a record, and what of it may be kept. */
export interface KeptChange {
  changed: string[];
  before: object | null;
  after: object | null;
}

/** They change with everything else. */
const beside: readonly string[] = ['updated_at', 'version'];

/** Returns what the audit log keeps of a change of a record, as clients see it; null for a record that was not there. */
export function keptOf(kind: string, before: object | null, after: object | null): KeptChange {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !beside.includes(name));
  const changed = names.filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)));
  const kept = changed.filter((name) => keptMembers[kind]?.includes(name));
  const pick = (from: Map<string, unknown>) =>
    Object.fromEntries(kept.flatMap((name) => (from.has(name) ? [[name, from.get(name)]] : [])));
  return {
    // Of a new record or one that is gone, all members are news.
    changed: before && after ? changed : [],
    before: before && pick(old),
    after: after && pick(now),
  };
}

function entriesOf(record: object | null): Map<string, unknown> {
  return new Map(Object.entries(record ?? {}));
}
