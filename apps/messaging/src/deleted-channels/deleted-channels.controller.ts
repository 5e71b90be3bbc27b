import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import { hideChannel } from '@chat/contracts/messaging';
import { ChannelPurge } from './channel-purge.service';
import { DeletedChannelsRepository } from './deleted-channels.repository';

@Controller()
export class DeletedChannelsController {
  constructor(
    private readonly channels: DeletedChannelsRepository,
    private readonly purge: ChannelPurge,
  ) {}

  @Handles(hideChannel)
  async hide(
    @Payload() { body }: InputOf<typeof hideChannel>,
    @Ctx() { account }: RequestContext,
  ): Promise<Empty> {
    await this.channels.mark(account.id, body.channel_id);
    this.purge.wake();
    return {};
  }
}
