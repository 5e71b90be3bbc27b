import { Injectable } from '@nestjs/common';
import type { ShowTyping } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import { EngineClosedError } from '../engines/device-engine';
import { PeopleService } from '../people/people.service';
import { notConnected } from '../sends/refusals';
import { LeasesService } from '../sessions/leases.service';

/** Shows people that somebody types on a linked phone. */
@Injectable()
export class TypingService {
  constructor(
    private readonly leases: LeasesService,
    private readonly people: PeopleService,
  ) {}

  /** @throws AppError `device_service_error`; `invalid_phone` for a number that the network does not know. */
  async show(
    accountId: number,
    { channel_id, to, provider_user_id }: ShowTyping,
    deadline: number,
  ): Promise<void> {
    const session = this.leases.find(accountId, channel_id);
    if (!session) throw notConnected();
    try {
      const named = { phone: to, userId: provider_user_id ?? null };
      const person = await this.people.resolve(session, named, deadline);
      if (!person) throw new AppError('invalid_phone');
      if (!(await session.showTyping(person))) throw notConnected();
    } catch (error) {
      throw error instanceof EngineClosedError ? notConnected() : error;
    }
  }
}
