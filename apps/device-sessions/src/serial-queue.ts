/** Runs one piece of work at a time, in order of arrival; a failed one does not block the others. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}
