import { Controller } from '@nestjs/common';
import { Handles, Notices } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import { hideTemplates, templatesChanged } from '@chat/contracts/templates';
import { DeletedChannels } from '@chat/service-kit';

@Controller()
export class DeletedChannelsController {
  constructor(
    private readonly channels: DeletedChannels,
    private readonly notices: Notices,
  ) {}

  @Handles(hideTemplates)
  async hide({ body }: InputOf<typeof hideTemplates>, { account }: RequestContext): Promise<Empty> {
    await this.channels.mark(account.id, body.channel_id);
    this.notices.publish(templatesChanged, account.id);
    return {};
  }
}
