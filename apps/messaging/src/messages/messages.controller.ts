import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { getMessage, listMessages, type MessageList, type MessageResult } from '@chat/contracts/messaging';
import { MessagesService } from './messages.service';

@Controller()
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Handles(getMessage)
  async get({ params }: InputOf<typeof getMessage>, { account }: RequestContext): Promise<MessageResult> {
    return { message: await this.messages.get(account.id, params.id) };
  }

  @Handles(listMessages)
  async list(
    { params, query }: InputOf<typeof listMessages>,
    { account }: RequestContext,
  ): Promise<Reply<MessageList>> {
    const { messages, pagination } = await this.messages.list(account.id, params.id, query);
    return new Reply({ messages }, { pagination });
  }
}
