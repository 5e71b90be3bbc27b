import { eventType } from '..';
import { ContactDeletedData, ContactEventData } from './contact.dto';

export const contactCreated = eventType({
  type: 'contact.created',
  subject: 'evt.crm.contact.created',
  data: ContactEventData,
  webhook: false,
});

export const contactUpdated = eventType({
  type: 'contact.updated',
  subject: 'evt.crm.contact.updated',
  data: ContactEventData,
  webhook: false,
});

export const contactDeleted = eventType({
  type: 'contact.deleted',
  subject: 'evt.crm.contact.deleted',
  data: ContactDeletedData,
  webhook: false,
});
