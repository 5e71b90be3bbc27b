/** Those who wait for the network's word on something that it knows by an id. */
export class AwaitedAcks {
  private readonly waiting = new Map<string, ((isTaken: boolean) => void)[]>();

  /** @returns false when no word came in that time. */
  wait(id: string, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      const settle = (isTaken: boolean) => {
        clearTimeout(timer);
        resolve(isTaken);
      };
      this.waiting.set(id, [...(this.waiting.get(id) ?? []), settle]);
    });
  }

  settle(id: string, isTaken: boolean): void {
    const settled = this.waiting.get(id) ?? [];
    this.waiting.delete(id);
    settled.forEach((settle) => settle(isTaken));
  }

  /** Nothing more comes. */
  end(): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, false);
  }
}
