import type { ByteBudget } from '@chat/flow';
import { AppError } from '@chat/errors';

/** How long a write waits for memory. */
const WAIT_MS = 5_000;

/** The memory of one write, from a budget that it shares with all writes of this process. */
export class WriteMemory {
  private taken = 0;

  constructor(
    private readonly budget: ByteBudget,
    private readonly accountId: number,
  ) {}

  /**
   * @throws AppError if none is released in time: `rate_limit_exceeded` if other files of the account hold some,
   * otherwise `service_unavailable`.
   */
  async acquire(bytes: number): Promise<void> {
    if (!(await this.budget.acquire(this.accountId, bytes, WAIT_MS))) throw this.refusal();
    this.taken += bytes;
  }

  release(bytes: number): void {
    this.taken -= bytes;
    this.budget.release(this.accountId, bytes);
  }

  releaseAll(): void {
    this.release(this.taken);
  }

  private refusal(): AppError {
    const hasOthers = this.budget.takenBy(this.accountId) > this.taken;
    return new AppError(hasOthers ? 'rate_limit_exceeded' : 'service_unavailable', {
      message: hasOthers
        ? 'Too many files of this account arrive slowly. Wait for one to end, then send this one again.'
        : 'Too many files arrive at the same time. Nothing was done. Send this one again.',
      retry_after: WAIT_MS / 1_000,
    });
  }
}
