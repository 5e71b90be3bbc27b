import type { CloudNumber } from '../numbers/numbers.repository';

/** The message that the provider's sign-up posts to the page that opened it. */
export function toSessionEvent({
  id,
  account_id: accountId,
  is_coexistence: isCoexistence,
}: CloudNumber): object {
  const event = isCoexistence ? 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING' : 'FINISH';
  const business = `9${accountId.slice(1)}`;
  const data = isCoexistence
    ? { waba_id: accountId }
    : { waba_id: accountId, phone_number_id: id, business_id: business };
  return { type: 'WA_EMBEDDED_SIGNUP', event, version: '3', data };
}
