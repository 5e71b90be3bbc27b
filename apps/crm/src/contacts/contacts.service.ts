import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import type { Deleted, EventType, Pagination, RequestContext } from '@chat/contracts';
import {
  contactCreated,
  contactDeleted,
  contactUpdated,
  type Contact,
  type ContactEventData,
  type CreateContact,
  type ListContactsQuery,
  type UpdateContact,
} from '@chat/contracts/crm';
import { AppError } from '@chat/errors';
import { canonicalPhone, cutPage, isPossiblePhone, readIdPage, type PageRequest } from '@chat/service-kit';
import { ContactListsRepository } from './contact-lists.repository';
import { changesOf } from './contact-update.rules';
import type { ContactEntity } from './contact.entity';
import { toContact } from './contact.mapper';
import { ContactsRepository } from './contacts.repository';
import { fold, searchText } from './search-text.rules';

@Injectable()
export class ContactsService {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly lists: ContactListsRepository,
    private readonly transactions: Transactions,
  ) {}

  async get(accountId: number, id: number): Promise<Contact> {
    return toContact(await this.contacts.get(accountId, id));
  }

  async list(
    accountId: number,
    { search = '', ...query }: ListContactsQuery,
  ): Promise<{ contacts: Contact[]; pagination: Pagination }> {
    const request = readIdPage(query);
    const fragment = fold(search);
    const found = await this.lists.page(accountId, fragment, request);
    const total = request.after ? null : await this.total(accountId, fragment, request, found.length);
    const { rows, pagination } = cutPage(found, request, total, ({ id }) => [id]);
    return { contacts: rows.map(toContact), pagination };
  }

  /** @throws AppError `invalid_phone` or `duplicate_contact`. */
  async create(body: CreateContact, context: RequestContext): Promise<Contact> {
    const { firstname, lastname = null, mobile_code: mobileCode, mobile } = body;
    const phone = mobileCode + mobile;
    if (!isPossiblePhone(phone)) throw new AppError('invalid_phone');
    return this.transactions.run(async (tx) => {
      const values = {
        firstname,
        lastname,
        mobileCode,
        mobile,
        canonicalPhone: canonicalPhone(phone),
        marketingOptedOut: body.marketing_opted_out ?? false,
        searchText: searchText({ firstname, lastname, mobile }),
      };
      const contact = await this.contacts.insert(context.account.id, values, tx.manager);
      return publish(tx, contactCreated, contact, context);
    });
  }

  /** An update that changes nothing succeeds, and nobody hears of it. */
  async update(id: number, body: UpdateContact, context: RequestContext): Promise<Contact> {
    return this.transactions.run(async (tx) => {
      const contact = await this.contacts.lock(context.account.id, id, tx.manager);
      const changes = changesOf(contact, body);
      if (Object.keys(changes).length === 0) return toContact(contact);
      const searched = { searchText: searchText({ ...contact, ...changes }) };
      const updated = await this.contacts.update(contact, { ...changes, ...searched }, tx.manager);
      return publish(tx, contactUpdated, updated, context);
    });
  }

  async delete(id: number, context: RequestContext): Promise<Deleted> {
    return this.transactions.run(async (tx) => {
      const contact = await this.contacts.lock(context.account.id, id, tx.manager);
      await this.contacts.delete(contact, tx.manager);
      tx.emit(contactDeleted, {
        accountId: contact.accountId,
        entity: `contacts/${id}`,
        entityVersion: contact.version + 1,
        data: { contact_id: id },
        context,
      });
      return { deleted: true, id };
    });
  }

  /** A first page that nothing follows counts itself. */
  private async total(
    accountId: number,
    fragment: string,
    { page, perPage }: PageRequest,
    found: number,
  ): Promise<number> {
    return page === 1 && found <= perPage ? found : this.lists.count(accountId, fragment);
  }
}

function publish(
  tx: Transaction,
  type: EventType<ContactEventData>,
  entity: ContactEntity,
  context: RequestContext,
): Contact {
  const contact = toContact(entity);
  tx.emit(type, {
    accountId: entity.accountId,
    entity: `contacts/${entity.id}`,
    entityVersion: entity.version,
    data: { contact },
    context,
  });
  return contact;
}
