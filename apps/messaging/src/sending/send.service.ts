import { Injectable } from '@nestjs/common';
import type { Reply } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { SendMessage, SentMessage, UploadedMedia } from '@chat/contracts/messaging';
import type { Attempt } from '@chat/idempotency';
import { openedAfter, windowClosed } from '../care-window/care-window.rules';
import { ConversationsRepository } from '../conversations/conversations.repository';
import { IdempotencyKeysService } from '../idempotency-keys/idempotency-keys.service';
import { ConnectorClient } from './connector.client';
import { ContentsService } from './contents.service';
import { DispatchService } from './dispatch.service';
import { RecipientsService, type Recipient } from './recipients.service';
import { ReferencesService } from './references.service';
import { RestrictionsService } from './restrictions.service';
import {
  isRemote,
  readRequestedContent,
  withRequestMember,
  type RequestedContent,
} from './requested-content.rules';
import { fingerprintOfSend } from './send-fingerprint.rules';

/** Sends free-form messages. */
@Injectable()
export class SendService {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly contents: ContentsService,
    private readonly dispatch: DispatchService,
    private readonly keys: IdempotencyKeysService,
    private readonly connectors: ConnectorClient,
    private readonly conversations: ConversationsRepository,
    private readonly restrictions: RestrictionsService,
    private readonly references: ReferencesService,
  ) {}

  /**
   * The request is validated before its key is claimed: an invalid request is never executed.
   * @throws AppError that includes the message's ids once it exists.
   */
  async send(body: SendMessage, context: RequestContext): Promise<SentMessage | Reply<SentMessage>> {
    const requested = readRequestedContent(body);
    this.contents.requireFetchable(requested);
    const media = await this.contents.findMedia(context.account.id, requested);
    return this.keys.run(context, {
      operation: 'messages.send',
      fingerprint: () => fingerprintOfSend(body, media),
      work: (attempt) => this.sendOnce(body, { requested, media }, context, attempt),
    });
  }

  private async sendOnce(
    body: SendMessage,
    { requested, media }: { requested: RequestedContent; media: UploadedMedia | null },
    context: RequestContext,
    attempt: Attempt | null,
  ): Promise<SentMessage> {
    const recipient = await this.recipients.find(body, context);
    const { channel } = recipient;
    const connector = this.connectors.of(channel);
    this.contents.requireCarried(requested, connector);
    await this.restrictions.require(context.account.id, recipient, null);
    const referred = await this.references.find(body, recipient, context.account.id);
    if (connector.hasCareWindow && isRemote(requested)) await this.requireOpenWindow(recipient, context);
    const owner = { accountId: context.account.id, channelId: channel.id };
    const content = await this.contents.make(requested, owner, { referred, media });
    const { phone, providerUserId } = isRemote(requested)
      ? await this.recipients.findAgain(recipient, body, context)
      : recipient;
    const message = {
      connector,
      channelId: channel.id,
      phone,
      providerUserId,
      source: 'api',
      content,
      referred,
      attempt,
    } as const;
    // Templates can be sent at any time; anything else only to people who wrote within the last 24 hours.
    const wroteAfter = connector.hasCareWindow && openedAfter(new Date());
    const sent = this.dispatch.send({ ...message, ...(wroteAfter && { wroteAfter }) }, context);
    return sent.catch((error: unknown) => {
      throw withRequestMember(error, requested, content.type);
    });
  }

  /**
   * The statement that appends the message is decisive; this check avoids fetching files for a message that it would
   * refuse.
   */
  private async requireOpenWindow(
    { channel, ...person }: Recipient,
    { account }: RequestContext,
  ): Promise<void> {
    const after = openedAfter(new Date());
    if (!(await this.conversations.hasWritten(account.id, channel.id, person, after))) throw windowClosed();
  }
}
