import type { ChannelChanges } from '../channels/channel-changes.rules';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns what changes in a channel when its connector tells when the token expires: null if never, undefined if it does
 * not say. A token that lasts longer is told ahead anew; the same one, whose end is known better, is not.
 */
export function changesOfTokenEnd(
  { tokenExpiresAt: known }: { tokenExpiresAt: Date | null },
  reported: string | null | undefined,
): ChannelChanges {
  if (reported === undefined) return {};
  const tokenExpiresAt = reported === null ? null : new Date(reported);
  if (known?.getTime() === tokenExpiresAt?.getTime()) return {};
  const isSame = known && tokenExpiresAt && Math.abs(tokenExpiresAt.getTime() - known.getTime()) < DAY_MS;
  return { tokenExpiresAt, ...(!isSame && { tokenNotice: null }) };
}
