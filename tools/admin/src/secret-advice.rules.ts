import type { SecretKeyUsage } from '@chat/contracts/secret-keys';

/** Returns what a service still needs each key for other than the current one, and how to retire it. */
export function adviceOn(service: string, { keys, usage }: SecretKeyUsage): string[] {
  const countOf = (keyId: string | null) =>
    usage.filter(({ key_id }) => key_id === keyId).reduce((total, { count }) => total + count, 0);
  const unnamed = countOf(null);
  const advice = keys
    .filter(({ is_current }) => !is_current)
    .map(({ id }) => {
      const known = countOf(id);
      if (known > 0)
        return `${service} still needs the key ${id}: ${known} values depend on it. Run secrets rotate.`;
      if (unnamed > 0) {
        return `${service} may still need the key ${id}: ${unnamed} values name none of its keys. Run secrets rotate: those that it counts as unreadable depend on other keys, and do not keep this one.`;
      }
      return `${service} no longer needs the key ${id}: take it out of its SECRET_KEYS_ACCEPTED.`;
    });
  const configured = keys.map(({ id }) => id);
  const lost = usage.filter(({ key_id }) => key_id !== null && !configured.includes(key_id));
  return [
    ...advice,
    ...lost.map(
      ({ values, key_id, count }) =>
        `${service} does not have the key ${key_id} of ${count} ${values}: they do not work. Add it to SECRET_KEYS_ACCEPTED, or replace the secrets.`,
    ),
  ];
}
