import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops, Transactions, type BackgroundLoop, type Transaction } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { ProviderTemplate } from '@chat/contracts/cloud-connector';
import type { SyncedTemplates, SyncTemplates } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { CONFIG, LOGGER, systemContext, type Logger } from '@chat/service-kit';
import { ChatAccountsRepository, type ChatAccount } from '../channels/chat-accounts.repository';
import { ChatAccountsService } from '../channels/chat-accounts.service';
import type { TemplatesConfig } from '../config';
import { statusOf } from '../drafts/status.rules';
import { ProviderTemplatesClient } from '../provider/provider.client';
import { fromProvider, TemplateChangesService } from '../templates/template-changes.service';
import type { TemplateRow } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';
import { isOtherwise } from './difference.rules';
import { SeenRepository } from './seen.repository';

const POLL_MS = 1_000;
/** Delay before a failed sync is retried. */
const RETRY_MS = 60_000;
const SYNC_TIMEOUT_MS = 5 * 60_000;
const BATCH_SIZE = 100;

type Counts = Pick<SyncedTemplates, 'templates' | 'created' | 'updated' | 'deleted'>;

/** Syncs the stored templates with the provider's list. */
@Injectable()
export class SyncService {
  private readonly loop: BackgroundLoop;

  constructor(
    loops: BackgroundLoops,
    private readonly accounts: ChatAccountsRepository,
    private readonly channels: ChatAccountsService,
    private readonly provider: ProviderTemplatesClient,
    private readonly templates: TemplatesRepository,
    private readonly seen: SeenRepository,
    private readonly changes: TemplateChangesService,
    private readonly transactions: Transactions,
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
    const counts = { templates: 0, created: 0, updated: 0, deleted: 0 };
    const startedAt = await this.templates.now();
    let after: string | null = null;
    do {
      const page = await this.provider.page(account.channelId, after, context);
      const there = page.templates.filter(({ status }) => statusOf(status) !== 'DELETED');
      counts.templates += there.length;
      await this.transactions.run(context, (tx) => this.takePage(account, there, startedAt, counts, tx));
      ({ after } = page);
    } while (after !== null);
    counts.deleted = await this.removeUnseen(account, startedAt, context);
    await this.accounts.scheduleNextSync(account, this.config.TEMPLATE_SYNC_INTERVAL_MS, startedAt);
    return counts;
  }

  private async takePage(
    { accountId, wabaId }: ChatAccount,
    page: ProviderTemplate[],
    startedAt: Date,
    counts: Counts,
    tx: Transaction,
  ): Promise<void> {
    const names = [...new Set(page.map(({ name }) => name))];
    const known = await this.templates.lockNamed(accountId, wabaId, names, tx.manager);
    const rows = new Map(known.map((row) => [`${row.name}/${row.language}`, row]));
    const ended = await this.templates.ended(
      accountId,
      page.map(({ id }) => id),
      tx.manager,
    );
    const unchanged: number[] = [];
    for (const template of page) {
      const row = rows.get(`${template.name}/${template.language}`);
      const endedAt = ended.get(template.id);
      const isKnown = row?.provider_template_id === template.id;
      if (endedAt && !isKnown && (row || endedAt >= startedAt)) {
        // It was deleted while the list was read, or before another template took the name: the list is stale.
        if (row) unchanged.push(row.id);
      } else if (!row) {
        const { name, language } = template;
        const named = { account_id: accountId, waba_id: wabaId, name, language };
        const values = { ...named, ...fromProvider(template), sample: null, state: 'live' as const };
        if (await this.changes.learn(values, tx)) counts.created += 1;
      } else if (await this.takeOne(row, template, startedAt, tx)) counts.updated += 1;
      else unchanged.push(row.id);
    }
    await this.seen.mark(accountId, unchanged, tx.manager);
  }

  /**
   * Applies one template of the list, unless we changed the template while the list was read.
   * @returns whether clients see a change.
   */
  private async takeOne(
    row: TemplateRow,
    template: ProviderTemplate,
    startedAt: Date,
    tx: Transaction,
  ): Promise<boolean> {
    const isNewer = row.state !== 'submitting' && row.updated_at.getTime() >= startedAt.getTime();
    const values = fromProvider(template, row);
    if (isNewer || (row.state !== 'submitting' && !isOtherwise(row, values))) return false;
    const accepted = await this.changes.accept(row, template, tx);
    const changed = await this.changes.change(accepted, { ...values, reported_at: startedAt }, tx);
    return changed.updated_at > row.updated_at;
  }

  /** Removes templates that existed before the list was read and are not in it. @returns how many. */
  private async removeUnseen(
    account: ChatAccount,
    startedAt: Date,
    context: RequestContext,
  ): Promise<number> {
    for (let removed = 0; ;) {
      const batch = await this.transactions.run(context, async (tx) => {
        const rows = await this.seen.lockUnseen(account, startedAt, BATCH_SIZE, tx.manager);
        for (const row of rows) await this.changes.remove(row, tx);
        return rows.length;
      });
      removed += batch;
      if (batch < BATCH_SIZE) return removed;
    }
  }
}

/** Whether the provider account could not be read because it has no connected number. */
function isNotConnected(error: unknown): error is AppError {
  return error instanceof AppError && error.details.reason === 'channel_not_connected';
}

function firstOfEachWaba(accounts: ChatAccount[]): ChatAccount[] {
  return [...new Map([...accounts].reverse().map((account) => [account.wabaId, account])).values()];
}
