import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { ErasePerson, Erasure, ExportedContact } from '@chat/contracts/crm';
import { AppError, invalid } from '@chat/errors';
import { Jobs, toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { canonicalPhone, phoneVariants, readInternational } from '@chat/phone-numbers';
import { erasePersonJob } from './erasure-job';
import { ErasuresRepository } from './erasures.repository';

/** Erases people and exports their data, by number or by the network's id. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  /** @throws AppError `invalid_phone`; `validation_error` unless the person is named in one way. */
  async begin(ref: ErasePerson, context: RequestContext): Promise<Erasure> {
    const { digits, userId } = readRef(ref);
    const accountId = context.account.id;
    const erasureId = await this.transactions.run(context, async (tx) => {
      const id = await this.erasures.insert(accountId, tx.manager);
      const person = {
        names: digits === null ? [userId] : phoneVariants(digits),
        chat_message_ids: [],
        ticket_numbers: [],
        conversation_ids: [],
        contact_ids: [],
      };
      const place = { barrier: 0, gatheredTo: null, erased: {} };
      const who = digits === null ? { digits, userId } : { digits };
      const data = { erasureId: id, ...who, person, ...place, step: { do: 'find' } as const };
      await this.jobs.add(tx, erasePersonJob, { accountId, data });
      tx.record({ target: `erasures/${id}` });
      return id;
    });
    return this.get(accountId, erasureId);
  }

  /** @throws AppError `not_found`. */
  async get(accountId: number, id: number): Promise<Erasure> {
    const row = await this.erasures.find(accountId, id);
    if (!row) throw new AppError('not_found');
    return {
      id: row.id,
      requested_at: toTimestamp(row.requested_at),
      erased_at: toNullableTimestamp(row.erased_at),
      erased: row.erased,
      reason: row.reason,
    };
  }

  /** @throws AppError as above. Nothing is stored here under the network's ids. */
  async export(ref: ErasePerson, context: RequestContext): Promise<ExportedContact> {
    const exported = await this.stored(context.account.id, ref);
    // The log must not name the person: only the contact, which an erasure deletes.
    const target = exported.contact_id === null ? 'people' : `contacts/${exported.contact_id}`;
    await this.transactions.run(context, (tx) => Promise.resolve(tx.record({ target })));
    return exported;
  }

  private async stored(accountId: number, ref: ErasePerson): Promise<ExportedContact> {
    const { digits, userId } = readRef(ref);
    if (digits === null)
      return { names: [userId], contact_id: null, contact: null, app_contact: null, opt_out: null };
    const record = (table: 'contacts' | 'app_contacts' | 'opt_outs') =>
      this.erasures.record(table, accountId, canonicalPhone(digits));
    const [contact, appContact, optOut] = await Promise.all([
      record('contacts'),
      record('app_contacts'),
      record('opt_outs'),
    ]);
    return {
      names: phoneVariants(digits),
      contact_id: contact?.id ?? null,
      contact,
      app_contact: appContact,
      opt_out: optOut,
    };
  }
}

function readRef({
  phone,
  provider_user_id: userId,
}: ErasePerson): { digits: string; userId?: never } | { digits: null; userId: string } {
  if (phone !== undefined && userId === undefined) return { digits: internationalOf(phone) };
  if (phone === undefined && userId !== undefined) return { digits: null, userId };
  throw invalid('phone', 'Name the person by phone or by provider_user_id.');
}

/** Networks identify people by numbers outside every numbering plan: such a number is used as given. */
function internationalOf(phone: string): string {
  const digits = readInternational(phone) ?? phone;
  if (digits.length < 5) throw new AppError('invalid_phone');
  return digits;
}
