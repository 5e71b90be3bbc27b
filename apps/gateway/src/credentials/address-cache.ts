import { parseAddress, type Address } from './address.rules';

const MAX_ENTRIES = 1_000;

/** The addresses that requests came from lately, parsed: they are few, and to parse one takes 20 µs. */
export class AddressCache {
  private readonly parsed = new Map<string, Address>();

  /** @returns null for a text that is no address; that is not kept. */
  parse(text: string): Address | null {
    const known = this.parsed.get(text);
    if (known) return known;
    const address = parseAddress(text);
    if (address) this.keep(text, address);
    return address;
  }

  private keep(text: string, address: Address): void {
    if (this.parsed.size === MAX_ENTRIES) this.parsed.clear();
    this.parsed.set(text, address);
  }
}
