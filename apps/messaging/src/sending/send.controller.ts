import { Controller } from '@nestjs/common';
import { Handles, type Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { sendMessage, type SentMessage } from '@chat/contracts/messaging';
import { SendService } from './send.service';

@Controller()
export class SendController {
  constructor(private readonly sending: SendService) {}

  @Handles(sendMessage)
  async send(
    { body }: InputOf<typeof sendMessage>,
    context: RequestContext,
  ): Promise<SentMessage | Reply<SentMessage>> {
    return this.sending.send(body, context);
  }
}
