import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import { showTypingThroughDevice } from '@chat/contracts/device-sessions';
import { TypingService } from './typing.service';

@Controller()
export class TypingController {
  constructor(private readonly typing: TypingService) {}

  @Handles(showTypingThroughDevice)
  async show(
    { body }: InputOf<typeof showTypingThroughDevice>,
    { account, deadline }: RequestContext,
  ): Promise<Empty> {
    await this.typing.show(account.id, body, deadline);
    return {};
  }
}
