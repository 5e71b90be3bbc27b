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
import { ConversationsService } from './conversations.service';

@Controller()
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Handles(listConversations)
  async list(
    { query }: InputOf<typeof listConversations>,
    { account }: RequestContext,
  ): Promise<Reply<ConversationList>> {
    const { conversations, pagination } = await this.conversations.list(account.id, query);
    return new Reply({ conversations }, { pagination });
  }

  @Handles(getConversation)
  async get(
    { params }: InputOf<typeof getConversation>,
    { account }: RequestContext,
  ): Promise<ConversationResult> {
    return { conversation: await this.conversations.get(account.id, params.id) };
  }

  @Handles(resolveConversation)
  async resolve(
    { body }: InputOf<typeof resolveConversation>,
    { account }: RequestContext,
  ): Promise<ConversationResult> {
    return { conversation: await this.conversations.get(account.id, body.conversation_id) };
  }
}
