import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { listConversations, type ConversationList } from '@chat/contracts/messaging';
import { ConversationsService } from './conversations.service';

@Controller()
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Handles(listConversations)
  async list(
    @Payload() { query }: InputOf<typeof listConversations>,
    @Ctx() { account }: RequestContext,
  ): Promise<Reply<ConversationList>> {
    const { conversations, pagination } = await this.conversations.list(account.id, query);
    return new Reply({ conversations }, { pagination });
  }
}
