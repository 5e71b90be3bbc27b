import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import { hideChannel } from '@chat/contracts/messaging';
import { DeletedChannels } from '@chat/service-kit';

@Controller()
export class DeletedChannelsController {
  constructor(private readonly channels: DeletedChannels) {}

  @Handles(hideChannel)
  async hide({ body }: InputOf<typeof hideChannel>, { account }: RequestContext): Promise<Empty> {
    await this.channels.mark(account.id, body.channel_id);
    return {};
  }
}
