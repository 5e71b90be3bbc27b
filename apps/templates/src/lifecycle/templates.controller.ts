import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { FurtherProblems, InputOf, RequestContext } from '@chat/contracts';
import {
  createTemplate,
  deleteTemplate,
  getChatAccountCapabilities,
  getTemplate,
  getTemplateCapabilities,
  listTemplates,
  readTemplateToSend,
  reviewTemplate,
  reviewTemplateEdit,
  syncTemplates,
  updateTemplate,
  validateTemplate,
  type Capabilities,
  type DeletedTemplate,
  type SyncedTemplates,
  type TemplateList,
  type TemplateResult,
  type TemplateToSend,
  type ValidTemplate,
} from '@chat/contracts/templates';
import { ChatAccountsService } from '../channels/chat-accounts.service';
import { SyncService } from '../sync/sync.service';
import { CreationService } from './creation.service';
import { DeletionService } from './deletion.service';
import { EditingService } from './editing.service';
import { TemplatesService } from './templates.service';

@Controller()
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly creation: CreationService,
    private readonly editing: EditingService,
    private readonly deletion: DeletionService,
    private readonly syncing: SyncService,
    private readonly accounts: ChatAccountsService,
  ) {}

  @Handles(listTemplates)
  async list(
    { query }: InputOf<typeof listTemplates>,
    { account }: RequestContext,
  ): Promise<Reply<TemplateList>> {
    const { templates, pagination } = await this.templates.list(account.id, query);
    return new Reply({ templates }, { pagination });
  }

  @Handles(getTemplate)
  async get({ params }: InputOf<typeof getTemplate>, { account }: RequestContext): Promise<TemplateResult> {
    return { template: await this.templates.get(account.id, params.id) };
  }

  @Handles(validateTemplate)
  async validate(
    { body }: InputOf<typeof validateTemplate>,
    context: RequestContext,
  ): Promise<ValidTemplate> {
    await this.creation.validate(body, context);
    return { valid: true };
  }

  @Handles(reviewTemplate)
  async review({ body }: InputOf<typeof reviewTemplate>, context: RequestContext): Promise<FurtherProblems> {
    return { errors: (await this.creation.review(body.body, body.broken, context)).list };
  }

  @Handles(createTemplate)
  async create(
    { body }: InputOf<typeof createTemplate>,
    context: RequestContext,
  ): Promise<Reply<TemplateResult>> {
    return this.creation.create(body, context);
  }

  @Handles(updateTemplate)
  async update(
    { params, body }: InputOf<typeof updateTemplate>,
    context: RequestContext,
  ): Promise<TemplateResult> {
    return { template: await this.editing.edit(params.id, body, context) };
  }

  @Handles(reviewTemplateEdit)
  async reviewEdit(
    { body }: InputOf<typeof reviewTemplateEdit>,
    context: RequestContext,
  ): Promise<FurtherProblems> {
    const id = String(body.params?.id);
    return { errors: (await this.editing.review(id, body.body, body.broken, context)).list };
  }

  @Handles(deleteTemplate)
  async delete(
    { params }: InputOf<typeof deleteTemplate>,
    context: RequestContext,
  ): Promise<Reply<DeletedTemplate>> {
    return this.deletion.delete(params.id, context);
  }

  @Handles(syncTemplates)
  async sync({ body }: InputOf<typeof syncTemplates>, context: RequestContext): Promise<SyncedTemplates> {
    return this.syncing.sync(body, context);
  }

  @Handles(getChatAccountCapabilities)
  async capabilitiesOf(
    { params }: InputOf<typeof getChatAccountCapabilities>,
    context: RequestContext,
  ): Promise<Capabilities> {
    return this.accounts.capabilities(params.id, context);
  }

  @Handles(getTemplateCapabilities)
  async capabilities(
    { query }: InputOf<typeof getTemplateCapabilities>,
    context: RequestContext,
  ): Promise<Capabilities> {
    return this.accounts.capabilities(query.chat_account_id, context);
  }

  @Handles(readTemplateToSend)
  async toSend(
    { body }: InputOf<typeof readTemplateToSend>,
    context: RequestContext,
  ): Promise<TemplateToSend> {
    return this.templates.toSend(body, context);
  }
}
