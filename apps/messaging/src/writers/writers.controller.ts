import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { findWriter, type KnownNumber } from '@chat/contracts/messaging';
import { WritersRepository } from './writers.repository';

@Controller()
export class WritersController {
  constructor(private readonly writers: WritersRepository) {}

  @Handles(findWriter)
  async find({ body }: InputOf<typeof findWriter>, { account }: RequestContext): Promise<KnownNumber> {
    return { phone: await this.writers.find(account.id, body.phone) };
  }
}
