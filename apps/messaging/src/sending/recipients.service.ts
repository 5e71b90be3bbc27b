import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@chat/contracts';
import type { ResolvedChannel } from '@chat/contracts/channels';
import type { SendMessage } from '@chat/contracts/messaging';
import { AppError, invalid, invalidPhone } from '@chat/errors';
import { asGiven, isDialCode, toInternational } from '@chat/phone-numbers';
import { ConversationsRepository } from '../conversations/conversations.repository';
import type { Person } from '../people/person.rules';
import { WritersRepository } from '../writers/writers.repository';
import { ChannelsClient } from './channels.client';

/** The recipient of a request and the account's channel to use. */
export interface Recipient extends Person {
  channel: ResolvedChannel;
}

type Address = Pick<
  SendMessage,
  'mobile_code' | 'mobile' | 'conversation_id' | 'chat_account_id' | 'from_number'
>;

/** Determines the recipient of a message. */
@Injectable()
export class RecipientsService {
  constructor(
    private readonly channels: ChannelsClient,
    private readonly conversations: ConversationsRepository,
    private readonly writers: WritersRepository,
  ) {}

  /** @throws AppError if the request names no recipient, or no channel of the account. */
  async find(address: Address, context: RequestContext): Promise<Recipient> {
    return address.conversation_id === undefined
      ? this.byNumber(address, context)
      : this.byConversation(address.conversation_id, address, context);
  }

  /**
   * Finds the recipient again after something slow: the person of a conversation may have become known by another number or
   * id meanwhile, and would not be found by the one before.
   */
  findAgain(recipient: Recipient, address: Address, context: RequestContext): Promise<Recipient> {
    return address.conversation_id === undefined
      ? Promise.resolve(recipient)
      : this.byConversation(address.conversation_id, address, context);
  }

  private async byNumber(
    { mobile_code, mobile, chat_account_id, from_number }: Address,
    context: RequestContext,
  ): Promise<Recipient> {
    if (mobile_code === undefined || mobile === undefined) throw nobodyNamed({ mobile_code, mobile });
    const phone =
      toInternational(mobile_code, mobile) ??
      (await this.writer(context.account.id, asGiven(mobile_code, mobile)));
    if (phone === null) throw invalidPhone(isDialCode(mobile_code));
    const channel = await this.channels.resolve({ chat_account_id, from_number }, context);
    return { phone, providerUserId: null, channel };
  }

  /** Who wrote to the account can be answered, whatever the metadata says of the number. */
  private async writer(accountId: number, digits: string | null): Promise<string | null> {
    return digits === null ? null : this.writers.find(accountId, digits);
  }

  /** A reply is sent by the channel of the conversation. */
  private async byConversation(
    conversationId: number,
    { mobile_code, mobile, chat_account_id, from_number }: Address,
    context: RequestContext,
  ): Promise<Recipient> {
    if (mobile_code !== undefined || mobile !== undefined) {
      throw invalid('conversation_id', 'Identify the recipient by conversation_id or by number, not both.');
    }
    const conversation = await this.conversations.findAddress(context.account.id, conversationId);
    if (!conversation)
      throw invalid('conversation_id', 'conversation_id must be the id of a conversation of this account.');
    const { channel_id: channelId, contact_phone: phone, provider_user_id: providerUserId } = conversation;
    if (chat_account_id !== undefined && chat_account_id !== channelId) {
      // A channel that the account does not have is `not_found`, whatever the conversation.
      await this.channels.resolve({ chat_account_id }, context);
      throw invalid(
        'chat_account_id',
        'The conversation belongs to another channel. Remove chat_account_id.',
      );
    }
    return {
      phone,
      providerUserId,
      channel: await this.channels.resolve({ chat_account_id: channelId, from_number }, context),
    };
  }
}

function nobodyNamed(number: Pick<Address, 'mobile_code' | 'mobile'>): AppError {
  const missing = Object.entries(number).filter(([, value]) => value === undefined);
  const sentence = (name: string) => `${name} is required unless you send conversation_id.`;
  return new AppError('validation_error', {
    errors: Object.fromEntries(missing.map(([name]) => [name, [sentence(name)]])),
  });
}
