import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { OutboxRow } from '@chat/bus';
import type { Pagination } from '@chat/contracts';
import type { ListContactsQuery } from '@chat/contracts/crm';
import { AppError } from '@chat/errors';
import { SearchedList, type Listed } from '@chat/lists';
import type { OwnNumber } from '../opt-outs/opt-outs.repository';
import { ContactEntity } from './contact.entity';

export type ContactValues = Omit<ContactEntity, 'accountId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>;

/** A contact to be added, with its event. */
export interface NewContact {
  contact: ContactEntity;
  event: OutboxRow;
}

/** In order of the numbers, so that replicas cannot deadlock. */
const INSERT = `
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS given(id bigint, account_id bigint, firstname text, lastname text,
      mobile_code text, mobile text, national_number text, canonical_phone text, marketing_opted_out boolean,
      search_text text, version int, created_at timestamptz, updated_at timestamptz, event_id uuid, subject text,
      document text)
  ), added AS (
    INSERT INTO crm.contacts (id, account_id, firstname, lastname, mobile_code, mobile, national_number,
      canonical_phone, marketing_opted_out, search_text, version, created_at, updated_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, account_id, firstname, lastname, mobile_code, mobile, national_number,
      canonical_phone, marketing_opted_out, search_text, version, created_at, updated_at
    FROM given ORDER BY account_id, canonical_phone
    ON CONFLICT ON CONSTRAINT contacts_canonical_phone DO NOTHING
    RETURNING id
  ), told AS (
    INSERT INTO crm.outbox (account_id, event_id, subject, document)
    SELECT account_id, event_id, subject, document FROM given JOIN added USING (id) ORDER BY id
  )
  SELECT id FROM added`;

@Injectable()
export class ContactsRepository {
  private readonly list: SearchedList<ContactEntity>;

  constructor(private readonly dataSource: DataSource) {
    this.list = new SearchedList(dataSource, ContactEntity);
  }

  /** Returns contacts newest first: all, or those that match the search. */
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
   * Locks the contact until the transaction ends and returns its current state.
   * @throws AppError `not_found`, also for another account's contact.
   */
  async lock(accountId: number, id: number, manager: EntityManager): Promise<ContactEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    return found(await manager.findOne(ContactEntity, { where: { accountId, id }, lock }));
  }

  /** Returns the id of the contact with a number, in any spelling. */
  async findId({ accountId, canonicalPhone }: OwnNumber): Promise<number | null> {
    const contact = await this.dataSource.manager.findOne(ContactEntity, {
      select: { id: true },
      where: { accountId, canonicalPhone },
    });
    return contact?.id ?? null;
  }

  /** Locks the contact with a number, in any spelling, until the transaction ends. */
  async lockByNumber(
    { accountId, canonicalPhone }: OwnNumber,
    manager: EntityManager,
  ): Promise<ContactEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return manager.findOne(ContactEntity, { where: { accountId, canonicalPhone }, lock });
  }

  /** Locks the contacts with these numbers until the transaction ends, by canonical number. */
  async lockByNumbers(
    accountId: number,
    canonicalPhones: string[],
    manager: EntityManager,
  ): Promise<Map<string, ContactEntity>> {
    const contacts = await manager.find(ContactEntity, {
      where: { accountId, canonicalPhone: In(canonicalPhones) },
      order: { canonicalPhone: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return new Map(contacts.map((contact) => [contact.canonicalPhone, contact]));
  }

  /**
   * Reserves ids for new contacts, in order. The count is a subquery, so that its varying value does not cause
   * replanning on each call (ADR 21).
   */
  async nextIds(count: number, manager = this.dataSource.manager): Promise<number[]> {
    const rows: { id: number }[] = await manager.query(
      `SELECT nextval('crm.contacts_id_seq') AS id FROM generate_series(1, (SELECT $1::int))`,
      [count],
    );
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  }

  /**
   * Adds contacts and their events in one statement.
   * @returns the ids of those added; for the others, the account already has a contact with that number, in some
   * spelling.
   */
  async insert(contacts: NewContact[], manager = this.dataSource.manager): Promise<Set<number>> {
    const given = contacts.map(({ contact, event }) => ({
      id: contact.id,
      account_id: contact.accountId,
      firstname: contact.firstname,
      lastname: contact.lastname,
      mobile_code: contact.mobileCode,
      mobile: contact.mobile,
      national_number: contact.nationalNumber,
      canonical_phone: contact.canonicalPhone,
      marketing_opted_out: contact.marketingOptedOut,
      search_text: contact.searchText,
      version: contact.version,
      created_at: contact.createdAt,
      updated_at: contact.updatedAt,
      event_id: event.eventId,
      subject: event.subject,
      document: event.document,
    }));
    const added: { id: number }[] = await manager.query(INSERT, [JSON.stringify(given)]);
    return new Set(added.map(({ id }) => id));
  }

  /** Updates a contact that the transaction has locked. */
  async update(
    contact: ContactEntity,
    changes: Partial<ContactValues & Pick<ContactEntity, 'updatedAt'>>,
    manager: EntityManager,
  ): Promise<ContactEntity> {
    const { accountId, id } = contact;
    const stamped = { updatedAt: new Date(), ...changes, version: contact.version + 1 };
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
