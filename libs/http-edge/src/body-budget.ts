/** A request whose body is counted. */
export interface BodyHolder {
  /** Refuses the request and lets go of its body. */
  refuseBody(): void;
}

/**
 * Bounds the bytes of bodies that a server holds in memory at once. When they exceed the bound, the request that has
 * arrived for longest is refused: bodies of honest clients arrive within moments, and however much slow ones hold, those
 * go first.
 */
export class BodyBudget {
  /** In the order in which their first bytes arrived. */
  private readonly held = new Map<BodyHolder, number>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  reserve(holder: BodyHolder, bytes: number): void {
    this.held.set(holder, (this.held.get(holder) ?? 0) + bytes);
    this.total += bytes;
    while (this.total > this.maxBytes) this.refuseOldest();
  }

  giveBack(holder: BodyHolder): void {
    this.total -= this.held.get(holder) ?? 0;
    this.held.delete(holder);
  }

  private refuseOldest(): void {
    const [oldest] = this.held.keys();
    this.giveBack(oldest!);
    oldest!.refuseBody();
  }
}
