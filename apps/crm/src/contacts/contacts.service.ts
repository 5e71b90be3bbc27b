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
import { searchText } from '@chat/lists';
import { canonicalPhone, toInternational } from '@chat/phone-numbers';
import { changesOf } from './contact-update.rules';
import type { ContactEntity } from './contact.entity';
import { phoneOf, toContact } from './contact.mapper';
import { ContactsRepository } from './contacts.repository';

@Injectable()
export class ContactsService {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly transactions: Transactions,
  ) {}

  async get(accountId: number, id: number): Promise<Contact> {
    return toContact(await this.contacts.get(accountId, id));
  }

  async list(
    accountId: number,
    query: ListContactsQuery,
  ): Promise<{ contacts: Contact[]; pagination: Pagination }> {
    const { rows, pagination } = await this.contacts.page(accountId, query);
    return { contacts: rows.map(toContact), pagination };
  }

  /** @throws AppError `invalid_phone` or `duplicate_contact`. */
  async create(body: CreateContact, context: RequestContext): Promise<Contact> {
    const { firstname, lastname = null, mobile_code: mobileCode, mobile } = body;
    const phone = toInternational(mobileCode, mobile);
    if (phone === null) throw new AppError('invalid_phone');
    const national = phone.slice(mobileCode.length);
    return this.transactions.run(context, async (tx) => {
      const values = {
        firstname,
        lastname,
        mobileCode,
        mobile,
        nationalNumber: national === mobile ? null : national,
        canonicalPhone: canonicalPhone(phone),
        marketingOptedOut: body.marketing_opted_out ?? false,
        searchText: contactText({ firstname, lastname, mobile }),
      };
      const contact = await this.contacts.insert(context.account.id, values, tx.manager);
      return publish(tx, contactCreated, contact);
    });
  }

  /** An update that changes nothing succeeds, and nobody hears of it. */
  async update(id: number, body: UpdateContact, context: RequestContext): Promise<Contact> {
    return this.transactions.run(context, async (tx) => {
      const contact = await this.contacts.lock(context.account.id, id, tx.manager);
      const changes = changesOf(contact, body);
      if (Object.keys(changes).length === 0) return toContact(contact);
      const searched = { searchText: contactText({ ...contact, ...changes }) };
      const updated = await this.contacts.update(contact, { ...changes, ...searched }, tx.manager);
      return publish(tx, contactUpdated, updated);
    });
  }

  async delete(id: number, context: RequestContext): Promise<Deleted> {
    return this.transactions.run(context, async (tx) => {
      const contact = await this.contacts.lock(context.account.id, id, tx.manager);
      await this.contacts.delete(contact, tx.manager);
      tx.emit(contactDeleted, {
        accountId: contact.accountId,
        entity: `contacts/${id}`,
        entityVersion: contact.version + 1,
        channelId: null,
        data: { contact_id: id, phone: phoneOf(contact) },
      });
      return { deleted: true, id };
    });
  }
}

/** What a search for contacts looks into. */
function contactText({
  firstname,
  lastname,
  mobile,
}: Pick<ContactEntity, 'firstname' | 'lastname' | 'mobile'>): string {
  return searchText(`${firstname} ${lastname ?? ''}`, mobile);
}

function publish(tx: Transaction, type: EventType<ContactEventData>, entity: ContactEntity): Contact {
  const contact = toContact(entity);
  tx.emit(type, {
    accountId: entity.accountId,
    entity: `contacts/${entity.id}`,
    entityVersion: entity.version,
    channelId: null,
    data: { contact },
  });
  return contact;
}
