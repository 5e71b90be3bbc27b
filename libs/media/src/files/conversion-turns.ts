import { AccountSlots } from '@chat/flow';
import { AppError } from '@chat/errors';

/** The key of the slots that all accounts share. */
const ALL_ACCOUNTS = 0;

/**
 * Limits how many conversions run concurrently: one per account, and few in total. Only one per account waits for the shared
 * slots, so accounts take turns, however many conversions one of them requests.
 */
export class ConversionTurns {
  private readonly ofAccount = new AccountSlots(1);
  private readonly ofAll: AccountSlots;

  constructor(
    atOnce: number,
    private readonly patienceMs: number,
  ) {
    this.ofAll = new AccountSlots(atOnce);
  }

  /** @throws AppError `service_unavailable` if no slot is free in time; then the work was not started. */
  async run<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.patienceMs;
    const holding = (slots: AccountSlots, key: number, doing: () => Promise<T>) =>
      slots.run(key, doing, { timeoutMs: until - performance.now(), refusal: busy });
    return holding(this.ofAccount, accountId, () => holding(this.ofAll, ALL_ACCOUNTS, work));
  }
}

function busy(): AppError {
  return new AppError('service_unavailable');
}
