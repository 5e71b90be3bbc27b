import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  getConversation,
  listConversations,
  resolveConversation,
  type ConversationList,
  type ConversationResult,
} from '@chat/contracts/messaging';
import { conversationFor } from '../messages/shown-to';
import { ConversationsService } from './conversations.service';

@Controller()
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Handles(listConversations)
  async list(
    { query }: InputOf<typeof listConversations>,
    context: RequestContext,
  ): Promise<Reply<ConversationList>> {
    const { conversations, pagination } = await this.conversations.list(context.account.id, query);
    return new Reply(
      { conversations: conversations.map((one) => conversationFor(context, one)) },
      { pagination },
    );
  }

  @Handles(getConversation)
  async get(
    { params }: InputOf<typeof getConversation>,
    context: RequestContext,
  ): Promise<ConversationResult> {
    const conversation = await this.conversations.get(context.account.id, params.id);
    return { conversation: conversationFor(context, conversation) };
  }

  @Handles(resolveConversation)
  async resolve(
    { body }: InputOf<typeof resolveConversation>,
    { account }: RequestContext,
  ): Promise<ConversationResult> {
    return { conversation: await this.conversations.get(account.id, body.conversation_id) };
  }
}
