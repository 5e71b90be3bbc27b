/** What each address may do within any window. */
export interface AddressLimit {
  readonly count: number;
  readonly windowMs: number;
}

const MAX_ADDRESSES = 50_000;
/** Of all addresses together; each takes 8 bytes. */
const MAX_TIMES = 2_000_000;

/**
 * Limits something per address (`ClientAddress.block`) in the memory of this process, exactly: no window of `windowMs`
 * ever contains more than `count`, however they are spread. For that it keeps up to `count` times per address, where
 * `AddressBudget` keeps one number but grants up to twice the count within a window.
 *
 * It takes less than 20 MB: beyond 50,000 addresses, or as many as may have two million times together (6,666 with a
 * count of 300), the address that spent longest ago is forgotten.
 */
export class SlidingAddressCount {
  /** When each address spent, oldest first. The addresses are in the order in which they last spent. */
  private readonly times = new Map<string, readonly number[]>();
  private readonly maxAddresses: number;

  constructor(private readonly limit: AddressLimit) {
    this.maxAddresses = Math.min(MAX_ADDRESSES, Math.floor(MAX_TIMES / limit.count));
  }

  /** Counts one. @returns 0, or the whole seconds until the oldest leaves the window; then nothing is counted. */
  spend(block: string): number {
    const now = performance.now();
    const { count, windowMs } = this.limit;
    const recent = (this.times.get(block) ?? []).filter((time) => time + windowMs > now);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= count) return Math.ceil((oldest + windowMs - now) / 1_000);
    // Unlike push and spread, concat reserves no room for more.
    this.keep(block, recent.concat(now));
    return 0;
  }

  /** The whole seconds until the address has at most `count` within the window; 0 if it has no more. */
  waitUntil(block: string, count: number): number {
    const now = performance.now();
    const { windowMs } = this.limit;
    const recent = (this.times.get(block) ?? []).filter((time) => time + windowMs > now);
    const leaving = recent.at(-count - 1);
    return leaving === undefined ? 0 : Math.ceil((leaving + windowMs - now) / 1_000);
  }

  /** Takes back the latest one that was counted. */
  refund(block: string): void {
    const times = this.times.get(block);
    if (times === undefined) return;
    if (times.length === 1) this.times.delete(block);
    else this.times.set(block, times.slice(0, -1));
  }

  private keep(block: string, times: readonly number[]): void {
    this.times.delete(block);
    this.times.set(block, times);
    if (this.times.size <= this.maxAddresses) return;
    for (const oldest of this.times.keys()) {
      this.times.delete(oldest);
      return;
    }
  }
}
