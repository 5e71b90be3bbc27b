import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import type { AbandonSignUp } from '@chat/contracts/cloud-connector';
import { AppError } from '@chat/errors';
import { DeletedChannels } from '@chat/service-kit';
import { NumbersService } from '../numbers/numbers.service';
import { OpenSignUps } from './open-sign-ups';
import { SignUpsRepository } from './sign-ups.repository';

/** Stands for a channel that was never created. */
const NO_CHANNEL = 0;

/** Ends sign-ups that lead to no channel. */
@Injectable()
export class AbandonSignUpService {
  constructor(
    private readonly signUps: SignUpsRepository,
    private readonly openSignUps: OpenSignUps,
    private readonly numbers: NumbersService,
    private readonly deletedChannels: DeletedChannels,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Undoes what was done at the provider, by a job, and deletes the token.
   * @throws AppError `service_unavailable` while a call to the provider may be in progress for it.
   */
  async abandon(accountId: number, { sign_up_id: id, channel_id: channelId }: AbandonSignUp): Promise<void> {
    // From here on the channel cannot get a number any more.
    if (channelId !== undefined) await this.deletedChannels.mark(accountId, channelId);
    await this.transactions.run(null, async ({ manager }) => {
      const row = await this.signUps.lock(accountId, id, manager);
      if (!row) return;
      if (await this.signUps.isBusy(accountId, id, manager)) throw new AppError('service_unavailable');
      const hadNumber = channelId !== undefined && (await this.numbers.remove(accountId, channelId, manager));
      const { credentials, waba_id: wabaId, phone_number_id: phoneNumberId } = row;
      if (!hadNumber && row.is_begun && credentials && wabaId !== null && phoneNumberId !== null) {
        const deregister = row.is_registered_here && !row.is_coexistence;
        const number = { channelId: channelId ?? NO_CHANNEL, wabaId, phoneNumberId, deregister };
        await this.numbers.letGoOf(accountId, number, this.openSignUps.unseal(row, credentials), manager);
      }
      await this.signUps.delete(accountId, id, manager);
    });
  }
}
