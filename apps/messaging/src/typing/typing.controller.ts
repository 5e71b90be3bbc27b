import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { showTyping, type ConversationResult } from '@chat/contracts/messaging';
import { TypingService } from './typing.service';

@Controller()
export class TypingController {
  constructor(private readonly typing: TypingService) {}

  @Handles(showTyping)
  async show({ params }: InputOf<typeof showTyping>, context: RequestContext): Promise<ConversationResult> {
    return { conversation: await this.typing.show(params.id, context) };
  }
}
