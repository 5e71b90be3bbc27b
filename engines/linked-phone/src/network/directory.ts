import { jidDecode } from '@whiskeysockets/baileys';
import type { LinkedDevice } from './linked-device';
import { Phone } from './phone';

/** Who is on the network. */
export class Directory {
  private readonly byDigits = new Map<string, Phone>();
  private readonly byLid = new Map<string, Phone>();
  private readonly absent = new Set<string>();

  /** Keeps this number off the network for ever. */
  exclude(digits: string): void {
    this.absent.add(digits);
  }

  isAbsent(digits: string): boolean {
    return this.absent.has(digits);
  }

  /** Returns the phone of this number, which comes to the network now if it was not there. */
  phone(digits: string): Phone {
    const known = this.byDigits.get(digits);
    if (known) return known;
    const phone = new Phone(digits, `Owner of ${digits.slice(-4)}`);
    this.byDigits.set(digits, phone);
    this.byLid.set(phone.lidDigits, phone);
    return phone;
  }

  phones(): readonly Phone[] {
    return [...this.byDigits.values()];
  }

  /** Returns the phone that an address belongs to, whichever of its devices it names. */
  find(jid: string): Phone | null {
    const { user = '', server } = jidDecode(jid) ?? {};
    return (server === 'lid' ? this.byLid : this.byDigits).get(user) ?? null;
  }

  findNumber(digits: string): Phone | null {
    return this.byDigits.get(digits) ?? null;
  }

  /** Returns the linked device that an address names; null if it names a phone itself, or nobody. */
  findDevice(jid: string): LinkedDevice | null {
    const number = jidDecode(jid)?.device ?? 0;
    return this.find(jid)?.devices.get(number) ?? null;
  }
}
