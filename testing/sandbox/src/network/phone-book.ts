import { isUserId } from '@chat/device-network';
import { Refusal } from '../refusal';
import type { Phone, PhoneChanges, PhonesRepository } from './phones.repository';
import { userIdOf } from './user-id';

/** developers.facebook.com/docs/whatsapp/cloud-api/typing-indicators */
const TYPING_SHOWS_MS = 25_000;

/** How a message names a person: by number, by user id, or by both. */
export interface PersonNames {
  digits: string | null;
  /** Absent for people who never hid the number. */
  userId?: string;
}

/**
 * The phones, and how the network treats their owners. What differs from the usual is kept in memory, so that a send
 * does not need to look it up.
 */
export class PhoneBook {
  private readonly notable = new Map<string, Phone>();
  /** By the spelling that is not registered. */
  private readonly registeredSpellings = new Map<string, string>();
  private readonly byUserId = new Map<string, string>();

  /** Who types to whom, by both numbers, with the time. */
  private readonly typing = new Map<string, number>();

  private constructor(private readonly phones: PhonesRepository) {}

  static async open(phones: PhonesRepository): Promise<PhoneBook> {
    const book = new PhoneBook(phones);
    (await phones.notable()).forEach((phone) => book.remember(phone));
    return book;
  }

  /** Somebody types to this person: it shows for 25 seconds, or until the message comes. */
  showTyping(from: string, to: string): void {
    this.typing.set(`${from} ${to}`, Date.now());
  }

  endTyping(from: string, to: string): void {
    this.typing.delete(`${from} ${to}`);
  }

  /** Returns who types to this person. */
  typingTo(digits: string): string[] {
    const since = Date.now() - TYPING_SHOWS_MS;
    return [...this.typing].flatMap(([key, at]) => {
      const [from, to] = key.split(' ') as [string, string];
      return to === digits && at > since ? [from] : [];
    });
  }

  list(): Promise<Phone[]> {
    return this.phones.list();
  }

  /** Returns the phone, inserting it if it does not exist. */
  async mention(digits: string): Promise<Phone> {
    const address = this.addressOf(digits);
    return (await this.phones.find(address)) ?? (await this.phones.put(address, {}));
  }

  /** Changes only the given members. */
  async put(digits: string, changes: PhoneChanges): Promise<Phone> {
    return this.remember(await this.phones.put(this.addressOf(digits), changes));
  }

  /** Sets the spelling under which the network knows the number; null: the digits themselves. */
  async spell(digits: string, registeredAs: string | null): Promise<void> {
    const other = registeredAs === digits ? null : registeredAs;
    if (!(await this.phones.spell(digits, other))) {
      throw new Refusal(
        409,
        'Set registered_as before a device is linked, and to a number that has no other spelling itself.',
      );
    }
    const before = this.registeredSpellings.get(digits);
    this.registeredSpellings.delete(digits);
    if (other !== null) this.registeredSpellings.set(digits, other);
    if (before !== undefined) await this.put(before, {});
    await this.put(digits, {});
  }

  /** Returns the spelling that was set for this number; null if none was, so that each spelling is a number of its own. */
  registeredAs(digits: string): string | null {
    if ((this.notable.get(digits)?.other_spellings.length ?? 0) > 0) return digits;
    return this.registeredSpellings.get(digits) ?? null;
  }

  /** Returns the number as the network spells it. */
  addressOf(digits: string): string {
    return this.registeredSpellings.get(digits) ?? digits;
  }

  isRegistered(digits: string): boolean {
    return this.notable.get(digits)?.registered ?? true;
  }

  /** Returns the number of an address that a device may send to; null when the network does not know it. */
  reached(address: string): string | null {
    const digits = isUserId(address) ? this.byUserId.get(address) : address;
    return digits !== undefined && this.addressOf(digits) === digits && this.isRegistered(digits)
      ? digits
      : null;
  }

  demandsPasskey(digits: string): boolean {
    return this.notable.get(digits)?.passkey ?? false;
  }

  canReact(digits: string): boolean {
    return this.notable.get(digits)?.can_react ?? true;
  }

  /** Returns how messages name the person. */
  namesOf(digits: string): PersonNames {
    const phone = this.notable.get(digits);
    return phone?.has_hidden
      ? { digits: phone.hidden ? null : digits, userId: userIdOf(digits) }
      : { digits };
  }

  /** Returns until when the phone may not start new chats: Infinity until further notice, null if it may. */
  restrictedUntil(digits: string, now: number): number | null {
    const until = this.notable.get(digits)?.restricted_until_ms ?? null;
    return until !== null && until > now ? until : null;
  }

  private remember(phone: Phone): Phone {
    this.notable.set(phone.digits, phone);
    if (phone.has_hidden) this.byUserId.set(userIdOf(phone.digits), phone.digits);
    for (const spelling of phone.other_spellings) this.registeredSpellings.set(spelling, phone.digits);
    return phone;
  }
}
