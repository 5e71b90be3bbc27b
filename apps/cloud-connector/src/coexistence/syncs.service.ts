import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { announceNumber } from '../numbers/number-events';
import { NumbersRepository } from '../numbers/numbers.repository';
import { looksAs, type SyncState } from '../numbers/sync.rules';

/** The number of a channel. */
export interface NumberKey {
  accountId: number;
  channelId: number;
}

/**
 * Advances the syncs of numbers: each step under the lock of its number, with an event when the visible state changed.
 */
@Injectable()
export class SyncsService {
  constructor(private readonly numbers: NumbersRepository) {}

  /**
   * @returns the sync before the step; null, with nothing changed, if the number has none or one that began at another
   * time.
   */
  async move(
    { accountId, channelId, beganAt }: NumberKey & { beganAt?: string },
    step: (state: SyncState) => SyncState,
    tx: Transaction,
  ): Promise<SyncState | null> {
    const number = await this.numbers.lock(accountId, channelId, tx.manager);
    const before = number?.sync;
    if (!before || (beganAt !== undefined && before.beganAt !== beganAt)) return null;
    const sync = step(before);
    if (!looksAs(sync, before)) announceNumber(tx, await this.numbers.change(number, { sync }, tx.manager));
    else if (sync !== before) await this.numbers.keepSync(number, sync, tx.manager);
    return before;
  }
}
