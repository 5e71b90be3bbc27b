import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles, Reply } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
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
    @Payload() { query }: InputOf<typeof listContacts>,
    @Ctx() { account }: RequestContext,
  ): Promise<Reply<ContactList>> {
    const { contacts, pagination } = await this.contacts.list(account.id, query);
    return new Reply({ contacts }, { pagination });
  }

  @Handles(createContact)
  async create(
    @Payload() { body }: InputOf<typeof createContact>,
    @Ctx() context: RequestContext,
  ): Promise<ContactResult> {
    return { contact: await this.contacts.create(body, context) };
  }

  @Handles(updateContact)
  async update(
    @Payload() { params, body }: InputOf<typeof updateContact>,
    @Ctx() context: RequestContext,
  ): Promise<ContactResult> {
    return { contact: await this.contacts.update(params.id, body, context) };
  }

  @Handles(deleteContact)
  async delete(
    @Payload() { params }: InputOf<typeof deleteContact>,
    @Ctx() context: RequestContext,
  ): Promise<Deleted> {
    return this.contacts.delete(params.id, context);
  }

  @Handles(getContact)
  async get(
    @Payload() { body }: InputOf<typeof getContact>,
    @Ctx() { account }: RequestContext,
  ): Promise<ContactResult> {
    return { contact: await this.contacts.get(account.id, body.contact_id) };
  }
}
