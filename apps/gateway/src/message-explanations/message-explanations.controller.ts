import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { explainOwnMessage } from '@chat/contracts/gateway';
import type { OwnMessageExplanation } from '@chat/contracts/message-explanation';
import { MessageExplanationsService } from './message-explanations.service';

@Controller()
export class MessageExplanationsController {
  constructor(private readonly explanations: MessageExplanationsService) {}

  @Handles(explainOwnMessage)
  explain(
    { params }: InputOf<typeof explainOwnMessage>,
    context: RequestContext,
  ): Promise<OwnMessageExplanation> {
    return this.explanations.explain(params.id, context);
  }
}
