import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import { toTimestamp } from '@chat/service-kit';
import { classifyError, type ErrorMeaning } from '../provider/error-table.rules';
import type { ProviderErrorBody } from '../provider/provider-error';
import type { NumberRow, OpenNumber } from './number.row';
import { NumbersRepository } from './numbers.repository';
import { NumberStatesService } from './number-states.service';
import { isOutdated, wholeSecond } from './state-time.rules';
import type { ProviderPerson } from '../provider/provider-person';

/** The result of one message, as far as it concerns the number or the person. */
export interface Finding {
  number: NumberRow;
  error: ProviderErrorBody | null;
  isBilled: boolean;
  recipient: ProviderPerson;
  at: Date;
}

/**
 * Records what the results of messages imply: that a number is blocked or works again, or that a person opted out of
 * marketing.
 */
@Injectable()
export class NumberFindings {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly states: NumberStatesService,
    private readonly transactions: Transactions,
  ) {}

  /** Records what a refusal of a send implies. Does nothing if the number was renewed meanwhile. */
  async record(
    { accountId, channelId, credentialsVersion }: OpenNumber,
    { error, recipient }: Pick<Finding, 'error' | 'recipient'>,
  ): Promise<void> {
    if (!error || !saysMore(classifyError(error))) return;
    await this.transactions.run(null, async (tx) => {
      const number = await this.numbers.lock(accountId, channelId, tx.manager);
      if (number?.credentials_version !== credentialsVersion) return;
      // In whole seconds, like the provider's times, so that its next report does not look older. A refusal holds as of
      // now.
      const at = new Date(Math.max(wholeSecond(new Date()).getTime(), number.state_at?.getTime() ?? 0));
      await this.apply([{ number, error, recipient, isBilled: false, at }], tx);
    });
  }

  async apply(findings: Finding[], tx: Transaction): Promise<void> {
    for (const finding of findings) {
      const { error, number, recipient, at } = finding;
      const meaning = error && classifyError(error);
      if (meaning?.code === 'marketing_suppressed' && meaning.reason === 'opted_out' && isKnown(recipient)) {
        publishPreference(tx, number, { ...recipient, optedOut: true, at });
      }
      const isBlocked = meaning?.code === 'billing_blocked';
      if (isBlocked || (finding.isBilled && number.is_billing_blocked) || meaning?.trouble) {
        const row = await this.numbers.lock(number.account_id, number.channel_id, tx.manager);
        if (!row) continue;
        if (!meaning?.trouble) await this.states.setBillingBlocked(row, isBlocked, tx);
        else if (!isOutdated(row.state_at, at)) await this.states.suffer(row, meaning.trouble, at, tx);
      }
    }
  }
}

function saysMore({ code, reason, trouble }: ErrorMeaning): boolean {
  return trouble !== undefined || code === 'billing_blocked' || reason === 'opted_out';
}

function isKnown({ phone, providerUserId }: ProviderPerson): boolean {
  return phone !== null || providerUserId !== null;
}

/** Publishes that somebody stopped or resumed marketing messages. */
export function publishPreference(
  tx: Transaction,
  number: Pick<NumberRow, 'account_id' | 'channel_id'>,
  { phone, providerUserId, optedOut, at }: ProviderPerson & { optedOut: boolean; at: Date },
): void {
  tx.causedBy({}).emit(marketingPreferenceChanged, {
    accountId: number.account_id,
    entity: `preferences/${phone ?? providerUserId}`,
    entityVersion: at.getTime(),
    channelId: number.channel_id,
    data: {
      channel_id: number.channel_id,
      phone,
      ...(providerUserId !== null && { provider_user_id: providerUserId }),
      opted_out: optedOut,
      at: toTimestamp(at),
    },
  });
}
