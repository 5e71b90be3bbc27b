import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops, Transactions, type Transaction } from '@chat/bus';
import type { ProviderTemplate } from '@chat/contracts/cloud-connector';
import { CONFIG, LOGGER, systemContext, type Logger } from '@chat/service-kit';
import type { TemplatesConfig } from '../config';
import { notTaken } from '../idempotency-keys/outcomes';
import { ProviderTemplatesClient } from '../provider/provider.client';
import { TemplateChangesService } from '../templates/template-changes.service';
import type { TemplateRow } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';
import { SeenRepository } from './seen.repository';

const ROUND_MS = 1_000;
const FORGET_MS = 60 * 60 * 1000;
const BATCH_SIZE = 20;
/** Longer than one lookup at the provider may take. */
const RETRY_MS = 15_000;
const FORGET_BATCH = 1_000;

/**
 * Finds templates whose outcome at the provider is unknown (a process died, an answer was lost) and checks whether the
 * provider has them. Nothing is submitted or deleted a second time.
 */
@Injectable()
export class SettlementService {
  constructor(
    loops: BackgroundLoops,
    private readonly seen: SeenRepository,
    private readonly templates: TemplatesRepository,
    private readonly changes: TemplateChangesService,
    private readonly provider: ProviderTemplatesClient,
    private readonly transactions: Transactions,
    @Inject(CONFIG) private readonly config: TemplatesConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    loops.add({ name: 'template-settlement', round: () => this.round(), everyMs: ROUND_MS });
    loops.add({
      name: 'template-forgetting',
      round: async () => (await seen.forget(FORGET_BATCH)) === FORGET_BATCH,
      everyMs: FORGET_MS,
    });
  }

  private async round(): Promise<boolean> {
    const due = await this.seen.takeUnsettled(BATCH_SIZE, RETRY_MS);
    await Promise.all(due.map((one) => this.settle(one)));
    return due.length === BATCH_SIZE;
  }

  private async settle({ account_id: accountId, id }: { account_id: number; id: number }): Promise<void> {
    try {
      await this.lookUp(accountId, id);
    } catch (error) {
      this.logger.warn({ error, accountId, templateId: id }, 'a template is not settled yet');
    }
  }

  private async lookUp(accountId: number, id: number): Promise<void> {
    const row = await this.templates.find(accountId, id);
    if (!row?.pending_since || row.channel_id === null) return;
    const context = systemContext(accountId);
    const found = await this.provider.find(row.channel_id, row, context);
    await this.transactions.run(context, async (tx) => {
      const locked = await this.templates.lock(accountId, id, tx.manager);
      if (locked.state === 'submitting') await this.endSubmission(locked, found, tx);
      if (locked.state === 'deleting') await this.endDeletion(locked, found, tx);
    });
  }

  private async endSubmission(row: TemplateRow, found: ProviderTemplate | null, tx: Transaction) {
    const { state } = found ? await this.changes.accept(row, found, tx) : row;
    if (state === 'submitting' && this.isOver(row)) {
      await this.changes.change(row, { state: 'refused', refusal: notTaken().toBody() }, tx);
    }
  }

  private async endDeletion(row: TemplateRow, found: ProviderTemplate | null, tx: Transaction) {
    // Another template of this name was created elsewhere; the next sync adds it.
    if (found?.id !== row.provider_template_id) await this.changes.remove(row, tx);
    else if (this.isOver(row)) await this.changes.change(row, { state: 'live' }, tx);
  }

  /** Returns whether an unanswered request was sent too long ago to still take effect. */
  private isOver({ pending_since: since }: TemplateRow): boolean {
    return since !== null && Date.now() - since.getTime() > this.config.TEMPLATE_GIVE_UP_MS;
  }
}
