import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { disableScheduled } from '../numbers/number-trouble.rules';
import type { NumberRow } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import { NumberStatesService } from '../numbers/number-states.service';
import { isOutdated } from '../numbers/state-time.rules';
import { effectOn, wabaOf, type AccountEffect } from './account-update.rules';
import { changesOf, type Change } from '../envelopes/envelope.rules';

/** Applies account events of the provider to the numbers of the account. */
@Injectable()
export class AccountUpdates {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly states: NumberStatesService,
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
  ) {}

  async apply(changes: Change[], tx: Transaction): Promise<void> {
    const now = new Date();
    const appId = this.config.PROVIDER_APP_ID ?? '';
    for (const { wabaId, value, at } of changesOf(changes, 'account_update')) {
      for (const row of await this.numbers.lockOfWaba(wabaOf(value, wabaId), tx.manager)) {
        const happenedAt = at ?? now;
        const effect = isOutdated(row.state_at, happenedAt) ? null : effectOn(row, value, { now, appId });
        if (effect) await this.applyEffect(row, effect, happenedAt, tx);
      }
    }
  }

  private async applyEffect(row: NumberRow, effect: AccountEffect, at: Date, tx: Transaction): Promise<void> {
    switch (effect.kind) {
      case 'disconnect':
        await this.states.disconnect(row, { ...effect, at }, tx);
        break;
      case 'restrict':
        await this.states.restrict(row, effect.restrictions, at, tx);
        break;
      case 'reconnect':
        await this.states.reconnect(row, at, tx);
        break;
      case 'warn':
        await this.states.warn(row, disableScheduled, tx);
        break;
    }
  }
}
