import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import { hideChannel } from '@chat/contracts/messaging';
import { DeletedChannels } from '@chat/deleted-channels';

@Controller()
export class DeletedChannelsController {
  constructor(private readonly channels: DeletedChannels) {}

  @Handles(hideChannel)
  async hide(
    @Payload() { body }: InputOf<typeof hideChannel>,
    @Ctx() { account }: RequestContext,
  ): Promise<Empty> {
    await this.channels.mark(account.id, body.channel_id);
    return {};
  }
}
