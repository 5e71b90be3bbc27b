import { Deleted, IdParams, operation } from '..';
import {
  ContactList,
  ContactRef,
  ContactResult,
  CreateContact,
  ListContactsQuery,
  UpdateContact,
} from './contact.dto';

export const listContacts = operation({
  http: 'GET /v1/contacts',
  summary: 'List contacts',
  description: 'Newest first.',
  scope: 'contacts:read',
  subject: 'rpc.crm.contact.list',
  mcp: [
    {
      name: 'list_contacts',
      description: 'Lists or searches the address book.',
      level: 'read',
      takes: ['search', 'per_page', 'cursor'],
    },
  ],
  effect: 'read',
  query: ListContactsQuery,
  output: ContactList,
});

export const getContact = operation({
  http: 'GET /v1/contacts/{id}',
  summary: 'Get a contact',
  scope: 'contacts:read',
  subject: 'rpc.crm.contact.read',
  effect: 'read',
  params: IdParams,
  output: ContactResult,
});

export const createContact = operation({
  http: 'POST /v1/contacts',
  summary: 'Create a contact',
  scope: 'contacts:write',
  subject: 'rpc.crm.contact.create',
  unaudited: 'It adds what everyday work and imports bring, in any number, and takes nothing away.',
  effect: 'write',
  body: CreateContact,
  output: ContactResult,
  status: 201,
  errors: ['invalid_phone', 'duplicate_contact', 'limit_reached'],
});

export const updateContact = operation({
  http: 'PATCH /v1/contacts/{id}',
  summary: 'Update a contact',
  description: 'Fields that you omit stay unchanged.',
  scope: 'contacts:write',
  subject: 'rpc.crm.contact.update',
  effect: 'write',
  params: IdParams,
  body: UpdateContact,
  output: ContactResult,
});

export const deleteContact = operation({
  http: 'DELETE /v1/contacts/{id}',
  summary: 'Delete a contact',
  description: 'Its conversations and tickets are kept.',
  scope: 'contacts:write',
  subject: 'rpc.crm.contact.delete',
  effect: 'write',
  params: IdParams,
  output: Deleted,
});

/** Returns a contact of the account to another service. */
export const resolveContact = operation({
  subject: 'rpc.crm.contact.get',
  effect: 'read',
  body: ContactRef,
  output: ContactResult,
});
