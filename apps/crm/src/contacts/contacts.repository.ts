import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Pagination } from '@chat/contracts';
import type { ListContactsQuery } from '@chat/contracts/crm';
import { AppError } from '@chat/errors';
import { SearchedList, type Listed } from '@chat/lists';
import { violates } from '@chat/service-kit';
import { ContactEntity } from './contact.entity';

export type NewContact = Omit<ContactEntity, 'accountId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>;

@Injectable()
export class ContactsRepository {
  private readonly list: SearchedList<ContactEntity>;

  constructor(private readonly dataSource: DataSource) {
    this.list = new SearchedList(dataSource, ContactEntity);
  }

  /** Contacts newest first, all or those that the search finds. */
  page(
    accountId: number,
    query: ListContactsQuery,
  ): Promise<{ rows: Listed<ContactEntity>[]; pagination: Pagination }> {
    return this.list.page(accountId, query);
  }

  /** @throws AppError `not_found`, also for another account's contact. */
  async get(accountId: number, id: number): Promise<ContactEntity> {
    return found(await this.dataSource.manager.findOneBy(ContactEntity, { accountId, id }));
  }

  /**
   * The contact as it stands now; it stays so until the transaction ends.
   * @throws AppError `not_found`, also for another account's contact.
   */
  async lock(accountId: number, id: number, manager: EntityManager): Promise<ContactEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    return found(await manager.findOne(ContactEntity, { where: { accountId, id }, lock }));
  }

  /** @throws AppError `duplicate_contact` when the account has a contact with this number, however it is spelt. */
  async insert(accountId: number, values: NewContact, manager: EntityManager): Promise<ContactEntity> {
    const now = new Date();
    const contact = manager.create(ContactEntity, {
      ...values,
      accountId,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    try {
      await manager.insert(ContactEntity, contact);
    } catch (error) {
      throw violates(error, 'contacts_canonical_phone') ? new AppError('duplicate_contact') : error;
    }
    return contact;
  }

  /** Changes a contact that the transaction has locked. */
  async update(
    contact: ContactEntity,
    changes: Partial<NewContact>,
    manager: EntityManager,
  ): Promise<ContactEntity> {
    const { accountId, id } = contact;
    const stamped = { ...changes, version: contact.version + 1, updatedAt: new Date() };
    await manager.update(ContactEntity, { accountId, id }, stamped);
    return { ...contact, ...stamped };
  }

  async delete({ accountId, id }: ContactEntity, manager: EntityManager): Promise<void> {
    await manager.delete(ContactEntity, { accountId, id });
  }
}

function found(contact: ContactEntity | null): ContactEntity {
  if (!contact) throw new AppError('not_found');
  return contact;
}
