import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  createChannel,
  deleteChannel,
  type CreatedChannel,
  type DeletedChannel,
} from '@chat/contracts/channels';
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
    { body }: InputOf<typeof createChannel>,
    context: RequestContext,
  ): Promise<Reply<CreatedChannel>> {
    const created = await this.creation.create(body, context);
    return new Reply(created, { status: created.reused ? 200 : 201 });
  }

  @Handles(deleteChannel)
  async delete({ params }: InputOf<typeof deleteChannel>, context: RequestContext): Promise<DeletedChannel> {
    return this.deletion.delete(params.id, context);
  }
}
