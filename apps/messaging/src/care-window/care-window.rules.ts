import { TEMPLATE_SEND_ENDPOINT } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';

const WINDOW_MS = 24 * 60 * 60 * 1000;
/** The provider's clock decides, and a message takes time to arrive. */
const MARGIN_MS = 30_000;

/** The error for a free-form message outside the window. Templates can be sent at any time. */
export function windowClosed(): AppError {
  return new AppError('template_required', { template_send_endpoint: TEMPLATE_SEND_ENDPOINT });
}

/** When the customer care window opened by a contact's last message closes; null if there was no message. */
export function windowExpiresAt(lastInboundAt: Date | null): Date | null {
  return lastInboundAt && new Date(lastInboundAt.getTime() + WINDOW_MS);
}

/** A free-form message can be sent to contacts whose last message came after this time. */
export function openedAfter(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS + MARGIN_MS);
}
