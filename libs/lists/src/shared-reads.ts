interface Turn<T> {
  hasBegun: boolean;
  result: Promise<T>;
}

/**
 * Reads that cost much and that many ask for at once, such as the count of a list. While one runs, all who ask for the
 * same wait for the next and share it. A read begins after everybody who gets its result has asked, so each sees what
 * was committed before.
 */
export class SharedReads<T> {
  /** The latest read of each key, until it is over. */
  private readonly latest = new Map<string, Turn<T>>();

  /** @param key the same for reads that may share a result. */
  ask(key: string, read: () => Promise<T>): Promise<T> {
    const latest = this.latest.get(key);
    if (latest && !latest.hasBegun) return latest.result;
    const turn = { hasBegun: false } as Turn<T>;
    const begin = () => {
      turn.hasBegun = true;
      return read();
    };
    // A read that fails fails for those who shared it, not for the next.
    turn.result = (latest ? latest.result.then(begin, begin) : begin()).finally(() => {
      if (this.latest.get(key) === turn) this.latest.delete(key);
    });
    this.latest.set(key, turn);
    return turn.result;
  }
}
