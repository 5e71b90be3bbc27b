import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { ProviderTemplate } from '@chat/contracts/cloud-connector';
import type { SyncedTemplates } from '@chat/contracts/templates';
import type { ChatAccount } from '../channels/chat-accounts.repository';
import { statusOf } from '../drafts/status.rules';
import { ProviderTemplatesClient } from '../provider/provider.client';
import { fromProvider, TemplateChangesService } from '../templates/template-changes.service';
import type { TemplateRow } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';
import { isOtherwise } from './difference.rules';
import { SeenRepository } from './seen.repository';

const BATCH_SIZE = 100;

export type Counts = Pick<SyncedTemplates, 'templates' | 'created' | 'updated' | 'deleted'>;

/** Syncs the stored templates of a provider account with the provider's list. */
@Injectable()
export class AccountSync {
  constructor(
    private readonly provider: ProviderTemplatesClient,
    private readonly templates: TemplatesRepository,
    private readonly seen: SeenRepository,
    private readonly changes: TemplateChangesService,
    private readonly transactions: Transactions,
  ) {}

  /** @returns what changed, and when the list began to be read. */
  async run(account: ChatAccount, context: RequestContext): Promise<{ counts: Counts; startedAt: Date }> {
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
    return { counts, startedAt };
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
    const read: number[] = [];
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
      } else {
        if (await this.takeOne(row, template, startedAt, tx)) counts.updated += 1;
        else unchanged.push(row.id);
        if (!isNewer(row, startedAt)) read.push(row.id);
      }
    }
    await this.seen.mark(accountId, unchanged, tx.manager);
    await this.templates.read(accountId, read, startedAt, tx.manager);
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
    const values = fromProvider(template, row);
    if (isNewer(row, startedAt) || (row.state !== 'submitting' && !isOtherwise(row, values))) return false;
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

/** Whether a template changed here while the list was read, which may be older. */
function isNewer({ state, updated_at: updatedAt }: TemplateRow, startedAt: Date): boolean {
  return state !== 'submitting' && updatedAt.getTime() >= startedAt.getTime();
}
