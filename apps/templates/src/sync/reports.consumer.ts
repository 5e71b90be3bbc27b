import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import { templateReported, type TemplateReport } from '@chat/contracts/cloud-connector';
import { ChatAccountsRepository } from '../channels/chat-accounts.repository';
import { categoryOf, reasonOf, statusOf } from '../drafts/status.rules';
import { TemplateChangesService } from '../templates/template-changes.service';
import type { TemplateRow } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';
import { SyncService } from './sync.service';

/** Takes in what the provider says of templates by itself, or when it refuses to send one. */
@Injectable()
export class ReportsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly accounts: ChatAccountsRepository,
    private readonly templates: TemplatesRepository,
    private readonly changes: TemplateChangesService,
    private readonly sync: SyncService,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'templates-reports',
      subject: templateReported.subject,
      bindings: [on(templateReported, ({ accountid, data }, tx) => this.take(Number(accountid), data, tx))],
    });
  }

  private async take(accountId: number, report: TemplateReport, tx: Transaction): Promise<void> {
    const { waba_id: wabaId, name, language } = report;
    const rows = await this.templates.lockNamed(accountId, wabaId, [name], tx.manager);
    const row = rows.find((one) => one.language === language);
    // A template that nobody here knows, or is not as we know it: the list of the provider tells more.
    if (!row || report.kind === 'missing') {
      await this.accounts.scheduleSync(accountId, wabaId, 0, tx.manager);
      tx.afterCommit(() => this.sync.wake());
      return;
    }
    await this.apply(row, report, tx);
  }

  /** Reports come in any order, and more than once. */
  private async apply(
    row: TemplateRow,
    { kind, value, reason, ...report }: TemplateReport,
    tx: Transaction,
  ): Promise<void> {
    const at = new Date(report.at);
    const said = value ?? '';
    if (kind === 'category') {
      const category = categoryOf(said, row.category);
      if (category !== row.category) await this.changes.change(row, { category }, tx);
      return;
    }
    if (row.reported_at !== null && row.reported_at.getTime() > at.getTime()) return;
    const status = statusOf(said);
    const id = report.provider_template_id ?? row.provider_template_id;
    if (row.state === 'submitting' && id === null) return;
    const live =
      row.state === 'submitting'
        ? await this.changes.accept(row, { id: id!, status: 'PENDING', category: row.category }, tx)
        : row;
    const heard = { reports: live.reports + 1, reported_at: at };
    if (status === 'DELETED') {
      await this.changes.change(
        live,
        { ...heard, state: 'deleted', status: 'DISABLED', provider_status: said },
        tx,
      );
      return;
    }
    await this.changes.change(
      live,
      {
        ...heard,
        status,
        provider_status: said,
        rejection_reason: status === 'REJECTED' ? reasonOf(reason) : null,
      },
      tx,
    );
  }
}
