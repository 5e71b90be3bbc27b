import { eventType } from '..';
import { ContactDeletedData, ContactEventData } from './contact.dto';
import { PersonErasedData } from './person.dto';

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

/**
 * Everything about a person is hidden, and their contact is gone: whoever keeps events must forget those about them. Its
 * data only has ids that mean nothing any more.
 */
export const personErased = eventType({
  type: 'person.erased',
  subject: 'evt.crm.person.erased',
  data: PersonErasedData,
  webhook: false,
});
