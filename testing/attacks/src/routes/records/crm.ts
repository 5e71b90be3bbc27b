import type { Contact } from '@chat/contracts/crm';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from '../../world/record-kind';

const contact: RecordKind = {
  name: 'contact',
  paths: ['/v1/contacts/{id}'],
  members: ['contact_id'],
  make: async (tenant) => {
    const body = { firstname: tenant.text(), mobile_code: '1', mobile: tenant.number().slice(1) };
    return (await tenant.post<{ contact: Contact }>('/v1/contacts', body)).contact.id;
  },
  unknown: UNKNOWN_ID,
};

export const crm: ServiceRows = { kinds: [contact], examples: {} };
