/** Callers that wait for an acknowledgement of the network, by the id of what is acknowledged. */
export class AwaitedAcks {
  private readonly waiting = new Map<string, ((isTaken: boolean) => void)[]>();

  /** @returns false when no acknowledgement came in time. */
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

  /** Settles all callers with false, since no more acknowledgements will come. */
  end(): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, false);
  }
}
