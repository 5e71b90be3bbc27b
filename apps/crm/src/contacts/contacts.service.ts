import { Injectable } from '@nestjs/common';
import { Batcher } from '@chat/flow';
import { Transactions, type Cause, type Transaction } from '@chat/bus';
import type { Deleted, Pagination, RequestContext } from '@chat/contracts';
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
import { AppError, invalidPhone } from '@chat/errors';
import { contactText } from '@chat/lists';
import { asGiven, canonicalPhone, isDialCode, toInternational } from '@chat/phone-numbers';
import { Usage, wasRolledBack } from '@chat/service-kit';
import type { EntityManager } from 'typeorm';
import { OptOutsRepository, type OwnNumber } from '../opt-outs/opt-outs.repository';
import { changesOf } from './contact-update.rules';
import type { ContactEntity } from './contact.entity';
import { phoneOf, toContact } from './contact.mapper';
import { ContactsRepository, type ContactValues } from './contacts.repository';
import { WritersClient } from './writers.client';

/** How many contacts may share a transaction. */
const BATCH_SIZE = 64;

/** What a contact is searched by. */
export type Searched = Pick<
  ContactEntity,
  'firstname' | 'lastname' | 'mobileCode' | 'mobile' | 'nationalNumber'
>;

export interface Addition {
  accountId: number;
  values: ContactValues;
  cause: Cause;
}

@Injectable()
export class ContactsService {
  private readonly additions: Batcher<Addition, Contact | null>;

  constructor(
    private readonly contacts: ContactsRepository,
    private readonly transactions: Transactions,
    private readonly optOuts: OptOutsRepository,
    private readonly usage: Usage,
    private readonly writers: WritersClient,
  ) {
    const options = { size: BATCH_SIZE, changedNothing: wasRolledBack };
    this.additions = new Batcher((additions) => this.addAll(additions), options);
  }

  async get(accountId: number, id: number): Promise<Contact> {
    const contact = await this.contacts.get(accountId, id);
    const [isStopped] = await this.optOuts.among([contact]);
    return toContact(contact, isStopped!);
  }

  async list(
    accountId: number,
    query: ListContactsQuery,
  ): Promise<{ contacts: Contact[]; pagination: Pagination }> {
    const { rows, pagination } = await this.contacts.page(accountId, query);
    const stopped = await this.optOuts.among(rows);
    return { contacts: rows.map((row, index) => toContact(row, stopped[index]!)), pagination };
  }

  /** @throws AppError `invalid_phone`, `duplicate_contact` or `limit_reached`. */
  async create(body: CreateContact, context: RequestContext): Promise<Contact> {
    const { firstname, lastname = null, mobile_code: mobileCode, mobile } = body;
    const phone =
      toInternational(mobileCode, mobile) ?? (await this.ofWriter(asGiven(mobileCode, mobile), context));
    if (phone === null) throw invalidPhone(isDialCode(mobileCode));
    const marketingOptedOut = body.marketing_opted_out ?? false;
    const values = valuesOf({ firstname, lastname, mobileCode, mobile, phone, marketingOptedOut });
    const addition = { accountId: context.account.id, values, cause: context };
    const contact = (await this.usage.isFar(roomFor(addition)))
      ? await this.additions.add(addition)
      : await this.addInTurn(addition);
    if (!contact) throw await this.duplicateOf(addition);
    return contact;
  }

  /** Returns a number that wrote to the account, whatever the metadata says of it. */
  private async ofWriter(digits: string | null, context: RequestContext): Promise<string | null> {
    return digits !== null && (await this.writers.hasWritten(digits, context)) ? digits : null;
  }

  private async duplicateOf({ accountId, values }: Addition): Promise<AppError> {
    const id = await this.contacts.findId({ accountId, canonicalPhone: values.canonicalPhone });
    return new AppError('duplicate_contact', id === null ? {} : { contact_id: id });
  }

  /** Like `create`, for many and in a transaction; null for a number that is taken. */
  async addIn(tx: Transaction, additions: Addition[]): Promise<(Contact | null)[]> {
    tx.afterCommit(() => this.announce(additions));
    const ids = await this.contacts.nextIds(additions.length, tx.manager);
    const stopped = await this.optOuts.among(numbersOf(additions), tx.manager);
    return this.insert(additions, { ids, stopped }, tx.manager);
  }

  private addInTurn(addition: Addition): Promise<Contact | null> {
    return this.usage.add(addition.cause, roomFor(addition), async (tx) => {
      const [contact] = await this.addIn(tx, [addition]);
      return contact!;
    });
  }

  /** Contacts created concurrently share a transaction. */
  private async addAll(additions: Addition[]): Promise<(Contact | null)[]> {
    const [ids, stopped] = await Promise.all([
      this.contacts.nextIds(additions.length),
      this.optOuts.among(numbersOf(additions)),
    ]);
    const contacts = await this.insert(additions, { ids, stopped });
    this.announce(additions);
    return contacts;
  }

  private announce(additions: Addition[]): void {
    this.transactions.announce({ accountIds: additions.map(({ accountId }) => accountId) });
  }

  private async insert(
    additions: Addition[],
    { ids, stopped }: { ids: number[]; stopped: boolean[] },
    manager?: EntityManager,
  ): Promise<(Contact | null)[]> {
    const now = new Date();
    const news = additions.map(({ accountId, values, cause }, index) => {
      const contact = {
        ...values,
        accountId,
        id: ids[index]!,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      const occurrence = { ...occurrenceOf(contact), data: dataOf(contact, stopped[index]!) };
      return { contact, event: this.transactions.outboxRow(contactCreated, occurrence, cause) };
    });
    const added = await this.contacts.insert(news, manager);
    return news.map(({ contact }, index) =>
      added.has(contact.id) ? toContact(contact, stopped[index]!) : null,
    );
  }

  /** An update without changes succeeds and publishes nothing. */
  async update(id: number, body: UpdateContact, context: RequestContext): Promise<Contact> {
    return this.transactions.run(context, async (tx) => {
      const contact = await this.contacts.lock(context.account.id, id, tx.manager);
      const [isStopped] = await this.optOuts.among([contact], tx.manager);
      const changes = changesOf(contact, body);
      const isNews = Object.keys(changes).length > 0;
      const before = toContact(contact, isStopped!);
      const after = isNews ? await this.change(contact, changes, isStopped!, tx) : before;
      tx.record({ target: `contacts/${id}`, before, after });
      return after;
    });
  }

  /** Renames a contact that the transaction has locked. */
  async rename(
    contact: ContactEntity,
    name: Pick<ContactEntity, 'firstname' | 'lastname'>,
    tx: Transaction,
  ): Promise<void> {
    const [isStopped] = await this.optOuts.among([contact], tx.manager);
    await this.change(contact, name, isStopped!, tx);
  }

  /** The person with this number changed their choice with the provider, which the contact, if there is one, shows. */
  async touch(number: OwnNumber, isStopped: boolean, tx: Transaction): Promise<void> {
    const contact = await this.contacts.lockByNumber(number, tx.manager);
    if (contact && !contact.marketingOptedOut) await this.change(contact, {}, isStopped, tx);
  }

  /** @param isStopped whether the person opted out with the provider. */
  private async change(
    contact: ContactEntity,
    changes: Partial<Pick<ContactEntity, 'firstname' | 'lastname' | 'marketingOptedOut'>>,
    isStopped: boolean,
    tx: Transaction,
  ): Promise<Contact> {
    const searched = { searchText: textOf({ ...contact, ...changes }) };
    // While the person is opted out, nobody sees what the account says.
    const isSeen = !isStopped || Object.keys(changes).join() !== 'marketingOptedOut';
    const stamp = isSeen ? {} : { updatedAt: contact.updatedAt };
    const updated = await this.contacts.update(contact, { ...changes, ...searched, ...stamp }, tx.manager);
    tx.emit(contactUpdated, { ...occurrenceOf(updated), data: dataOf(updated, isStopped) });
    return toContact(updated, isStopped);
  }

  async delete(id: number, context: RequestContext): Promise<Deleted> {
    return this.transactions.run(context, async (tx) => {
      await this.remove(await this.contacts.lock(context.account.id, id, tx.manager), tx);
      tx.record({ target: `contacts/${id}` });
      return { deleted: true, id };
    });
  }

  /** Removes a contact that the transaction has locked. */
  async remove(contact: ContactEntity, tx: Transaction): Promise<void> {
    await this.contacts.delete(contact, tx.manager);
    tx.emit(contactDeleted, {
      accountId: contact.accountId,
      entity: `contacts/${contact.id}`,
      entityVersion: contact.version + 1,
      channelId: null,
      data: { contact_id: contact.id, phone: phoneOf(contact) },
    });
  }
}

function roomFor({ accountId }: Addition) {
  return { accountId, limit: 'contacts', amount: 1 } as const;
}

/** The values of a new contact. @param phone its number in international form. */
export function valuesOf({
  phone,
  ...given
}: Pick<ContactValues, 'firstname' | 'lastname' | 'mobileCode' | 'mobile' | 'marketingOptedOut'> & {
  phone: string;
}): ContactValues {
  const national = phone.slice(given.mobileCode.length);
  const nationalNumber = national === given.mobile ? null : national;
  return {
    ...given,
    nationalNumber,
    canonicalPhone: canonicalPhone(phone),
    searchText: textOf({ ...given, nationalNumber }),
  };
}

/** The searchable text of a contact. */
export function textOf(contact: Searched): string {
  return contactText(`${contact.firstname} ${contact.lastname ?? ''}`, phoneOf(contact), contact.mobile);
}

function numbersOf(additions: readonly Addition[]): OwnNumber[] {
  return additions.map(({ accountId, values: { canonicalPhone } }) => ({ accountId, canonicalPhone }));
}

/** The person's own opt-out has its own events, so that other services learn the two apart. */
function dataOf(contact: ContactEntity, isStopped: boolean): ContactEventData {
  return { contact: toContact(contact, isStopped), opted_out_by_account: contact.marketingOptedOut };
}

function occurrenceOf({ accountId, id, version }: ContactEntity) {
  return { accountId, entity: `contacts/${id}`, entityVersion: version, channelId: null };
}
