import { Controller } from '@nestjs/common';
import { Handles, type Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { sendTemplate, type SentMessage } from '@chat/contracts/messaging';
import { TemplateSendService } from './template-send.service';

@Controller()
export class TemplateSendController {
  constructor(private readonly sending: TemplateSendService) {}

  @Handles(sendTemplate)
  async send(
    { body }: InputOf<typeof sendTemplate>,
    context: RequestContext,
  ): Promise<SentMessage | Reply<SentMessage>> {
    return this.sending.send(body, context);
  }
}
