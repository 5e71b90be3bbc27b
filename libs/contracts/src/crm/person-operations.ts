import { operation } from '..';
import { ErasePerson, Erasure, ErasureRef, ExportedContact } from './person.dto';

/**
 * Starts the erasure of everything that all services store about a person. The erasure survives crashes and runs to its
 * end.
 */
export const erasePerson = operation({
  subject: 'rpc.crm.person.erase',
  effect: 'write',
  body: ErasePerson,
  output: Erasure,
  errors: ['invalid_phone'],
});

/** The same for the account of whoever asks. It goes on by itself. */
export const eraseOwnPerson = operation({
  http: 'POST /console/api/erasures',
  summary: 'Erase everything about a person who writes to the account',
  role: 'admin',
  stepUp: true,
  subject: 'rpc.crm.own-person.erase',
  effect: 'write',
  body: ErasePerson,
  output: Erasure,
  status: 202,
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
  audited: true,
  effect: 'read',
  body: ErasePerson,
  output: ExportedContact,
  errors: ['invalid_phone'],
});
