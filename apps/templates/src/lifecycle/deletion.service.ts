import { Injectable } from '@nestjs/common';
import { Transactions, type Reply } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { DeletedTemplate } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { fingerprint, type Attempt, type Success } from '@chat/idempotency';
import { IdempotencyKeysService } from '../idempotency-keys/idempotency-keys.service';
import { deletedTemplate } from '../idempotency-keys/outcomes';
import { ProviderTemplatesClient } from '../provider/provider.client';
import { TemplateChangesService } from '../templates/template-changes.service';
import type { TemplateRow, VisibleTemplate } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';

/** Deletes templates at the provider, once per Idempotency-Key. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly provider: ProviderTemplatesClient,
    private readonly templates: TemplatesRepository,
    private readonly changes: TemplateChangesService,
    private readonly transactions: Transactions,
    private readonly keys: IdempotencyKeysService,
  ) {}

  async delete(templateId: string, context: RequestContext): Promise<Reply<DeletedTemplate>> {
    return this.keys.delete(context, fingerprint({ template_id: templateId }), async (attempt) => {
      const row = await this.templates.get(context.account.id, templateId);
      await this.record(row, context, attempt);
      const outcome = await this.provider.delete(
        { channelId: row.channel_id, providerTemplateId: row.provider_template_id!, name: row.name },
        context,
      );
      switch (outcome.kind) {
        case 'done':
          return this.end(row, context, attempt);
        case 'refused':
          await this.keep(row, context);
          throw outcome.error;
        case 'unknown':
          throw outcome.error;
      }
    });
  }

  private async record(
    { account_id, id, channel_id: channelId }: VisibleTemplate,
    context: RequestContext,
    attempt: Attempt,
  ) {
    await this.transactions.run(context, async (tx) => {
      const row = await this.templates.lock(account_id, id, tx.manager);
      if (row.state !== 'live')
        throw new AppError('conflict', { message: 'The template is already being deleted.' });
      await this.changes.change(row, { state: 'deleting' }, tx);
      await attempt.reach(tx.manager, { entityId: id, channelId });
      tx.record({ target: `templates/${id}` });
    });
  }

  private async end(
    { account_id, id }: TemplateRow,
    context: RequestContext,
    attempt: Attempt,
  ): Promise<Success<DeletedTemplate>> {
    return this.transactions.run(context, async (tx) => {
      const row = await this.templates.lock(account_id, id, tx.manager);
      if (row.state === 'deleting') await this.changes.remove(row, tx);
      const success = deletedTemplate({ id });
      await attempt.finish(tx.manager, success);
      return success;
    });
  }

  /** Restores the template, since the provider did nothing. */
  private async keep({ account_id, id }: TemplateRow, context: RequestContext): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      const row = await this.templates.lock(account_id, id, tx.manager);
      if (row.state === 'deleting') await this.changes.change(row, { state: 'live' }, tx);
    });
  }
}
