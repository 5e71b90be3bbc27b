import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import type { AppContact } from '@chat/contracts/cloud-connector';
import { canonicalPhone, splitInternational } from '@chat/phone-numbers';
import { ContactsRepository } from '../contacts/contacts.repository';
import { ContactsService, valuesOf } from '../contacts/contacts.service';
import { effectOf, isOlder, nameOf, type AppWord, type KnownWord } from './app-contact.rules';
import { AppContactsRepository } from './app-contacts.repository';

/** A report about a valid number. */
interface SaidOf extends AppWord {
  canonicalPhone: string;
  phone: string;
  dialCode: string;
}

/** Imports the contacts of business apps without changing entries made here. */
@Injectable()
export class AppContactsService {
  constructor(
    private readonly words: AppContactsRepository,
    private readonly contacts: ContactsService,
    private readonly repository: ContactsRepository,
  ) {}

  async apply(accountId: number, given: readonly AppContact[], tx: Transaction): Promise<void> {
    const latest = latestOfEach(given.flatMap(readWord));
    if (latest.length === 0) return;
    const numbers = latest.map((word) => word.canonicalPhone);
    await this.words.lock(accountId, tx.manager);
    const known = await this.words.find(accountId, numbers, tx.manager);
    const contacts = await this.repository.lockByNumbers(accountId, numbers, tx.manager);
    const news = latest.filter((word) => !isOlder(word, known.get(word.canonicalPhone) ?? null));
    const effects = news.map((word) => {
      const contact = contacts.get(word.canonicalPhone) ?? null;
      const before = known.get(word.canonicalPhone) ?? null;
      return { word, contact, before, effect: effectOf(word, before, contact) };
    });
    const toAdd = effects.flatMap(({ word, effect }) => (effect === 'add' ? [word] : []));
    const added = await this.add(accountId, toAdd, tx);
    for (const { word, contact, effect } of effects) {
      if (effect === 'rename') await this.contacts.rename(contact!, word.name!, tx);
      if (effect === 'remove') await this.contacts.remove(contact!, tx);
    }
    const kept = effects.map(({ word, before, effect }): KnownWord & { canonicalPhone: string } => ({
      canonicalPhone: word.canonicalPhone,
      name: word.name,
      at: word.at,
      contactId: effect === 'add' ? (added.get(word.canonicalPhone) ?? null) : (before?.contactId ?? null),
    }));
    if (kept.length > 0) await this.words.put(accountId, kept, tx.manager);
  }

  /** @returns the ids of the added contacts by number; a contact may have been added concurrently. */
  private async add(accountId: number, words: SaidOf[], tx: Transaction): Promise<Map<string, number>> {
    if (words.length === 0) return new Map();
    const additions = words.map(({ name, phone, dialCode: mobileCode }) => {
      const mobile = phone.slice(mobileCode.length);
      const values = valuesOf({ ...name!, mobileCode, mobile, phone, marketingOptedOut: false });
      return { accountId, values, cause: tx };
    });
    const contacts = await this.contacts.addIn(tx, additions);
    return new Map(
      contacts.flatMap((contact, index) =>
        contact ? [[additions[index]!.values.canonicalPhone, contact.id] as const] : [],
      ),
    );
  }
}

/**
 * Returns nothing for an impossible number, such as that of a service, for a hidden one, or for a contact without a name.
 */
function readWord({ phone, full_name, first_name, at }: AppContact): SaidOf[] {
  if (phone === null) return [];
  const parts = splitInternational(phone);
  const name = full_name === null ? null : nameOf(full_name, first_name);
  if (!parts || (full_name !== null && name === null)) return [];
  const { dialCode } = parts;
  return [{ canonicalPhone: canonicalPhone(phone), phone, dialCode, name, at: new Date(at) }];
}

function latestOfEach(words: SaidOf[]): SaidOf[] {
  const latest = new Map<string, SaidOf>();
  for (const word of words) {
    const other = latest.get(word.canonicalPhone);
    if (!other || word.at >= other.at) latest.set(word.canonicalPhone, word);
  }
  return [...latest.values()];
}
