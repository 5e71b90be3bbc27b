import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  countChannels,
  listChannels,
  resolveChannel,
  setDefaultChannel,
  type ChannelList,
  type ChannelResult,
  type ChannelsInUse,
  type ResolvedChannelResult,
} from '@chat/contracts/channels';
import { ChannelsService } from './channels.service';

@Controller()
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Handles(listChannels)
  async list(
    { query }: InputOf<typeof listChannels>,
    { account }: RequestContext,
  ): Promise<Reply<ChannelList>> {
    const { devices, quota, pagination } = await this.channels.list(account, query);
    return new Reply({ devices, quota }, { pagination });
  }

  @Handles(resolveChannel)
  async resolve(
    { body }: InputOf<typeof resolveChannel>,
    { account }: RequestContext,
  ): Promise<ResolvedChannelResult> {
    return { device: await this.channels.resolve(account.id, body) };
  }

  @Handles(countChannels)
  async count({ body }: InputOf<typeof countChannels>): Promise<ChannelsInUse> {
    return { channels_in_use: await this.channels.countInUse(body.account_id) };
  }

  @Handles(setDefaultChannel)
  async setDefault(
    { params }: InputOf<typeof setDefaultChannel>,
    context: RequestContext,
  ): Promise<ChannelResult> {
    return { device: await this.channels.setDefault(params.id, context) };
  }
}
