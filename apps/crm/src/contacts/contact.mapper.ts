import type { Contact } from '@chat/contracts/crm';
import { toTimestamp } from '@chat/service-kit';
import type { Listed } from '@chat/lists';
import type { ContactEntity } from './contact.entity';

/** @param isStopped whether the person opted out of marketing with the provider, which the account cannot override. */
export function toContact(contact: ContactEntity | Listed<ContactEntity>, isStopped: boolean): Contact {
  return {
    id: contact.id,
    firstname: contact.firstname,
    lastname: contact.lastname,
    mobile_code: contact.mobileCode,
    mobile: contact.mobile,
    phone: phoneOf(contact),
    marketing_opted_out: contact.marketingOptedOut || isStopped,
    created_at: toTimestamp(contact.createdAt),
    updated_at: toTimestamp(contact.updatedAt),
  };
}

/** The contact's number in international form. */
export function phoneOf({
  mobileCode,
  mobile,
  nationalNumber,
}: Pick<ContactEntity, 'mobileCode' | 'mobile' | 'nationalNumber'>): string {
  return mobileCode + (nationalNumber ?? mobile);
}
