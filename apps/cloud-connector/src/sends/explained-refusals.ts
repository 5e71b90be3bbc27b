import { Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import type { OpenNumber } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import { toRefusal } from '../provider/refusal.rules';
import type { Outcome } from './handover.service';
import { isHeldBack } from './sync-refusal.rules';
import { isUnderWay } from '../numbers/sync.rules';

/** Explains refusals that the provider gives while the business app shares its history. */
@Injectable()
export class SyncRefusals {
  constructor(private readonly numbers: NumbersRepository) {}

  /** @returns the outcome, with the sync as the reason if it caused the refusal. */
  async explain(number: OpenNumber, outcome: Outcome): Promise<Outcome> {
    if (outcome.kind !== 'refused' || !outcome.words || !number.isCoexistence) return outcome;
    if (!isHeldBack(outcome.words)) return outcome;
    // Without the row the refusal stays as it is: what matters is that nothing was sent.
    const row = await this.numbers.find(number.accountId, number.channelId).catch(() => null);
    if (!row?.sync || !isUnderWay(row.sync)) return outcome;
    const { provider } = toRefusal(outcome.words).details;
    return { ...outcome, error: syncInProgress(provider) };
  }
}

function syncInProgress(provider: AppError['details']['provider']): AppError {
  return new AppError('capability_error', {
    reason: 'sync_in_progress',
    retryable: true,
    message:
      'The provider holds this number back while the business app shares its history. Send again when the sync in the ' +
      'status of the channel is completed.',
    ...(provider && { provider }),
  });
}
