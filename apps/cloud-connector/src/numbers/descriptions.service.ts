import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import { describeError } from '@chat/errors';
import { LOGGER, type Logger } from '@chat/service-kit';
import { announceNumber } from './number-events';
import type { NumberDescription, NumberRow, OpenNumber } from './number.row';
import { NumbersRepository } from './numbers.repository';
import { ProviderNumbers } from './provider-numbers';
import { asOf, isOutdated } from './state-time.rules';

/** Keeps what the provider says of the quality, the limit and the name of numbers. */
@Injectable()
export class DescriptionsService {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly provider: ProviderNumbers,
    private readonly transactions: Transactions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns what the provider says now; unknown if it does not answer: the next check of the token asks again. */
  async find({
    accountId,
    channelId,
    ...number
  }: Pick<OpenNumber, 'accountId' | 'channelId' | 'phoneNumberId' | 'token'>): Promise<NumberDescription> {
    try {
      return await this.provider.describe(number);
    } catch (error) {
      this.logger.warn(
        { accountId, channelId, error: describeError(error) },
        'a number could not be described',
      );
      return { quality_rating: null, messaging_limit: null, name_status: null };
    }
  }

  /**
   * Keeps what the provider told of a number that the transaction has locked, unless it told something newer.
   * @param at when it was told, by the provider's clock.
   */
  async learn(
    row: NumberRow,
    reported: Partial<NumberDescription>,
    at: Date,
    tx: Transaction,
  ): Promise<void> {
    if (Object.keys(reported).length === 0 || isOutdated(row.described_at, at)) return;
    announceNumber(tx, await this.numbers.change(row, { ...reported, described_at: at }, tx.manager));
  }

  /** Asks the provider for the quality, the limit and the name of a number, and keeps them. */
  async refresh(number: OpenNumber): Promise<void> {
    await this.keep(number, await this.provider.describe(number));
  }

  /** Asks the provider for the quality of a number, and keeps it. */
  async refreshQuality(number: OpenNumber): Promise<void> {
    const { quality_rating } = await this.provider.describe(number);
    await this.keep(number, { quality_rating });
  }

  /** What the provider answers now goes before what it told earlier. */
  private async keep(number: OpenNumber, described: Partial<NumberDescription>): Promise<void> {
    await this.transactions.run(null, async (tx) => {
      const row = await this.numbers.lock(number.accountId, number.channelId, tx.manager);
      if (row?.credentials_version !== number.credentialsVersion) return;
      const names = Object.keys(described) as (keyof NumberDescription)[];
      if (names.every((name) => described[name] === row[name])) return;
      const at = Math.max(asOf(new Date()).getTime(), row.described_at?.getTime() ?? 0);
      await this.learn(row, described, new Date(at), tx);
    });
  }
}
