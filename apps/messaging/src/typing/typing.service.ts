import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@chat/contracts';
import type { Conversation } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { ConversationsService } from '../conversations/conversations.service';
import { ReadingService } from '../reading/reading.service';
import { ChannelsClient } from '../sending/channels.client';
import { ConnectorClient } from '../sending/connector.client';
import { TypingRepository } from './typing.repository';

/** Networks show it for longer than this, so that more often would change nothing. */
const PAUSE_MS = 5_000;

/** Shows people that somebody types. */
@Injectable()
export class TypingService {
  constructor(
    private readonly typing: TypingRepository,
    private readonly channels: ChannelsClient,
    private readonly connectors: ConnectorClient,
    private readonly conversations: ConversationsService,
    private readonly reading: ReadingService,
  ) {}

  /** @throws AppError `not_found`; `capability_error` if the channel is not connected, or nobody wrote yet. */
  async show(conversationId: number, context: RequestContext): Promise<Conversation> {
    const accountId = context.account.id;
    const target = await this.typing.find(accountId, conversationId);
    if (!target) throw new AppError('not_found');
    const { id, channel_id, contact_phone: to, provider_user_id: userId, last_inbound } = target;
    const connector = this.connectors.of(
      await this.channels.resolve({ chat_account_id: channel_id }, context),
    );
    if (connector.typingReads && last_inbound === null) throw nothingToAnswer();
    if (await this.typing.claim(accountId, id, PAUSE_MS)) {
      const person = { to, ...(userId !== null && { provider_user_id: userId }) };
      const newest = last_inbound === null ? {} : { chat_message_id: last_inbound };
      try {
        await this.connectors.showTyping(connector, { channel_id, ...person, ...newest }, context);
      } catch (error) {
        await this.typing.release(accountId, id);
        throw error;
      }
    }
    return connector.typingReads ? this.reading.read(id, context) : this.conversations.get(accountId, id);
  }
}

function nothingToAnswer(): AppError {
  return new AppError('capability_error', {
    reason: 'no_inbound_message',
    message:
      'A Cloud channel shows that somebody types only as an answer, and this person has not written yet. Wait for a message.',
  });
}
