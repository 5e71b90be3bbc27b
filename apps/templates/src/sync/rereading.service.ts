import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { SharedReads } from '@chat/flow';
import { ProviderTemplatesClient } from '../provider/provider.client';
import { fromProvider, TemplateChangesService } from '../templates/template-changes.service';
import type { TemplateRow, VisibleTemplate } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';
import { isOtherwise } from './difference.rules';

/** Each reading is in vain only if the template changes here meanwhile. */
const MAX_READINGS = 3;

/** Reads templates again that may be different at the provider, so that nobody gets another text than is stored. */
@Injectable()
export class RereadingService {
  private readonly readings = new SharedReads<TemplateRow>();

  constructor(
    private readonly provider: ProviderTemplatesClient,
    private readonly templates: TemplatesRepository,
    private readonly changes: TemplateChangesService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Returns the template as the provider has it: the row, unless that is in doubt.
   * @throws AppError if the provider cannot be asked, and `not_found` if the template is gone there.
   */
  async current(row: VisibleTemplate, context: RequestContext): Promise<TemplateRow> {
    if (row.state !== 'live' || row.outdated_at === null) return row;
    const key = `${row.account_id}/${row.id}`;
    return this.readings.ask(key, () => this.reread(row, context));
  }

  private async reread({ account_id, id }: VisibleTemplate, context: RequestContext): Promise<TemplateRow> {
    for (let readings = 0; ; readings += 1) {
      const row = await this.templates.find(account_id, id);
      if (row?.channel_id == null || row.state === 'deleted') throw new AppError('not_found');
      if (row.state !== 'live' || row.outdated_at === null) return row;
      if (readings === MAX_READINGS) throw changing();
      await this.readOnce(row, row.channel_id, row.outdated_at, context);
    }
  }

  private async readOnce(
    row: TemplateRow,
    channelId: number,
    readAt: Date,
    context: RequestContext,
  ): Promise<void> {
    const found = await this.provider.find(channelId, row, context);
    await this.transactions.run(context, async (tx) => {
      const locked = await this.templates.lock(row.account_id, row.id, tx.manager);
      // What was read may be older than what changed it.
      if (locked.version !== row.version) return;
      if (!found) {
        await this.changes.remove(locked, tx);
        return;
      }
      const values = fromProvider(found, locked);
      if (isOtherwise(locked, values)) await this.changes.change(locked, values, tx);
      await this.templates.read(row.account_id, [row.id], readAt, tx.manager);
    });
  }
}

function changing(): AppError {
  return new AppError('service_unavailable', {
    message: 'The template is being changed. Send it again.',
  });
}
