import { Injectable } from '@nestjs/common';
import { Transactions, type Reply } from '@chat/bus';
import type { Problems, RequestContext, StoredFile } from '@chat/contracts';
import { unknownMedia } from '@chat/contracts/messaging';
import { draftOf, isMediaHeader, type Draft } from '@chat/contracts/template-drafts';
import type { CreateTemplate, TemplateResult } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { fingerprint, type Attempt, type Success } from '@chat/idempotency';
import { Usage } from '@chat/service-kit';
import { ChatAccountsService } from '../channels/chat-accounts.service';
import type { ChatAccount } from '../channels/chat-accounts.repository';
import { toComponents } from '../drafts/components.rules';
import { draftProblems, type DraftProblems } from '../drafts/draft-problems';
import { IdempotencyKeysService } from '../idempotency-keys/idempotency-keys.service';
import { ProviderTemplatesClient } from '../provider/provider.client';
import { SamplesService, type NamedFile } from '../samples/samples.service';
import { shown, TemplateChangesService } from '../templates/template-changes.service';
import type { TemplateRow } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';

/** Submits templates to the provider, once per Idempotency-Key. */
@Injectable()
export class CreationService {
  constructor(
    private readonly accounts: ChatAccountsService,
    private readonly samples: SamplesService,
    private readonly provider: ProviderTemplatesClient,
    private readonly templates: TemplatesRepository,
    private readonly changes: TemplateChangesService,
    private readonly transactions: Transactions,
    private readonly keys: IdempotencyKeysService,
    private readonly usage: Usage,
  ) {}

  /** @returns everything that is wrong with a template, parts of which may be broken. */
  async review(
    body: Partial<CreateTemplate>,
    broken: readonly string[],
    context: RequestContext,
  ): Promise<Problems> {
    return this.problemsOf(body, await this.samples.find(body, context), broken);
  }

  /** @throws AppError `validation_error` with everything that is wrong with the template. */
  async validate(body: CreateTemplate, context: RequestContext): Promise<void> {
    const named = await this.samples.find(body, context);
    const problems = this.problemsOf(body, named);
    if (named?.blob === null) problems.add('header_media_id', unknownMedia('header_media_id'));
    problems.throwIfAny();
    if (body.chat_account_id !== undefined) await this.accounts.require(body.chat_account_id, context);
  }

  /** Validates the request before using its key: an invalid template is not submitted. */
  async create(body: CreateTemplate, context: RequestContext): Promise<Reply<TemplateResult>> {
    const named = await this.samples.find(body, context);
    this.problemsOf(body, named).throwIfAny();
    return this.keys.create(context, fingerprintOf(body, named), (attempt) =>
      this.submit({ body, named }, draftOf(body), context, attempt),
    );
  }

  private problemsOf(
    body: Partial<CreateTemplate>,
    named: NamedFile,
    broken?: readonly string[],
  ): DraftProblems {
    const draft = draftOf(body);
    const problems = draftProblems(draft, broken);
    this.samples.addProblems(draft.header_format, body, named, problems);
    return problems;
  }

  private async submit(
    { body, named }: { body: CreateTemplate; named: NamedFile },
    draft: Draft,
    context: RequestContext,
    attempt: Attempt,
  ): Promise<Success<TemplateResult>> {
    const account = await this.accounts.require(body.chat_account_id, context);
    const { header_format: format } = draft;
    const sample = isMediaHeader(format)
      ? await this.samples.obtain(account.accountId, format, body, named)
      : null;
    const handle = sample && (await this.provider.upload(account.channelId, sample, context));
    const components = toComponents(draft, handle);
    const row = await this.record({ draft, account, sample, components }, context, attempt);
    const { name, language, category } = draft;
    const outcome = await this.provider.submit(
      { channel_id: account.channelId, name, language, category, components },
      context,
    );
    switch (outcome.kind) {
      case 'done': {
        const { provider_template_id: id, status, category: decided } = outcome.result;
        return this.accept(row, { id, status, category: decided }, context, attempt);
      }
      case 'refused':
        await this.refuse(row, outcome.error, context);
        throw outcome.error;
      case 'unknown':
        throw outcome.error;
    }
  }

  /** Inserts the row before the provider is called, so that a crash from then on does not lose the submission. */
  private async record(
    submission: { draft: Draft; account: ChatAccount; sample: StoredFile | null; components: object[] },
    context: RequestContext,
    attempt: Attempt,
  ): Promise<TemplateRow> {
    const { draft, account, sample, components } = submission;
    const { accountId, wabaId, channelId } = account;
    return this.usage.add(context, { accountId, limit: 'templates', amount: 1 }, async (tx) => {
      const row = await this.changes.submit(
        {
          account_id: accountId,
          waba_id: wabaId,
          name: draft.name,
          language: draft.language,
          category: draft.category,
          parameter_format: 'POSITIONAL',
          components,
          sample,
          provider_template_id: null,
          status: 'PENDING',
          provider_status: null,
          rejection_reason: null,
          state: 'submitting',
        },
        tx.manager,
      );
      await attempt.reach(tx.manager, { entityId: row.id, channelId });
      const { name, category, language } = row;
      tx.record({ target: `templates/${row.id}`, after: { name, category, language } });
      return row;
    });
  }

  private async accept(
    { account_id, id }: TemplateRow,
    submitted: { id: string; status: string; category: string },
    context: RequestContext,
    attempt: Attempt,
  ): Promise<Success<TemplateResult>> {
    return this.transactions.run(context, async (tx) => {
      const locked = await this.templates.lock(account_id, id, tx.manager);
      const template = shown(await this.changes.accept(locked, submitted, tx));
      if (!template) throw new AppError('not_found');
      const success: Success<TemplateResult> = { status: 201, data: { template } };
      await attempt.finish(tx.manager, success);
      return success;
    });
  }

  private async refuse(
    { account_id, id }: TemplateRow,
    error: AppError,
    context: RequestContext,
  ): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      const row = await this.templates.lock(account_id, id, tx.manager);
      if (row.state !== 'submitting') return;
      await this.changes.change(row, { state: 'refused', refusal: error.toBody() }, tx);
    });
  }
}

/** Returns the hash by which two requests are the same submission; a file counts by its bytes. */
function fingerprintOf(
  { header_media_file: file, header_media_id: _, ...body }: CreateTemplate,
  named: NamedFile,
): Buffer {
  return fingerprint({ ...body, header_media_file: file?.sha256 ?? named?.sha256 });
}
