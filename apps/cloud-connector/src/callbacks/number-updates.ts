import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { Jobs, jobType } from '@chat/service-kit';
import { changesOf, type Change } from '../envelopes/envelope.rules';
import { DescriptionsService } from '../numbers/descriptions.service';
import type { NumberRow } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import { NumbersService } from '../numbers/numbers.service';
import { capabilityOf, nameOf, qualityOf, type NumberReport } from './number-updates.rules';

const describeNumber = jobType<{ channelId: number }>('describe-number');

/** Applies what the provider tells of the quality, the limit and the name of numbers. */
@Injectable()
export class NumberUpdates implements OnApplicationBootstrap {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly service: NumbersService,
    private readonly descriptions: DescriptionsService,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(describeNumber, async ({ accountId, data }) => {
      const number = await this.service.open(accountId, data.channelId);
      if (number?.isConnected) await this.descriptions.refreshQuality(number);
    });
  }

  async apply(changes: Change[], tx: Transaction): Promise<void> {
    for (const change of changesOf(changes, 'phone_number_quality_update')) {
      // The callback tells of the limit; that the quality changed it does not always say, and never to what.
      await this.learn(change, qualityOf(change.value), tx, (row) => this.readLater(row, tx));
    }
    for (const change of changesOf(changes, 'phone_number_name_update')) {
      await this.learn(change, nameOf(change.value), tx);
    }
    for (const change of changesOf(changes, 'business_capability_update')) {
      await this.learn(change, capabilityOf(change.value), tx);
    }
  }

  private async learn(
    { wabaId, at }: Change,
    { digits, description }: NumberReport,
    tx: Transaction,
    then?: (row: NumberRow) => Promise<void>,
  ): Promise<void> {
    for (const row of await this.numbers.lockOfWaba(wabaId, tx.manager)) {
      if (digits !== null && digits !== row.phone_number) continue;
      await this.descriptions.learn(row, description, at ?? new Date(), tx);
      await then?.(row);
    }
  }

  private async readLater(row: NumberRow, tx: Transaction): Promise<void> {
    const { account_id: accountId, channel_id: channelId } = row;
    await this.jobs.add(tx, describeNumber, { accountId, data: { channelId } });
  }
}
