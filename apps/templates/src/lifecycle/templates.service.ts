import { Injectable } from '@nestjs/common';
import type { Pagination, RequestContext } from '@chat/contracts';
import {
  sendBlockers,
  type ListTemplatesQuery,
  type SendBlocker,
  type Template,
  type TemplateRef,
  type TemplateToSend,
} from '@chat/contracts/templates';
import { AppError, invalid } from '@chat/errors';
import { cutPage, readIdPage } from '@chat/lists';
import { ChatAccountsRepository } from '../channels/chat-accounts.repository';
import { ChatAccountsService } from '../channels/chat-accounts.service';
import { readShape } from '../drafts/shape.rules';
import { RereadingService } from '../sync/rereading.service';
import { sendBlockerOf } from '../templates/sendability.rules';
import { toTemplate, toTemplateToSend } from '../templates/template.mapper';
import type { VisibleTemplate } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';

/** Reads templates. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly templates: TemplatesRepository,
    private readonly accounts: ChatAccountsRepository,
    private readonly channels: ChatAccountsService,
    private readonly rereading: RereadingService,
  ) {}

  async get(accountId: number, templateId: string): Promise<Template> {
    return toTemplate(await this.templates.get(accountId, templateId));
  }

  async list(
    accountId: number,
    query: ListTemplatesQuery,
  ): Promise<{ templates: Template[]; pagination: Pagination }> {
    const request = readIdPage(query);
    const which = { wabaIds: await this.wabasOf(accountId, query), status: query.status };
    const [found, total] = await Promise.all([
      this.templates.page(accountId, which, request),
      request.after ? null : this.templates.count(accountId, which),
    ]);
    const visible = found.filter((row): row is VisibleTemplate => row.channel_id !== null);
    const { rows, pagination } = cutPage(visible, request, total, ({ id }) => [id]);
    return { templates: rows.map(toTemplate), pagination };
  }

  /** @throws AppError with the reason for which the channel may not send the template. */
  async toSend({ template_id, channel_id }: TemplateRef, context: RequestContext): Promise<TemplateToSend> {
    const known = await this.templates.get(context.account.id, template_id);
    const { wabaId } = await this.channels.find(channel_id, context);
    if (wabaId !== known.waba_id) {
      throw invalid(
        'template_id',
        `The template belongs to another provider account. Send it from a channel there, such as ${known.channel_id}.`,
      );
    }
    const row = await this.rereading.current(known, context);
    const reason = sendBlockerOf(row, readShape(row));
    if (reason !== null) throw notSendable(reason);
    return toTemplateToSend(row);
  }

  private async wabasOf(
    accountId: number,
    { chat_account_id: channelId }: ListTemplatesQuery,
  ): Promise<string[]> {
    const channels = await this.accounts.ofAccount(accountId);
    const asked = channels.filter((channel) => channelId === undefined || channel.channelId === channelId);
    return [...new Set(asked.map(({ wabaId }) => wabaId))];
  }
}

function notSendable(reason: SendBlocker): AppError {
  return new AppError('capability_error', { reason, message: sendBlockers[reason] });
}
