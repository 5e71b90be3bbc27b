import { Injectable } from '@nestjs/common';
import { reachoutRestricted } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import { toNullableTimestamp } from '@chat/service-kit';
import type { NumberRow, OpenNumber } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import { activeOf, firstEnd } from '../numbers/restriction.rules';
import { isUnderWay } from '../numbers/sync.rules';
import { classifyError } from '../provider/error-table.rules';
import type { ProviderErrorBody } from '../provider/provider-error';
import { toRefusal } from '../provider/refusal.rules';
import type { Outcome } from './handover-outcome.rules';
import { isHeldBack } from './sync-refusal.rules';

/** Explains refusals by what is known of the number: it is restricted, or the business app shares its history. */
@Injectable()
export class ExplainedRefusals {
  constructor(private readonly numbers: NumbersRepository) {}

  /** @returns the outcome, with the state of the number as the reason if it caused the refusal. */
  async explain({ accountId, channelId, isCoexistence }: OpenNumber, outcome: Outcome): Promise<Outcome> {
    if (outcome.kind !== 'refused' || !outcome.words) return outcome;
    if (!(isCoexistence && isHeldBack(outcome.words)) && !isRestricted(outcome.words)) return outcome;
    // Without the row the refusal stays as it is: what matters is that nothing was sent.
    const row = await this.numbers.find(accountId, channelId).catch(() => null);
    const error = row && explanation(row, outcome.words);
    return error ? { ...outcome, error } : outcome;
  }
}

function explanation(row: NumberRow, words: ProviderErrorBody): AppError | null {
  const { provider } = toRefusal(words).details;
  if (!isRestricted(words)) return row.sync && isUnderWay(row.sync) ? syncInProgress(provider) : null;
  const restrictions = activeOf(row.restrictions, new Date());
  if (restrictions.length === 0) return null;
  return reachoutRestricted(toNullableTimestamp(firstEnd(restrictions))).with({
    ...(provider && { provider }),
  });
}

function isRestricted(words: ProviderErrorBody): boolean {
  return classifyError(words).trouble === 'account_restricted';
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
