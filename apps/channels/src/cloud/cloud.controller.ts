import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { connectCloudChannel, connectOwnCloudChannel, type ChannelResult } from '@chat/contracts/channels';
import { CloudChannelsService } from './cloud-channels.service';

@Controller()
export class CloudController {
  constructor(private readonly cloud: CloudChannelsService) {}

  @Handles(connectCloudChannel)
  async connect(
    { body }: InputOf<typeof connectCloudChannel>,
    context: RequestContext,
  ): Promise<ChannelResult> {
    return { device: await this.cloud.connect(body, context) };
  }

  @Handles(connectOwnCloudChannel)
  async connectOwn(
    { body }: InputOf<typeof connectOwnCloudChannel>,
    context: RequestContext,
  ): Promise<ChannelResult> {
    return { device: await this.cloud.connect({ ...body, account_id: context.account.id }, context) };
  }
}
