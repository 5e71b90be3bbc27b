import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops, type BackgroundLoop } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { SyncedTemplates, SyncTemplates } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { CONFIG, LOGGER, systemContext, type Logger } from '@chat/service-kit';
import { ChatAccountsRepository, type ChatAccount } from '../channels/chat-accounts.repository';
import { ChatAccountsService } from '../channels/chat-accounts.service';
import type { TemplatesConfig } from '../config';
import { AccountSync, type Counts } from './account-sync';

const POLL_MS = 1_000;
/** Delay before a failed sync is retried. */
const RETRY_MS = 60_000;
const SYNC_TIMEOUT_MS = 5 * 60_000;

/** Decides which provider accounts are synced, and when. */
@Injectable()
export class SyncService {
  private readonly loop: BackgroundLoop;

  constructor(
    loops: BackgroundLoops,
    private readonly accounts: ChatAccountsRepository,
    private readonly channels: ChatAccountsService,
    private readonly accountSync: AccountSync,
    @Inject(CONFIG) private readonly config: TemplatesConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = loops.add({ name: 'template-sync', round: () => this.round(), everyMs: POLL_MS });
  }

  /** Starts the next round soon, because a provider account seems to differ from what is stored. */
  wake(): void {
    this.loop.wake();
  }

  /** Syncs one provider account, or all of the account's provider accounts that have a connected number. */
  async sync(
    { chat_account_id: channelId }: SyncTemplates,
    context: RequestContext,
  ): Promise<SyncedTemplates> {
    const due =
      channelId === undefined
        ? firstOfEachWaba(await this.accounts.ofAccount(context.account.id))
        : [await this.channels.require(channelId, context)];
    const total = { accounts: 0, templates: 0, created: 0, updated: 0, deleted: 0 };
    let unread: AppError | null = null;
    for (const account of due) {
      // Keeps the loop from reading the same account concurrently.
      await this.accounts.scheduleSync(account.accountId, account.wabaId, RETRY_MS);
      try {
        const counts = await this.syncAccount(account, context);
        total.accounts += 1;
        for (const name of ['templates', 'created', 'updated', 'deleted'] as const)
          total[name] += counts[name];
      } catch (error) {
        if (!isNotConnected(error)) throw error;
        unread = error;
      }
    }
    if (unread && total.accounts === 0) throw unread;
    return total;
  }

  private async round(): Promise<boolean> {
    const account = await this.accounts.takeDue(SYNC_TIMEOUT_MS);
    if (!account) return false;
    try {
      await this.syncAccount(account, systemContext(account.accountId, { timeoutMs: SYNC_TIMEOUT_MS }));
    } catch (error) {
      // Expected for a disconnected number, whose status is reported elsewhere; the sync is retried.
      const level = isNotConnected(error) ? 'debug' : 'warn';
      const { accountId, channelId } = account;
      this.logger[level](
        { error, accountId, channelId },
        'the templates of a provider account were not read',
      );
      await this.accounts.scheduleSync(accountId, account.wabaId, RETRY_MS);
    }
    return true;
  }

  private async syncAccount(account: ChatAccount, context: RequestContext): Promise<Counts> {
    const { counts, startedAt } = await this.accountSync.run(account, context);
    await this.accounts.scheduleNextSync(account, this.config.TEMPLATE_SYNC_INTERVAL_MS, startedAt);
    return counts;
  }
}

/** Whether the provider account could not be read because it has no connected number. */
function isNotConnected(error: unknown): error is AppError {
  return error instanceof AppError && error.details.reason === 'channel_not_connected';
}

function firstOfEachWaba(accounts: ChatAccount[]): ChatAccount[] {
  return [...new Map([...accounts].reverse().map((account) => [account.wabaId, account])).values()];
}
