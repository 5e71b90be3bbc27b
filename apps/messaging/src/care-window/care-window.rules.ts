import { TEMPLATE_SEND_ENDPOINT } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';

const WINDOW_MS = 24 * 60 * 60 * 1000;
/** The provider's clock decides, and a message is on its way for a while. */
const MARGIN_MS = 30_000;

/** What the sender of a free-form message hears when the window is closed. A template reaches a contact at any time. */
export function windowClosed(): AppError {
  return new AppError('template_required', { template_send_endpoint: TEMPLATE_SEND_ENDPOINT });
}

/** When the customer care window closes that the last message of a contact opened; null when none ever did. */
export function windowExpiresAt(lastInboundAt: Date | null): Date | null {
  return lastInboundAt && new Date(lastInboundAt.getTime() + WINDOW_MS);
}

/** A free-form message reaches the contacts whose last message came after this. */
export function openedAfter(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS + MARGIN_MS);
}
