import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  listChannels,
  resolveChannel,
  setDefaultChannel,
  type ChannelList,
  type ChannelResult,
} from '@chat/contracts/channels';
import { toChannel } from './channel.mapper';
import { ChannelsService } from './channels.service';

@Controller()
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Handles(listChannels)
  list(
    @Payload() { query }: InputOf<typeof listChannels>,
    @Ctx() context: RequestContext,
  ): Promise<Reply<ChannelList>> {
    return this.channels.list(query, context);
  }

  @Handles(resolveChannel)
  async resolve(
    @Payload() { body }: InputOf<typeof resolveChannel>,
    @Ctx() { account }: RequestContext,
  ): Promise<ChannelResult> {
    return { device: toChannel(await this.channels.resolve(body, account.id)) };
  }

  @Handles(setDefaultChannel)
  async setDefault(
    @Payload() { params }: InputOf<typeof setDefaultChannel>,
    @Ctx() { account }: RequestContext,
  ): Promise<ChannelResult> {
    return { device: toChannel(await this.channels.setDefault(params.id, account.id)) };
  }
}
