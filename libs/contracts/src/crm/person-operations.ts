import { operation } from '..';
import { ErasePerson, Erasure, ErasureRef, ExportedContact } from './person.dto';

/** Begins to erase everything that is kept of a person, in all services. It ends whatever dies on the way. */
export const erasePerson = operation({
  subject: 'rpc.crm.person.erase',
  effect: 'write',
  body: ErasePerson,
  output: Erasure,
  errors: ['invalid_phone'],
});

export const getErasure = operation({
  subject: 'rpc.crm.person.erasure',
  effect: 'read',
  body: ErasureRef,
  output: Erasure,
});

export const exportContact = operation({
  subject: 'rpc.crm.person.export',
  effect: 'read',
  body: ErasePerson,
  output: ExportedContact,
  errors: ['invalid_phone'],
});
