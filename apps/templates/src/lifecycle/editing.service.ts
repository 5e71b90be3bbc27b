import { Injectable } from '@nestjs/common';
import { changesNothing, Transactions } from '@chat/bus';
import type { Problems, RequestContext, StoredFile } from '@chat/contracts';
import { isMediaHeader, type Draft } from '@chat/contracts/template-drafts';
import type { Template, UpdateTemplate } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { fingerprint } from '@chat/idempotency';
import { ChatAccountsRepository } from '../channels/chat-accounts.repository';
import { toComponents } from '../drafts/components.rules';
import { draftProblems } from '../drafts/draft-problems';
import { keptButtons, readShape } from '../drafts/shape.rules';
import { ProviderTemplatesClient } from '../provider/provider.client';
import { BlobsRepository } from '../samples/blobs.repository';
import { SamplesService, type NamedFile } from '../samples/samples.service';
import { editedDraft } from './draft.mapper';
import { toTemplate } from '../templates/template.mapper';
import { shown, TemplateChangesService } from '../templates/template-changes.service';
import type { VisibleTemplate } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';

const underReview = { status: 'PENDING', provider_status: 'PENDING', rejection_reason: null } as const;

/** An edit that the provider accepted. */
interface Edit {
  draft: Draft;
  components: object[];
  sample: StoredFile | null;
  /** Reports from before this time are about the template before the edit. */
  startedAt: Date;
}

/** Edits templates at the provider, which reviews them again. */
@Injectable()
export class EditingService {
  constructor(
    private readonly samples: SamplesService,
    private readonly blobs: BlobsRepository,
    private readonly accounts: ChatAccountsRepository,
    private readonly provider: ProviderTemplatesClient,
    private readonly templates: TemplatesRepository,
    private readonly changes: TemplateChangesService,
    private readonly transactions: Transactions,
  ) {}

  /** @returns everything that is wrong with an edit, parts of which may be broken. */
  async review(
    templateId: string,
    body: UpdateTemplate,
    broken: readonly string[],
    context: RequestContext,
  ): Promise<Problems> {
    const row = await this.templates.get(context.account.id, templateId);
    return this.problemsOf(row, body, await this.samples.find(body, context), broken);
  }

  /**
   * Edits a template. An edit that changes nothing does not reach the provider, whose review would take the template
   * out of use.
   * @throws AppError `validation_error` with everything that is wrong.
   */
  async edit(templateId: string, body: UpdateTemplate, context: RequestContext): Promise<Template> {
    const row = await this.templates.get(context.account.id, templateId);
    if (fingerprint(editedDraft(row, body)).equals(fingerprint(editedDraft(row, {})))) {
      changesNothing(context);
      return toTemplate(row);
    }
    requireKnownShape(row, body);
    const named = await this.samples.find(body, context);
    this.problemsOf(row, body, named).throwIfAny();
    requireOpen(row);
    const draft = editedDraft(row, body);
    const { header_format: format } = draft;
    const given = isMediaHeader(format)
      ? await this.samples.obtain(row.account_id, format, body, named)
      : null;
    const sample = isMediaHeader(format) ? (given ?? row.sample) : null;
    const handle = sample && (await this.provider.upload(row.channel_id, sample, context));
    const components = toComponents(draft, handle);
    const startedAt = await this.templates.now();
    const outcome = await this.provider.edit(
      {
        channel_id: row.channel_id,
        provider_template_id: row.provider_template_id!,
        ...(draft.category !== row.category && { category: draft.category }),
        components,
      },
      context,
    );
    switch (outcome.kind) {
      case 'done':
        return this.record(row, { draft, components, sample, startedAt }, context);
      case 'refused':
        throw outcome.error;
      case 'unknown':
        // The next sync shows the outcome.
        await this.accounts.scheduleSync(row.account_id, row.waba_id, 0);
        throw outcome.error;
    }
  }

  private problemsOf(
    row: VisibleTemplate,
    body: UpdateTemplate,
    named: NamedFile,
    broken: readonly string[] = [],
  ): Problems {
    const draft = editedDraft(row, body);
    const isOtp = draft.category === 'AUTHENTICATION';
    // The provider accepted them before, and the request does not change them.
    const areButtonsKept = body.buttons === undefined && isOtp === (row.category === 'AUTHENTICATION');
    const problems = draftProblems(draft, areButtonsKept ? [...broken, 'buttons'] : broken);
    this.samples.addProblems(draft.header_format, body, named, problems);
    if (row.status === 'APPROVED' && draft.category !== row.category) {
      problems.add(
        'category',
        'The category of an approved template cannot be changed. Create another template instead.',
      );
    }
    return problems;
  }

  private async record(
    before: VisibleTemplate,
    { draft, components, sample, startedAt }: Edit,
    context: RequestContext,
  ): Promise<Template> {
    const { account_id: accountId, id } = before;
    return this.transactions.run(context, async (tx) => {
      const row = await this.templates.lock(accountId, id, tx.manager);
      if (row.state === 'deleted') throw new AppError('not_found');
      if (sample) await this.blobs.keep(accountId, sample.blob, tx.manager);
      // A report that arrived meanwhile may come from the review of this edit or the previous one: a sync finds out.
      const isReviewed = row.reports !== before.reports;
      if (isReviewed) await this.accounts.scheduleSync(accountId, row.waba_id, 0, tx.manager);
      const changed = await this.changes.change(
        row,
        {
          components,
          sample,
          ...(draft.category !== before.category && { category: draft.category }),
          ...(!isReviewed && { ...underReview, reported_at: startedAt }),
        },
        tx,
      );
      const template = shown(changed);
      if (!template) throw new AppError('not_found');
      tx.record({ target: `templates/${id}`, before: toTemplate(before), after: template });
      return template;
    });
  }
}

/** @throws AppError `capability_error` for a template with parts that an edit would lose. */
function requireKnownShape(row: VisibleTemplate, { buttons }: UpdateTemplate): void {
  const unsupported = (message: string) =>
    new AppError('capability_error', { reason: 'template_unsupported', message });
  if (!readShape(row).editable) {
    throw unsupported('This kind of template cannot be edited here. Edit it at the provider.');
  }
  if (buttons === undefined && keptButtons(row) === null) {
    throw unsupported('The provider does not return every detail of the buttons. Send buttons, too.');
  }
}

/** @throws AppError `conflict` while the provider accepts no edit. */
function requireOpen(row: VisibleTemplate): void {
  const isOpen = ['APPROVED', 'REJECTED', 'PAUSED'].includes(row.status) && row.state === 'live';
  if (!isOpen) {
    throw new AppError('conflict', {
      message:
        'The provider accepts edits of approved, rejected and paused templates only, and this one is ' +
        `${row.state === 'live' ? row.status : 'being deleted'}.`,
    });
  }
}
