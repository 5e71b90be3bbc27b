import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '@chat/errors';
import type {
  ConnectorAccepted,
  ConnectorSend,
  ForgetMessages,
  SettledSend,
  SettleSend,
} from '@chat/contracts/connector';
import { forgetMessages, SendRecords, type SendName } from '@chat/connector-kit';
import { LOGGER, type Logger } from '@chat/service-kit';
import type { Cause } from '@chat/telemetry';
import { RECEIVED } from '../callbacks/received.repository';
import { SyncRefusals } from './sync-refusals';
import type { OpenNumber } from '../numbers/number.row';
import { NumberFindings } from '../numbers/number-findings';
import { meaningOf } from '../provider/error-table.rules';
import { TemplateUpdates } from '../templates/template-updates';
import { SignsOfLifeService } from '../signs-of-life/signs-of-life.service';
import { HandoverService, tooLate, type Outcome } from './handover.service';
import { KnownNumbers } from './known-numbers';
import { mediaOf, requireSendable } from './outgoing-body.rules';
import { SendsRepository, type BeginningSend } from './sends.repository';

/** Hands messages over to the provider, each at most once. */
@Injectable()
export class SendsService implements BeforeApplicationShutdown {
  private readonly records: SendRecords<BeginningSend>;

  constructor(
    private readonly dataSource: DataSource,
    sends: SendsRepository,
    private readonly numbers: NumberFindings,
    private readonly known: KnownNumbers,
    private readonly handover: HandoverService,
    private readonly signs: SignsOfLifeService,
    private readonly templates: TemplateUpdates,
    private readonly syncs: SyncRefusals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.records = new SendRecords(dataSource, logger, {
      schema: 'cloud_connector',
      begin: (batch) => sends.begin(batch),
      tooLate,
    });
  }

  /** At this point no request is in progress; the last results are still written. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.records.idle();
  }

  /** @throws AppError if the message was refused; `provider_outcome_unknown` if the outcome is unknown. */
  async send(accountId: number, input: ConnectorSend, cause: Cause): Promise<ConnectorAccepted> {
    const name = { accountId, messageId: input.message_id };
    return this.records.once(name, () => this.sendOnce(name, input, cause));
  }

  async settle(accountId: number, send: SettleSend): Promise<SettledSend> {
    return this.records.settle(accountId, send);
  }

  /** Erases the records of messages; redeliveries are still recognized as such. */
  async forget(accountId: number, forgotten: ForgetMessages): Promise<void> {
    await forgetMessages(this.dataSource, RECEIVED, accountId, forgotten);
  }

  private async sendOnce(name: SendName, input: ConnectorSend, cause: Cause): Promise<ConnectorAccepted> {
    const { accountId } = name;
    const unsendable = refusalOf(input);
    if (unsendable) return this.records.refuse(accountId, input, unsendable);
    const earlier = mediaOf(input.content) ? await this.records.answerOfRecord(name) : null;
    if (earlier) return earlier;
    if (input.deadline <= Date.now()) return this.records.refuse(accountId, input, tooLate());
    const number = await this.known.find(accountId, input.channel_id);
    if (!number) return this.records.refuse(accountId, input, notConnected());

    const uploaded = await this.handover.upload(number, input, cause);
    if (uploaded.kind === 'refused') {
      // Uploads use the cached credentials, which nothing compares with the row.
      const mayBeStale = uploaded.words && meaningOf(uploaded.words).trouble;
      if (mayBeStale && (await this.isRenewed(number))) return this.sendOnce(name, input, cause);
      await this.noteWords(number, input, uploaded);
      return this.records.refuse(accountId, input, uploaded.error);
    }
    if (!(await this.records.begin({ ...name, number }))) return this.notBegun(name, input, number, cause);
    const outcome = await this.syncs.explain(
      number,
      await this.handover.send(number, input, { mediaId: uploaded.mediaId, cause }),
    );
    if (outcome.kind === 'accepted') this.signs.note(accountId, number.channelId);
    try {
      return await this.records.end(name, outcome);
    } finally {
      if (outcome.kind === 'refused') await this.noteWords(number, input, outcome);
    }
  }

  /** Either there is a record already, or the cached number is stale. */
  private async notBegun(
    name: SendName,
    input: ConnectorSend,
    tried: OpenNumber,
    cause: Cause,
  ): Promise<ConnectorAccepted> {
    const earlier = await this.records.answerOfRecord(name);
    if (earlier) return earlier;
    return (await this.isRenewed(tried))
      ? this.sendOnce(name, input, cause)
      : this.records.refuse(name.accountId, input, notConnected());
  }

  /** Looks up the number anew. @returns whether it is connected with other credentials than the tried ones. */
  private async isRenewed(tried: OpenNumber): Promise<boolean> {
    this.known.forget(tried);
    const number = await this.known.find(tried.accountId, tried.channelId);
    return number !== null && number.credentialsVersion !== tried.credentialsVersion;
  }

  /**
   * Records what a refusal implies for the number, the person or the template. A failure here does not affect the
   * answer.
   */
  private async noteWords(
    number: OpenNumber,
    { to, content }: ConnectorSend,
    { words }: Extract<Outcome, { kind: 'refused' }>,
  ): Promise<void> {
    if (!words) return;
    if (meaningOf(words).trouble) this.known.forget(number);
    try {
      await this.numbers.note(number, { error: words, recipient: to });
      if (content.type === 'template') await this.templates.note(number, content.template, words);
    } catch (error) {
      const { accountId, channelId } = number;
      this.logger.error({ error, accountId, channelId }, 'could not record what a refusal implies');
    }
  }
}

/** Returns why the content can never be sent; null if it can. */
function refusalOf({ content }: ConnectorSend): AppError | null {
  try {
    requireSendable(content);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function notConnected(): AppError {
  return new AppError('service_unavailable', {
    reason: 'not_connected',
    message: 'The number is not connected to the provider. Nothing was sent. Renew the channel.',
  });
}
