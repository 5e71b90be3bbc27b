const DAY_MS = 24 * 60 * 60 * 1000;
/** A token that just expired is looked at once more, so that its channel says so at once. */
const AFTER_EXPIRY_MS = 60 * 1000;
/** From how long before its end a token is renewed. */
export const RENEWAL_DAYS = 30;

/** Whether a token that expires then is to be renewed, where the provider permits it. */
export function isToRenew(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() <= RENEWAL_DAYS * DAY_MS;
}

/** When the provider is asked about a token that nobody has tried to renew: at once if that is to be done. */
export function nextCheck(expiresAt: Date | null, now: Date): Date {
  return isToRenew(expiresAt, now) ? now : afterCheck(expiresAt, now);
}

/** When the provider is asked about a token again: daily, and just after its end. */
export function afterCheck(expiresAt: Date | null, now: Date): Date {
  const daily = now.getTime() + DAY_MS;
  const end = expiresAt === null ? Infinity : expiresAt.getTime() + AFTER_EXPIRY_MS;
  return new Date(end > now.getTime() ? Math.min(daily, end) : daily);
}
