import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import { templateReported } from '@chat/contracts/cloud-connector';
import { toTimestamp } from '@chat/service-kit';
import type { Change } from '../envelopes/envelope.rules';
import type { OpenNumber } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import type { ProviderErrorBody } from '../provider/provider-error';
import { readTemplateUpdate, updateOfRefusal, type TemplateUpdate } from './template-updates.rules';

/** Publishes template updates of the provider. */
@Injectable()
export class TemplateUpdates {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly transactions: Transactions,
  ) {}

  async apply(changes: Change[], tx: Transaction): Promise<void> {
    const now = new Date();
    for (const change of changes) {
      const update = readTemplateUpdate(change, now);
      if (!update) continue;
      const channels = await this.numbers.oneChannelOfEachAccount(update.wabaId, tx.manager);
      for (const channel of channels) report(tx, channel, update);
    }
  }

  /** Records what a refused send implies for its template. */
  async record(
    { accountId, channelId, wabaId }: OpenNumber,
    template: object,
    error: ProviderErrorBody,
  ): Promise<void> {
    const update = updateOfRefusal(wabaId, template, error, new Date());
    if (!update) return;
    await this.transactions.run(null, (tx) => Promise.resolve(report(tx, { accountId, channelId }, update)));
  }
}

function report(
  tx: Transaction,
  { accountId, channelId }: { accountId: number; channelId: number },
  { wabaId, providerTemplateId, at, ...update }: TemplateUpdate,
): void {
  const { name, language, kind, value, reason } = update;
  tx.causedBy({}).emit(templateReported, {
    accountId,
    entity: `provider-templates/${wabaId}/${name}/${language}`,
    entityVersion: at.getTime(),
    channelId,
    data: {
      channel_id: channelId,
      waba_id: wabaId,
      provider_template_id: providerTemplateId,
      name,
      language,
      kind,
      value,
      reason,
      at: toTimestamp(at),
    },
  });
}
