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
import { ChannelsService } from './channels.service';

@Controller()
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Handles(listChannels)
  async list(
    @Payload() { query }: InputOf<typeof listChannels>,
    @Ctx() { account }: RequestContext,
  ): Promise<Reply<ChannelList>> {
    const { devices, quota, pagination } = await this.channels.list(account, query);
    return new Reply({ devices, quota }, { pagination });
  }

  @Handles(resolveChannel)
  async resolve(
    @Payload() { body }: InputOf<typeof resolveChannel>,
    @Ctx() { account }: RequestContext,
  ): Promise<ChannelResult> {
    return { device: await this.channels.resolve(account.id, body) };
  }

  @Handles(setDefaultChannel)
  async setDefault(
    @Payload() { params }: InputOf<typeof setDefaultChannel>,
    @Ctx() { account }: RequestContext,
  ): Promise<ChannelResult> {
    return { device: await this.channels.setDefault(account.id, params.id) };
  }
}
