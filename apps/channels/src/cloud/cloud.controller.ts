import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { connectCloudChannel, type ChannelResult } from '@chat/contracts/channels';
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
}
