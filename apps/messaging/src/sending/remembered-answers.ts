/** The cache TTL in milliseconds if no notice ends an entry earlier: a notice can be lost. */
const MAX_AGE_MS = 1_000;
/** More than are requested within that time. */
const MAX_ANSWERS = 10_000;

interface Answer<T> {
  value: Promise<T>;
  /** By `performance.now()`. */
  until: number;
}

/**
 * A short-lived cache of another service's replies. A notice of any change to an account clears its entries, before
 * anyone who learned of the change can request a send.
 */
export class RememberedAnswers<T> {
  /** By account, then by request. */
  private answers = new Map<number, Map<string, Answer<T>>>();
  private count = 0;

  /** @param isOfUse whether a reply may be cached; refusals never are. */
  constructor(private readonly isOfUse: (value: T) => boolean = () => true) {}

  forget(accountId: number): void {
    this.answers.delete(accountId);
  }

  async ask(accountId: number, question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.answers.get(accountId)?.get(question);
    if (known && known.until > performance.now()) return known.value;
    const value = ask();
    const answers = this.answersOf(accountId);
    answers.set(question, { value, until: performance.now() + MAX_AGE_MS });
    const isOfUse = await value.then(this.isOfUse, () => false);
    if (!isOfUse && answers.get(question)?.value === value) answers.delete(question);
    return value;
  }

  private answersOf(accountId: number): Map<string, Answer<T>> {
    if (this.count >= MAX_ANSWERS) {
      this.answers = new Map();
      this.count = 0;
    }
    this.count += 1;
    const answers = this.answers.get(accountId) ?? new Map<string, Answer<T>>();
    this.answers.set(accountId, answers);
    return answers;
  }
}
