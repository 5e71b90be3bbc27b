import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import { readThroughDevice } from '@chat/contracts/device-sessions';
import { ReadsService } from './reads.service';

@Controller()
export class ReadsController {
  constructor(private readonly reads: ReadsService) {}

  @Handles(readThroughDevice)
  async read({ body }: InputOf<typeof readThroughDevice>, { account }: RequestContext): Promise<Empty> {
    await this.reads.read(account.id, body);
    return {};
  }
}
