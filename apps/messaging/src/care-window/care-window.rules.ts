const WINDOW_MS = 24 * 60 * 60 * 1000;
/** The provider's clock decides, and a message is on its way for a while. */
const MARGIN_MS = 30_000;

/** When the customer care window closes that the last message of a contact opened; null when none ever did. */
export function windowExpiresAt(lastInboundAt: Date | null): Date | null {
  return lastInboundAt && new Date(lastInboundAt.getTime() + WINDOW_MS);
}

/** Whether a free-form message still reaches the contact. */
export function isWindowOpen(lastInboundAt: Date | null, now: Date): boolean {
  const expiresAt = windowExpiresAt(lastInboundAt);
  return expiresAt !== null && now.getTime() < expiresAt.getTime() - MARGIN_MS;
}
