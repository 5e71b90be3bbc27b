import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  resolveContact,
  updateContact,
  type ContactList,
  type ContactResult,
} from '@chat/contracts/crm';
import { ContactsService } from './contacts.service';

@Controller()
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Handles(listContacts)
  async list(
    { query }: InputOf<typeof listContacts>,
    { account }: RequestContext,
  ): Promise<Reply<ContactList>> {
    const { contacts, pagination } = await this.contacts.list(account.id, query);
    return new Reply({ contacts }, { pagination });
  }

  @Handles(getContact)
  async get({ params }: InputOf<typeof getContact>, { account }: RequestContext): Promise<ContactResult> {
    return { contact: await this.contacts.get(account.id, params.id) };
  }

  @Handles(createContact)
  async create({ body }: InputOf<typeof createContact>, context: RequestContext): Promise<ContactResult> {
    return { contact: await this.contacts.create(body, context) };
  }

  @Handles(updateContact)
  async update(
    { params, body }: InputOf<typeof updateContact>,
    context: RequestContext,
  ): Promise<ContactResult> {
    return { contact: await this.contacts.update(params.id, body, context) };
  }

  @Handles(deleteContact)
  async delete({ params }: InputOf<typeof deleteContact>, context: RequestContext): Promise<Deleted> {
    return this.contacts.delete(params.id, context);
  }

  @Handles(resolveContact)
  async resolve(
    { body }: InputOf<typeof resolveContact>,
    { account }: RequestContext,
  ): Promise<ContactResult> {
    return { contact: await this.contacts.get(account.id, body.contact_id) };
  }
}
