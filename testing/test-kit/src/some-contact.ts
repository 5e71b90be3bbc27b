import type { Contact } from '@chat/contracts/crm';

const moment = '2026-01-31T10:20:30.000+00:00';
const DIAL_CODE_DIGITS = 2;

/** A contact in the format of crm, for specs that play that service. */
export function someContact({ phone = '5511987654321', ...changes }: Partial<Contact> = {}): Contact {
  return {
    id: 31,
    firstname: 'Ana',
    lastname: null,
    mobile_code: phone.slice(0, DIAL_CODE_DIGITS),
    mobile: phone.slice(DIAL_CODE_DIGITS),
    phone,
    marketing_opted_out: false,
    created_at: moment,
    updated_at: moment,
    ...changes,
  };
}
