import { on, type BackgroundLoops, type EventConsumers, type Transaction } from '@chat/bus';
import { accountSuspensionChanged } from '@chat/contracts/gateway';
import { accountSuspended } from './account-suspended';
import type { SuspensionsRepository } from './suspensions.repository';

/** How late a replica learns of what another one consumed. */
const POLL_MS = 1_000;

type ResumedHandler = (accountId: number, tx: Transaction) => Promise<void>;

/**
 * The suspended accounts, as one service knows them: any replica writes what the gateway announced into the table
 * `suspended_accounts`, and every replica keeps a copy in memory that is at most about a second old, so that asking
 * costs nothing.
 */
export class SuspendedAccounts {
  private suspended: ReadonlySet<number> = new Set();
  private readonly resumedHandlers: ResumedHandler[] = [];

  constructor(
    private readonly service: string,
    private readonly repository: SuspensionsRepository,
    private readonly consumers: EventConsumers,
    private readonly loops: BackgroundLoops,
  ) {}

  has(accountId: number): boolean {
    return this.suspended.has(accountId);
  }

  /** @throws AppError `feature_disabled`, reason `account_suspended`. */
  refuse(accountId: number): void {
    if (this.has(accountId)) throw accountSuspended();
  }

  /** Adds work to the transaction by which an account resumes here. Call in constructors and bootstrap hooks. */
  onResumed(handle: ResumedHandler): void {
    this.resumedHandlers.push(handle);
  }

  /** Reads the table and follows it from then on. Resolves when it is read: nothing is served before. */
  async follow(): Promise<void> {
    await this.read();
    const loop = this.loops.add({ name: 'suspended-accounts', round: () => this.read(), everyMs: POLL_MS });
    this.consumers.consume({
      durable: `${this.service}-account-events`,
      subject: accountSuspensionChanged.subject,
      bindings: [
        on(accountSuspensionChanged, async ({ accountid, entityversion, data }, tx) => {
          const change = {
            accountId: Number(accountid),
            version: entityversion,
            isSuspended: data.is_suspended,
          };
          if (!(await this.repository.record(change, tx.manager))) return;
          if (!change.isSuspended) {
            for (const handle of this.resumedHandlers) await handle(change.accountId, tx);
          }
          tx.afterCommit(() => loop.wake());
        }),
      ],
    });
  }

  private async read(): Promise<void> {
    this.suspended = new Set(await this.repository.findSuspended());
  }
}
