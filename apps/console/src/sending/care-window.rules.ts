/** Whether a person may write freely: there is no window, or it is open for so long, or closed. */
export type CareWindow =
  | { readonly kind: 'none' }
  | { readonly kind: 'open'; readonly leftMs: number }
  | { readonly kind: 'closed' };

export function careWindow(
  channelKind: 'cloud' | 'device',
  expiresAt: string | null,
  now: number,
): CareWindow {
  if (channelKind === 'device') return { kind: 'none' };
  const leftMs = expiresAt === null ? 0 : Date.parse(expiresAt) - now;
  return leftMs > 0 ? { kind: 'open', leftMs } : { kind: 'closed' };
}

/** The unit in which the rest is worth counting, rounded so that it is never more than there is. */
export function countdownOf(leftMs: number): { unit: 'hours' | 'minutes' | 'seconds'; count: number } {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  if (seconds >= 2 * 3_600) return { unit: 'hours', count: Math.floor(seconds / 3_600) };
  if (seconds >= 60) return { unit: 'minutes', count: Math.floor(seconds / 60) };
  return { unit: 'seconds', count: seconds };
}
