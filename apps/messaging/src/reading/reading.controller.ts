import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { readConversation, type ConversationResult } from '@chat/contracts/messaging';
import { conversationFor } from '../messages/shown-to';
import { ReadingService } from './reading.service';

@Controller()
export class ReadingController {
  constructor(private readonly reading: ReadingService) {}

  @Handles(readConversation)
  async read(
    { params }: InputOf<typeof readConversation>,
    context: RequestContext,
  ): Promise<ConversationResult> {
    const conversation = await this.reading.read(params.id, context);
    return { conversation: conversationFor(context, conversation) };
  }
}
