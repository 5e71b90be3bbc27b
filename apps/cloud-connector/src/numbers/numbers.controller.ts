import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import {
  connectNumber,
  releaseNumber,
  verifyNumber,
  type NumberSnapshot,
  type VerifiedNumber,
} from '@chat/contracts/cloud-connector';
import { NumbersService } from './numbers.service';

@Controller()
export class NumbersController {
  constructor(private readonly numbers: NumbersService) {}

  @Handles(verifyNumber)
  async verify({ body }: InputOf<typeof verifyNumber>, { account }: RequestContext): Promise<VerifiedNumber> {
    return this.numbers.verify(account.id, body);
  }

  @Handles(connectNumber)
  async connect({ body }: InputOf<typeof connectNumber>, context: RequestContext): Promise<NumberSnapshot> {
    return this.numbers.connect(body, context);
  }

  @Handles(releaseNumber)
  async release({ body }: InputOf<typeof releaseNumber>, { account }: RequestContext): Promise<Empty> {
    await this.numbers.release(account.id, body.channel_id);
    return {};
  }
}
