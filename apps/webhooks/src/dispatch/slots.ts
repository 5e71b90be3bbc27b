/** The requests that run at once in this process, counted by endpoint. */
export class Slots {
  private readonly taken = new Map<number, number>();
  private total = 0;

  constructor(private readonly size: number) {}

  get free(): number {
    return this.size - this.total;
  }

  takenBy(webhookId: number): number {
    return this.taken.get(webhookId) ?? 0;
  }

  take(webhookId: number): void {
    this.total += 1;
    this.taken.set(webhookId, this.takenBy(webhookId) + 1);
  }

  release(webhookId: number): void {
    this.total -= 1;
    const left = this.takenBy(webhookId) - 1;
    if (left > 0) this.taken.set(webhookId, left);
    else this.taken.delete(webhookId);
  }
}
