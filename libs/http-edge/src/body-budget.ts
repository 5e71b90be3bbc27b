/** A request whose body is counted. */
export interface BodyHolder {
  /** Refuses the request and releases its body. */
  refuseBody(): void;
}

/**
 * Limits the bytes of bodies that a server holds in memory. Beyond the limit, the request that has been arriving for
 * longest is refused: ordinary bodies arrive within moments, so slow ones are refused first, whatever memory they hold.
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
