import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import { hideChannel } from '@chat/contracts/messaging';
import { HiddenChannelsRepository } from './hidden-channels.repository';

@Controller()
export class HiddenChannelsController {
  constructor(private readonly channels: HiddenChannelsRepository) {}

  @Handles(hideChannel)
  async hide(
    @Payload() { body }: InputOf<typeof hideChannel>,
    @Ctx() { account }: RequestContext,
  ): Promise<Empty> {
    await this.channels.hide(account.id, body.channel_id);
    return {};
  }
}
