import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Batcher } from '@chat/batcher';
import { AppError } from '@chat/errors';
import type { ConnectorAccepted, ConnectorSend, SettledSend, SettleSend } from '@chat/contracts/connector';
import { LOGGER, wasRolledBack, type Logger } from '@chat/service-kit';
import type { OpenNumber } from '../numbers/number.row';
import { NumberFindings } from '../numbers/number-findings';
import { meaningOf } from '../provider/error-table.rules';
import { toMessageError } from '../provider/refusal.rules';
import { SignsOfLifeService } from '../signs-of-life/signs-of-life.service';
import { HandoverService, tooLate, type Outcome } from './handover.service';
import { KnownNumbers } from './known-numbers';
import { requireSendable } from './outgoing-body.rules';
import { SendsRepository, type BeginningSend, type SendEnd, type SendRow } from './sends.repository';

const BATCH_SIZE = 64;

type Refused = Extract<Outcome, { kind: 'refused' }>;

/** Hands messages over: each at most once, whoever repeats the request and whatever dies in between. */
@Injectable()
export class SendsService implements BeforeApplicationShutdown {
  private readonly underWay = new Map<string, Promise<ConnectorAccepted>>();
  private readonly begins: Batcher<BeginningSend, boolean>;
  private readonly ends: Batcher<SendEnd, SendRow | null>;
  /** The ends that are answered and not written yet. */
  private readonly unwritten = new Map<string, Promise<SendRow | null>>();

  constructor(
    private readonly numbers: NumberFindings,
    private readonly known: KnownNumbers,
    private readonly handover: HandoverService,
    private readonly sends: SendsRepository,
    private readonly signs: SignsOfLifeService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const options = { size: BATCH_SIZE, changedNothing: wasRolledBack };
    this.begins = new Batcher((batch) => sends.begin(batch), {
      ...options,
      gatherMs: 3,
      keyOf: ({ number, messageId }) => keyOf(number.accountId, messageId),
    });
    this.ends = new Batcher((batch) => sends.conclude(batch), {
      ...options,
      // Hardly anybody waits for these.
      gatherMs: 25,
      keyOf: ({ accountId, messageId }) => keyOf(accountId, messageId),
    });
  }

  /** No request is under way any more; what was answered last is written too. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.ends.idle();
  }

  /** @throws AppError when the message was refused, and `provider_outcome_unknown` when nobody can tell. */
  async send(accountId: number, input: ConnectorSend): Promise<ConnectorAccepted> {
    const key = keyOf(accountId, input.message_id);
    const underWay = this.underWay.get(key);
    if (underWay) return underWay;
    const sending = this.sendOnce(accountId, input).finally(() => this.underWay.delete(key));
    this.underWay.set(key, sending);
    return sending;
  }

  async settle(accountId: number, send: SettleSend): Promise<SettledSend> {
    await this.unwritten.get(keyOf(accountId, send.message_id));
    const { state, chat_message_id, error } = await this.sends.settle(accountId, send, tooLate().toBody());
    switch (state) {
      case 'accepted':
        return { outcome: 'sent', chat_message_id, error: null };
      case 'refused':
        return { outcome: 'refused', chat_message_id: null, error: error && toMessageError(error) };
      case 'sending':
      case 'unknown':
        return { outcome: 'unknown', chat_message_id: null, error: null };
    }
  }

  private async sendOnce(accountId: number, input: ConnectorSend): Promise<ConnectorAccepted> {
    try {
      requireSendable(input.content);
    } catch (error) {
      if (error instanceof AppError) return this.refuse(accountId, input, error);
      throw error;
    }
    const earlier = 'media' in input.content ? await this.earlier(accountId, input) : null;
    if (earlier) return this.answer(accountId, earlier);
    if (input.deadline <= Date.now()) return this.refuse(accountId, input, tooLate());
    const number = await this.known.find(accountId, input.channel_id);
    if (!number) return this.refuse(accountId, input, notConnected());

    const mediaId = await this.handover.upload(number, input);
    if (typeof mediaId === 'object' && mediaId !== null) {
      if (mediaId.kind === 'refused') await this.noteTrouble(number, input.to, mediaId);
      return this.refuse(accountId, input, mediaId.kind === 'refused' ? mediaId.error : notConnected());
    }
    if (!(await this.begins.add({ number, messageId: input.message_id }))) {
      return this.notBegun(accountId, input, number);
    }
    const outcome = await this.handover.send(number, input, mediaId);
    return this.conclude(number, input, outcome);
  }

  /** There is a record already, or the number is another than was remembered: then it is looked up once more. */
  private async notBegun(
    accountId: number,
    input: ConnectorSend,
    tried: OpenNumber,
  ): Promise<ConnectorAccepted> {
    const earlier = await this.earlier(accountId, input);
    if (earlier) return this.answer(accountId, earlier);
    this.known.forget(tried);
    const number = await this.known.find(accountId, input.channel_id);
    const isRenewed = number && number.credentialsVersion !== tried.credentialsVersion;
    return isRenewed ? this.sendOnce(accountId, input) : this.refuse(accountId, input, notConnected());
  }

  private async earlier(accountId: number, { message_id }: ConnectorSend): Promise<SendRow | null> {
    await this.unwritten.get(keyOf(accountId, message_id));
    return this.sends.find(accountId, message_id);
  }

  private async conclude(
    number: OpenNumber,
    { message_id: messageId, to }: ConnectorSend,
    outcome: Outcome,
  ): Promise<ConnectorAccepted> {
    const { accountId } = number;
    switch (outcome.kind) {
      case 'accepted':
        this.signs.note(accountId, number.channelId);
        // Nobody waits for this record: whoever asks for it later waits until it is written.
        void this.record({
          accountId,
          messageId,
          state: 'accepted',
          chatMessageId: outcome.chatMessageId,
          error: null,
        });
        return { chat_message_id: outcome.chatMessageId };
      case 'refused': {
        const { error } = outcome;
        const stands = await this.record({
          accountId,
          messageId,
          state: 'refused',
          chatMessageId: null,
          error: error.toBody(),
        });
        await this.noteTrouble(number, to, outcome);
        // A status was faster: the provider had the message after all.
        if (stands?.state === 'accepted') return this.answer(accountId, stands);
        throw error;
      }
      case 'unknown': {
        const stands = await this.record({
          accountId,
          messageId,
          state: 'unknown',
          chatMessageId: null,
          error: null,
        });
        if (stands) return this.answer(accountId, stands);
        throw new AppError('provider_outcome_unknown');
      }
    }
  }

  /** What a refusal says of the number or the person. The sender hears of the message whatever becomes of this. */
  private async noteTrouble(number: OpenNumber, to: string | null, { words }: Refused): Promise<void> {
    if (!words) return;
    if (meaningOf(words).disconnects) this.known.forget(number);
    await this.numbers.note(number, { error: words, recipient: to }).catch((error: unknown) => {
      const { accountId, channelId } = number;
      this.logger.error({ error, accountId, channelId }, 'could not record what a refusal says of a number');
    });
  }

  /** The provider's word counts, written down or not: without it the record stays `sending`, and a repeat unknown. */
  private record(end: SendEnd): Promise<SendRow | null> {
    const { accountId, messageId } = end;
    const key = keyOf(accountId, messageId);
    const written = this.ends
      .add(end)
      .catch((error: unknown) => {
        this.logger.error({ error, accountId, messageId }, 'could not record the outcome of a send');
        return null;
      })
      .finally(() => this.unwritten.delete(key));
    this.unwritten.set(key, written);
    return written;
  }

  private async refuse(accountId: number, send: SettleSend, error: AppError): Promise<ConnectorAccepted> {
    return this.answer(accountId, await this.sends.refuse(accountId, send, error.toBody()));
  }

  /** The answer that a record gives. One still `sending` has nobody who waits for the provider's word any more. */
  private async answer(accountId: number, send: SendRow): Promise<ConnectorAccepted> {
    switch (send.state) {
      case 'accepted':
        if (send.chat_message_id !== null) return { chat_message_id: send.chat_message_id };
        throw new AppError('provider_outcome_unknown');
      case 'refused':
        throw send.error ? AppError.fromBody(send.error) : tooLate();
      case 'sending':
        await this.record({
          accountId,
          messageId: send.message_id,
          state: 'unknown',
          chatMessageId: null,
          error: null,
        });
        throw new AppError('provider_outcome_unknown');
      case 'unknown':
        throw new AppError('provider_outcome_unknown');
    }
  }
}

function keyOf(accountId: number, messageId: number): string {
  return `${accountId}/${messageId}`;
}

function notConnected(): AppError {
  return new AppError('service_unavailable', {
    reason: 'not_connected',
    message: 'The number is not connected with the provider now. Nothing was sent. Renew the channel.',
  });
}
