/** A release of nats-server. */
export interface NatsVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** The first release of each line with every fix that https://advisories.nats.io/ lists, up to 2026-28. */
const FIXED: readonly NatsVersion[] = [
  { major: 2, minor: 12, patch: 12 },
  { major: 2, minor: 14, patch: 3 },
];

/**
 * @param printed the output of `nats-server --version`.
 * @returns null when it contains no version.
 */
export function parseNatsVersion(printed: string): NatsVersion | null {
  const [, major, minor, patch] = /v(\d+)\.(\d+)\.(\d+)/.exec(printed) ?? [];
  return major === undefined ? null : { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

/** Returns whether it has what our services need: the consumers of 2.9. */
export function isNatsUsable({ major, minor }: NatsVersion): boolean {
  return major > 2 || (major === 2 && minor >= 9);
}

/** Returns whether it has every published security fix that we know of. A newer release line is assumed to have them. */
export function hasPublishedFixes({ major, minor, patch }: NatsVersion): boolean {
  const newest = FIXED.at(-1)!;
  if (major > newest.major || (major === newest.major && minor > newest.minor)) return true;
  return FIXED.some((fixed) => fixed.major === major && fixed.minor === minor && patch >= fixed.patch);
}

/** Formats it as `major.minor.patch`. */
export function formatNatsVersion({ major, minor, patch }: NatsVersion): string {
  return `${major}.${minor}.${patch}`;
}
