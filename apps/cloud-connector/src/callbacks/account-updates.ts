import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { NumbersRepository } from '../numbers/numbers.repository';
import { NumbersService } from '../numbers/numbers.service';
import { effectOn } from './account-update.rules';
import { textOf, type Change } from './envelope.rules';

/** What happens to our accounts at the provider, and so to their numbers. */
@Injectable()
export class AccountUpdates {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly service: NumbersService,
  ) {}

  async take(changes: Change[], tx: Transaction): Promise<void> {
    for (const { wabaId, value } of changes.filter(({ field }) => field === 'account_update')) {
      const named = textOf(value.phone_number).replace(/\D/g, '') || null;
      for (const row of await this.numbers.lockOfWaba(wabaId, tx.manager)) {
        const effect = effectOn(row, textOf(value.event), named);
        if (effect?.kind === 'disconnect') await this.service.disconnect(row, effect.trouble, tx);
        if (effect?.kind === 'reconnect') await this.service.reconnect(row, tx);
      }
    }
  }
}
