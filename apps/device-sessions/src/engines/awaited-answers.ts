/** Callers that wait for answers of the network, by the id of what is answered. */
export class AwaitedAnswers<T> {
  private readonly waiting = new Map<string, ((answer: T | null) => void)[]>();

  /** @returns null when no answer came in time, or none will come any more. */
  wait(id: string, timeoutMs: number): Promise<T | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(id, null), timeoutMs);
      const settle = (answer: T | null) => {
        clearTimeout(timer);
        resolve(answer);
      };
      this.waiting.set(id, [...(this.waiting.get(id) ?? []), settle]);
    });
  }

  /** @returns whether anybody still waited. */
  settle(id: string, answer: T | null): boolean {
    const settled = this.waiting.get(id) ?? [];
    this.waiting.delete(id);
    settled.forEach((settle) => settle(answer));
    return settled.length > 0;
  }

  /** Settles all callers, since no more answers will come. */
  end(): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, null);
  }
}
