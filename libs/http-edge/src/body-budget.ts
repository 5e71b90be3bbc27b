/** A request whose body is counted. */
export interface BodyHolder {
  /** Refuses the request and lets go of its body. */
  refuseBody(): void;
}

/**
 * Bounds the bytes of bodies that a server holds in memory at once. When they exceed the bound, the request that holds
 * most is refused: strangers can fill the memory with large bodies only, and those of honest clients are short-lived.
 */
export class BodyBudget {
  private readonly held = new Map<BodyHolder, number>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  take(holder: BodyHolder, bytes: number): void {
    this.held.set(holder, (this.held.get(holder) ?? 0) + bytes);
    this.total += bytes;
    while (this.total > this.maxBytes) this.refuseLargest();
  }

  giveBack(holder: BodyHolder): void {
    this.total -= this.held.get(holder) ?? 0;
    this.held.delete(holder);
  }

  private refuseLargest(): void {
    const [first, ...others] = this.held;
    const [largest] = others.reduce((most, one) => (one[1] > most[1] ? one : most), first!);
    this.giveBack(largest);
    largest.refuseBody();
  }
}
