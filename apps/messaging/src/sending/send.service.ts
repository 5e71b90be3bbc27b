import { Inject, Injectable } from '@nestjs/common';
import { BusClient, Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { resolveChannel, type Channel } from '@chat/contracts/channels';
import type { SendMessage, SentMessage } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { toInternational } from '@chat/phone-numbers';
import { CONFIG } from '@chat/service-kit';
import type { MessagingConfig } from '../config';
import { MessageJournalRepository } from '../messages/message-journal.repository';
import { MessageProgressService } from '../messages/message-progress.service';
import { DeviceConnector } from './device-connector';
import { toMessageError, type SendOutcome } from './send-outcome.rules';

/** How long before the caller gives up the connector must be done, so that the answer still arrives. */
const ANSWER_MARGIN_MS = 1_000;
/** How long after the deadline the connector is asked what became of the message. */
const SETTLE_GRACE_MS = 1_000;

type MessageIds = Pick<SentMessage, 'message_id' | 'conversation_id'>;

/** Sends free-form messages. */
@Injectable()
export class SendService {
  constructor(
    private readonly bus: BusClient,
    private readonly transactions: Transactions,
    private readonly journal: MessageJournalRepository,
    private readonly progress: MessageProgressService,
    private readonly device: DeviceConnector,
    @Inject(CONFIG) private readonly config: MessagingConfig,
  ) {}

  /**
   * The message is committed before the connector hears of it and its outcome after: a crash in between leaves a
   * message that the settlement finds.
   * @throws AppError with the ids of the message, from the moment on that it exists.
   */
  async send(body: SendMessage, context: RequestContext): Promise<SentMessage> {
    const phone = toInternational(body.mobile_code, body.mobile);
    if (phone === null) throw new AppError('invalid_phone');
    const channel = await this.findChannel(body, context);

    const deadline = Math.min(Date.now() + this.config.SEND_TIMEOUT_MS, context.deadline - ANSWER_MARGIN_MS);
    const ids = await this.keep(body.message, phone, channel.id, deadline, context);
    const outcome = await this.device.send(
      {
        channel_id: channel.id,
        message_id: ids.message_id,
        to: phone,
        type: 'text',
        text: body.message,
        deadline,
      },
      context,
    );
    await this.record(ids, outcome, context);
    switch (outcome.status) {
      case 'sent':
        return { ...ids, chat_message_id: outcome.chatMessageId };
      case 'failed':
        throw outcome.error.with(ids);
      case 'unknown':
      case 'sending':
        throw new AppError('provider_outcome_unknown', { ...ids });
    }
  }

  private async findChannel(
    { chat_account_id, from_number }: SendMessage,
    context: RequestContext,
  ): Promise<Channel> {
    const { device } = await this.bus.request(resolveChannel, context, {
      body: { chat_account_id, from_number },
    });
    if (device.effective_channel_type !== 'device') {
      throw new AppError('capability_error', { reason: 'channel_type_not_supported' });
    }
    if (device.connection_status !== 'connected') {
      throw new AppError('capability_error', {
        reason: 'channel_not_connected',
        message: 'The channel is not connected. Link its phone again, or choose another channel.',
      });
    }
    return device;
  }

  private async keep(
    text: string,
    phone: string,
    channelId: number,
    deadline: number,
    { account }: RequestContext,
  ): Promise<MessageIds> {
    const message = await this.journal.append(account.id, {
      channelId,
      phone,
      contactName: null,
      direction: 'outbound',
      source: 'api',
      type: 'text',
      body: text,
      status: 'sending',
      chatMessageId: null,
      sentAt: null,
      settleAt: new Date(deadline + SETTLE_GRACE_MS),
    });
    // The channel was deleted since it was resolved.
    if (!message) throw new AppError('not_found');
    return { message_id: message.id, conversation_id: message.conversation_id };
  }

  private async record(ids: MessageIds, outcome: SendOutcome, context: RequestContext): Promise<void> {
    if (outcome.status === 'sending') return;
    const step = {
      to: outcome.status,
      chatMessageId: outcome.status === 'sent' ? outcome.chatMessageId : null,
      error: outcome.status === 'failed' ? toMessageError(outcome.error) : null,
    };
    try {
      await this.transactions.run((tx) =>
        this.progress.advance(tx, context.account.id, ids.message_id, step, context),
      );
    } catch (error) {
      // The settlement will record it. Until then nobody can read what we would claim here.
      throw new AppError('provider_outcome_unknown', { ...ids }, { cause: error });
    }
  }
}
