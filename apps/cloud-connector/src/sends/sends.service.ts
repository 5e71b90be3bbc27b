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
import type { OpenNumber } from '../numbers/number.row';
import { InstallationService } from '../installation/installation.service';
import { toReference } from '../installation/send-reference.rules';
import { classifyError } from '../provider/error-table.rules';
import { ExplainedRefusals } from './explained-refusals';
import type { Refused } from './handover-outcome.rules';
import { HandoverService, tooLate } from './handover.service';
import { KnownNumbers } from './known-numbers';
import { mediaOf, requireSendable } from './outgoing-body.rules';
import { SendFindings } from './send-findings';
import { SendsRepository, type BeginningSend } from './sends.repository';
import { UploadsService } from './uploads.service';

/** Hands messages over to the provider, each at most once. */
@Injectable()
export class SendsService implements BeforeApplicationShutdown {
  private readonly records: SendRecords<BeginningSend>;

  constructor(
    private readonly dataSource: DataSource,
    sends: SendsRepository,
    private readonly known: KnownNumbers,
    private readonly handover: HandoverService,
    private readonly uploads: UploadsService,
    private readonly refusals: ExplainedRefusals,
    private readonly findings: SendFindings,
    private readonly installation: InstallationService,
    @Inject(LOGGER) logger: Logger,
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
    return this.records.once(name, async () => {
      const content = await this.uploads.withCodec(input.content);
      return this.sendOnce(name, { ...input, content }, cause);
    });
  }

  async settle(accountId: number, send: SettleSend): Promise<SettledSend> {
    return this.records.settle(accountId, send);
  }

  /** Erases the records of messages; redeliveries are still recognized as such. */
  async forget(accountId: number, forgotten: ForgetMessages): Promise<void> {
    await forgetMessages(this.dataSource, RECEIVED, accountId, forgotten);
  }

  private async sendOnce(name: SendName, input: ConnectorSend, cause: Cause): Promise<ConnectorAccepted> {
    const unsendable = refusalOf(input);
    if (unsendable) return this.records.refuse(name.accountId, input, unsendable);
    const earlier = mediaOf(input.content) ? await this.records.answerOfRecord(name) : null;
    if (earlier) return earlier;
    if (input.deadline <= Date.now()) return this.records.refuse(name.accountId, input, tooLate());
    const number = await this.known.find(name.accountId, input.channel_id);
    if (!number) return this.records.refuse(name.accountId, input, notConnected());

    const uploaded = await this.handover.upload(number, input, cause);
    if (uploaded.kind === 'refused') return this.notUploaded(name, input, { number, uploaded, cause });
    const installationId = this.installation.idForSends;
    const isNamed = installationId !== null;
    if (!(await this.records.begin({ ...name, number, isNamed })))
      return this.notBegun(name, input, number, cause);
    const handedOver = await this.handover.send(number, input, {
      mediaId: uploaded.mediaId,
      reference: toReference({ installationId, messageId: name.messageId }),
      cause,
    });
    const outcome = await this.refusals.explain(number, handedOver);
    try {
      return await this.records.end(name, outcome);
    } finally {
      await this.findings.record(number, input, outcome);
    }
  }

  /** Uploads use the cached credentials, which nothing compares with the row. */
  private async notUploaded(
    name: SendName,
    input: ConnectorSend,
    { number, uploaded, cause }: { number: OpenNumber; uploaded: Refused; cause: Cause },
  ): Promise<ConnectorAccepted> {
    const mayBeStale = uploaded.words && classifyError(uploaded.words).trouble;
    if (mayBeStale && (await this.isRenewed(number))) return this.sendOnce(name, input, cause);
    await this.findings.record(number, input, uploaded);
    return this.records.refuse(name.accountId, input, uploaded.error);
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
