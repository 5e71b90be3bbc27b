import { Inject, Injectable } from '@nestjs/common';
import type { ConnectorSend } from '@chat/contracts/connector';
import { LOGGER, type Logger } from '@chat/service-kit';
import { NumberFindings } from '../numbers/number-findings';
import type { OpenNumber } from '../numbers/number.row';
import { classifyError } from '../provider/error-table.rules';
import { SignsOfLifeService } from '../signs-of-life/signs-of-life.service';
import { TemplateUpdates } from '../templates/template-updates';
import type { Outcome } from './handover-outcome.rules';
import { KnownNumbers } from './known-numbers';

/** What the outcome of a send says about the number, the person or the template. */
@Injectable()
export class SendFindings {
  constructor(
    private readonly known: KnownNumbers,
    private readonly signs: SignsOfLifeService,
    private readonly numbers: NumberFindings,
    private readonly templates: TemplateUpdates,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A failure here does not affect the answer. */
  async record(
    number: OpenNumber,
    { to, provider_user_id, content }: ConnectorSend,
    outcome: Outcome,
  ): Promise<void> {
    const { accountId, channelId } = number;
    if (outcome.kind === 'accepted') this.signs.record(accountId, channelId);
    if (outcome.kind !== 'refused' || !outcome.words) return;
    if (classifyError(outcome.words).trouble) this.known.forget(number);
    const recipient = { phone: to, providerUserId: provider_user_id ?? null };
    try {
      await this.numbers.record(number, { error: outcome.words, recipient });
      if (content.type === 'template') await this.templates.record(number, content.template, outcome.words);
    } catch (error) {
      this.logger.error({ error, accountId, channelId }, 'could not record what a refusal implies');
    }
  }
}
