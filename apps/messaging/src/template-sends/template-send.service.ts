import { Injectable } from '@nestjs/common';
import type { Reply } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { ContentOf } from '@chat/contracts/connector';
import type { SendTemplate, SentMessage, UploadedMedia } from '@chat/contracts/messaging';
import type { TemplateToSend } from '@chat/contracts/templates';
import { AppError, notFoundBy } from '@chat/errors';
import type { Attempt } from '@chat/idempotency';
import { IdempotencyKeysService } from '../idempotency-keys/idempotency-keys.service';
import { OptOutsService } from '../opt-outs/opt-outs.service';
import { ConnectorClient } from '../sending/connector.client';
import { DispatchService } from '../sending/dispatch.service';
import { RecipientsService, type Recipient } from '../sending/recipients.service';
import { RestrictionsService } from '../sending/restrictions.service';
import { fillTemplate } from './filled-template.rules';
import { HeaderMediaService } from './header-media.service';
import { fingerprintOfTemplate } from './template-fingerprint.rules';
import { TemplatesClient } from './templates.client';

/** Sends templates, each once per key. The result is a message like any other. */
@Injectable()
export class TemplateSendService {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly templates: TemplatesClient,
    private readonly media: HeaderMediaService,
    private readonly optOuts: OptOutsService,
    private readonly connectors: ConnectorClient,
    private readonly dispatch: DispatchService,
    private readonly keys: IdempotencyKeysService,
    private readonly restrictions: RestrictionsService,
  ) {}

  /** @throws AppError that includes the message's ids once it exists. */
  async send(body: SendTemplate, context: RequestContext): Promise<SentMessage | Reply<SentMessage>> {
    const uploaded = await this.media.findUploaded(context.account.id, body);
    return this.keys.run(context, {
      operation: 'templates.send',
      fingerprint: () => fingerprintOfTemplate(body, uploaded),
      work: (attempt) => this.sendOnce(body, uploaded, context, attempt),
    });
  }

  private async sendOnce(
    body: SendTemplate,
    uploaded: UploadedMedia | null,
    context: RequestContext,
    attempt: Attempt | null,
  ): Promise<SentMessage> {
    const recipient = await this.recipients.find(body, context);
    const { channel } = recipient;
    if (channel.effective_channel_type !== 'cloud') throw cloudOnly();
    const template = await this.templates
      .read({ template_id: body.template_id, channel_id: channel.id }, context)
      .catch(nameTemplate);
    const filled = fillTemplate(template, body);
    const connector = this.connectors.of(channel);
    await this.restrictions.require(context.account.id, recipient, template.category);
    await this.requireWanted(template, recipient, context);
    const owner = { accountId: context.account.id, channelId: channel.id };
    const media = await this.media.make(template, { ...body, uploaded }, owner);
    const { phone, providerUserId } = media
      ? await this.recipients.findAgain(recipient, body, context)
      : recipient;
    const content: ContentOf<'template'> = {
      type: 'template',
      ...filled,
      ...(media && { header_media: media }),
    };
    return this.dispatch.send(
      { connector, channelId: channel.id, phone, providerUserId, source: 'template', content, attempt },
      context,
    );
  }

  private async requireWanted(
    { category }: TemplateToSend,
    { channel, phone, providerUserId }: Recipient,
    { account }: RequestContext,
  ): Promise<void> {
    if (category !== 'MARKETING') return;
    await this.optOuts.require({ accountId: account.id, channelId: channel.id, phone, providerUserId });
  }
}

function cloudOnly(): AppError {
  return new AppError('capability_error', {
    reason: 'template_api_cloud_only',
    message: 'Templates can be sent on Cloud channels only. Choose one with chat_account_id or from_number.',
  });
}

/** The service of templates does not know by which member a client named it. */
function nameTemplate(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  throw notFoundBy('template_id', 'template_id must be the id of a template of this channel.');
}
