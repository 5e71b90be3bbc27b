import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  createChannel,
  deleteChannel,
  type CreatedChannel,
  type DeletedChannel,
} from '@chat/contracts/channels';
import { toChannel } from '../channels/channel.mapper';
import { UNLIMITED } from '../channels/quota.rules';
import { CreationService } from './creation.service';
import { DeletionService } from './deletion.service';

@Controller()
export class LifecycleController {
  constructor(
    private readonly creation: CreationService,
    private readonly deletion: DeletionService,
  ) {}

  @Handles(createChannel)
  async create(
    @Payload() { body }: InputOf<typeof createChannel>,
    @Ctx() context: RequestContext,
  ): Promise<Reply<CreatedChannel>> {
    const { channel, isReused } = await this.creation.create(body, context);
    const message = isReused
      ? 'The channel with this number is used again. Ask for a QR code or a pairing code to link the phone.'
      : 'The channel was created. Ask for a QR code or a pairing code to link the phone.';
    const answer = { device: toChannel(channel), reused: isReused, message };
    return new Reply(answer, { status: isReused ? 200 : 201 });
  }

  @Handles(deleteChannel)
  async delete(
    @Payload() { params }: InputOf<typeof deleteChannel>,
    @Ctx() context: RequestContext,
  ): Promise<DeletedChannel> {
    const { id, channelType } = await this.deletion.delete(params.id, context);
    return {
      deleted: true,
      channel_type: channelType,
      quota_restored: context.account.plan.account_limit !== UNLIMITED,
      device_id: id,
    };
  }
}
