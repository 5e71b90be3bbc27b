import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { getMessage, listMessages, type MessageList, type MessageResult } from '@chat/contracts/messaging';
import { messageFor } from './shown-to';
import { MessagesService } from './messages.service';

@Controller()
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Handles(getMessage)
  async get({ params }: InputOf<typeof getMessage>, context: RequestContext): Promise<MessageResult> {
    return { message: messageFor(context, await this.messages.get(context.account.id, params.id)) };
  }

  @Handles(listMessages)
  async list(
    { params, query }: InputOf<typeof listMessages>,
    context: RequestContext,
  ): Promise<Reply<MessageList>> {
    const { messages, pagination } = await this.messages.list(context.account.id, params.id, query);
    return new Reply({ messages: messages.map((one) => messageFor(context, one)) }, { pagination });
  }
}
