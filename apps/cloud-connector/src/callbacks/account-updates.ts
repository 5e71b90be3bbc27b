import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { NumbersRepository } from '../numbers/numbers.repository';
import { NumbersService } from '../numbers/numbers.service';
import { isOutdated } from '../numbers/state-time.rules';
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
    for (const { wabaId, value, ...change } of changes.filter(({ field }) => field === 'account_update')) {
      const at = change.at ?? new Date();
      const named = textOf(value.phone_number).replace(/\D/g, '') || null;
      for (const row of await this.numbers.lockOfWaba(wabaId, tx.manager)) {
        const effect = isOutdated(row, at) ? null : effectOn(row, textOf(value.event), named);
        if (effect === null) continue;
        if (effect.kind === 'disconnect') await this.service.disconnect(row, effect.trouble, at, tx);
        else await this.service.reconnect(row, at, tx);
        // Also where nothing changed: what is older and comes later is outdated by this.
        await this.numbers.confirmStatus(row, at, tx.manager);
      }
    }
  }
}
