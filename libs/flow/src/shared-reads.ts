interface Turn<T> {
  hasBegun: boolean;
  result: Promise<T>;
}

/**
 * Shares expensive reads among concurrent callers, such as the count of a list. While a read runs, all callers with the
 * same key wait for the next one and share it. A read starts after all callers that get its result have asked, so each
 * of them sees what was committed before.
 */
export class SharedReads<T> {
  /** The latest read of each key, until it ends. */
  private readonly latest = new Map<string, Turn<T>>();

  /** @param key identical for reads that may share a result. */
  ask(key: string, read: () => Promise<T>): Promise<T> {
    const latest = this.latest.get(key);
    if (latest && !latest.hasBegun) return latest.result;
    const turn = { hasBegun: false } as Turn<T>;
    const begin = () => {
      turn.hasBegun = true;
      return read();
    };
    // A failed read fails for the callers that share it, but not for the next read.
    turn.result = (latest ? latest.result.then(begin, begin) : begin()).finally(() => {
      if (this.latest.get(key) === turn) this.latest.delete(key);
    });
    this.latest.set(key, turn);
    return turn.result;
  }
}
