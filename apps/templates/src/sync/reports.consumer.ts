import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import { templateReported, type TemplateReport } from '@chat/contracts/cloud-connector';
import { ChatAccountsRepository } from '../channels/chat-accounts.repository';
import { TemplateChangesService } from '../templates/template-changes.service';
import type { TemplateRow } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';
import { isOtherwise } from './difference.rules';
import { isAbout, isDeletion, saidOf } from './reports.rules';
import { SyncService } from './sync.service';

/** Applies reports on templates, which the provider sends on its own or which result from a refused send. */
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
      bindings: [on(templateReported, ({ accountid, data }, tx) => this.handle(Number(accountid), data, tx))],
    });
  }

  private async handle(accountId: number, report: TemplateReport, tx: Transaction): Promise<void> {
    const { waba_id: wabaId, name, language } = report;
    const rows = await this.templates.lockNamed(accountId, wabaId, [name], tx.manager);
    const row = rows.find((one) => one.language === language);
    if (row && report.kind === 'missing') await this.changes.outdate(row, tx);
    if (row && (await this.apply(row, report, tx))) return;
    // Bad values of a caller are refused alike, as often as it sends them. The next send reads this template only.
    if (row && report.value === 'parameters') return;
    // The template is unknown here or differs from its row: the provider's list has the truth.
    await this.accounts.scheduleSync(accountId, wabaId, 0, tx.manager);
    tx.afterCommit(() => this.sync.wake());
  }

  /**
   * Applies a report. Reports arrive in any order and more than once, and some are about an earlier template of the
   * same name.
   * @returns false when only the provider's list can tell the current state.
   */
  private async apply(row: TemplateRow, report: TemplateReport, tx: Transaction): Promise<boolean> {
    if (!isAbout(row, report)) return false;
    if (isDeletion(report)) {
      await this.changes.remove(row, tx);
      return true;
    }
    const live = await this.acceptedAs(report.provider_template_id, row, tx);
    if (live.state === 'submitting') return false;
    const [at, known] = [new Date(report.at), live.reported_at];
    // Only status reports count: they end a review, a category does not.
    const reports = live.reports + (report.kind === 'status' ? 1 : 0);
    const isNew = known === null || known < at;
    const said = saidOf(live, report);
    if (!isOtherwise(live, said)) {
      if (isNew) await this.templates.recordReport(live, { reports, reported_at: at }, tx.manager);
      return true;
    }
    if (known !== null && known > at) return false;
    await this.changes.change(live, { ...said, reports, reported_at: at }, tx);
    // The order of two reports with the same timestamp is unknown.
    return isNew;
  }

  /** Accepts an unanswered submission upon a status, unless the status is a late one of a deleted template. */
  private async acceptedAs(id: string | null, row: TemplateRow, tx: Transaction): Promise<TemplateRow> {
    if (row.state !== 'submitting' || id === null) return row;
    return this.changes.accept(row, { id, status: 'PENDING', category: row.category }, tx);
  }
}
