import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Batcher } from '@chat/batcher';
import { isTransientRefusal } from '@chat/device-network';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@chat/errors';
import type { ConnectorAccepted, ConnectorSend, SettledSend, SettleSend } from '@chat/contracts/connector';
import { LOGGER, wasRolledBack, type Logger } from '@chat/service-kit';
import type { SendOutcome } from '../engines/device-engine';
import type { HeldSession } from '../sessions/held-session';
import { LeasesService } from '../sessions/leases.service';
import { LeaseLostError } from '../sessions/session.row';
import { toMessageError, toRefusal } from './refusal.rules';
import { pauseBeforeRetry } from './retry.rules';
import { SendsRepository, type BeginningSend, type SendEnd, type SendRow } from './sends.repository';
import { UploadsService } from './uploads.service';

const ACK_TIMEOUT_MS = 15_000;
const BATCH_SIZE = 64;

type Outcome = SendOutcome | { kind: 'too_late' } | { kind: 'not_uploaded' };

/** Hands messages over: each at most once, whoever repeats the request and whatever dies in between. */
@Injectable()
export class SendsService implements BeforeApplicationShutdown {
  private readonly underWay = new Map<string, Promise<ConnectorAccepted>>();
  private readonly begins: Batcher<BeginningSend, boolean>;
  private readonly ends: Batcher<SendEnd, SendRow | null>;
  /** The ends that are answered and not written yet. */
  private readonly unwritten = new Map<string, Promise<SendRow | null>>();

  constructor(
    private readonly leases: LeasesService,
    private readonly sends: SendsRepository,
    private readonly uploads: UploadsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const options = { size: BATCH_SIZE, changedNothing: wasRolledBack };
    this.begins = new Batcher((batch) => sends.begin(batch), {
      ...options,
      gatherMs: 3,
      keyOf: ({ tenure, messageId }) => keyOf(tenure.account_id, messageId),
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
    const { to } = input;
    // Phones know people by their numbers alone.
    if (to === null)
      return this.refuse(
        accountId,
        input,
        new AppError('capability_error', { reason: 'recipient_needs_phone' }),
      );
    const session = this.leases.find(accountId, input.channel_id);
    if (!session?.isConnected) return this.refuse(accountId, input, notConnected());

    const chatMessageId = randomBytes(10).toString('hex').toUpperCase();
    const begin = { tenure: session.tenure, messageId: input.message_id, chatMessageId };
    if (!(await this.begins.add(begin))) {
      await this.unwritten.get(keyOf(accountId, input.message_id));
      const known = await this.sends.find(accountId, input.message_id);
      // The lease is lost. Refused for good before it is said, so that the new owner cannot send it all the same.
      if (!known) return this.refuse(accountId, input, new LeaseLostError());
      return this.answer(accountId, known);
    }
    const outcome = await this.handOver(session, { ...input, to }, chatMessageId);
    return this.conclude(accountId, input.message_id, chatMessageId, outcome);
  }

  /** A network that is too busy is asked again, for as long as the deadline allows. */
  private async handOver(
    session: HeldSession,
    { message_id, to, content, deadline }: ConnectorSend & { to: string },
    chatMessageId: string,
  ): Promise<Outcome> {
    const uploaded = await this.uploads.upload(session, content, Math.max(1, deadline - Date.now()));
    if (uploaded === undefined) return { kind: 'not_uploaded' };
    const message = { chatMessageId, reference: String(message_id), to, content, uploaded };
    for (let refused = 1; ; refused += 1) {
      const msLeft = deadline - Date.now();
      if (msLeft <= 0) return { kind: 'too_late' };
      const outcome = await session.send(message, Math.min(msLeft, ACK_TIMEOUT_MS));
      if (outcome.kind !== 'refused' || !isTransientRefusal(outcome.code)) return outcome;
      const pauseMs = pauseBeforeRetry({ refused, msLeft: deadline - Date.now(), random: Math.random() });
      if (pauseMs === null) return outcome;
      await delay(pauseMs);
    }
  }

  private async conclude(
    accountId: number,
    messageId: number,
    chatMessageId: string,
    outcome: Outcome,
  ): Promise<ConnectorAccepted> {
    switch (outcome.kind) {
      case 'accepted':
        // Nobody waits for this record: whoever asks for it later waits until it is written.
        void this.record(accountId, messageId, 'accepted', null);
        return { chat_message_id: chatMessageId };
      case 'too_late':
      case 'not_uploaded':
      case 'refused':
      case 'not_sent':
      case 'unsupported': {
        const error = refusalOf(outcome);
        await this.record(accountId, messageId, 'refused', error);
        throw error;
      }
      case 'unknown': {
        const stands = await this.record(accountId, messageId, 'unknown', null);
        if (stands) return this.answer(accountId, stands);
        throw new AppError('provider_outcome_unknown');
      }
    }
  }

  /** The network's word counts, written down or not: without it the record stays `sending`, and a repeat unknown. */
  private record(
    accountId: number,
    messageId: number,
    state: 'accepted' | 'refused' | 'unknown',
    error: AppError | null,
  ): Promise<SendRow | null> {
    const key = keyOf(accountId, messageId);
    const written = this.ends
      .add({ accountId, messageId, state, error: error && error.toBody() })
      .catch((failure: unknown) => {
        this.logger.error({ error: failure, accountId, messageId }, 'could not record the outcome of a send');
        return null;
      })
      .finally(() => this.unwritten.delete(key));
    this.unwritten.set(key, written);
    return written;
  }

  private async refuse(accountId: number, send: SettleSend, error: AppError): Promise<ConnectorAccepted> {
    return this.answer(accountId, await this.sends.refuse(accountId, send, error.toBody()));
  }

  /** The answer that a record gives. One still `sending` has nobody who waits for the network's word any more. */
  private async answer(accountId: number, send: SendRow): Promise<ConnectorAccepted> {
    switch (send.state) {
      case 'accepted':
        if (send.chat_message_id !== null) return { chat_message_id: send.chat_message_id };
        throw new AppError('provider_outcome_unknown');
      case 'refused':
        throw send.error ? AppError.fromBody(send.error) : new AppError('device_service_error');
      case 'sending':
        await this.record(accountId, send.message_id, 'unknown', null);
        throw new AppError('provider_outcome_unknown');
      case 'unknown':
        throw new AppError('provider_outcome_unknown');
    }
  }
}

function keyOf(accountId: number, messageId: number): string {
  return `${accountId}/${messageId}`;
}

function refusalOf(
  outcome: Extract<Outcome, { kind: 'too_late' | 'not_uploaded' | 'refused' | 'not_sent' | 'unsupported' }>,
): AppError {
  switch (outcome.kind) {
    case 'too_late':
      return tooLate();
    case 'not_uploaded':
      return new AppError('device_service_error', {
        reason: 'media_not_uploaded',
        message: 'The chat network did not take the file. Nothing was sent. Send the message again shortly.',
      });
    case 'refused':
      return toRefusal(outcome.code, outcome.message);
    case 'not_sent':
      return notConnected();
    case 'unsupported':
      return new AppError('capability_error', {
        reason: 'content_not_supported',
        message: 'This channel cannot send a message of this kind. Send a text, or choose another channel.',
      });
  }
}

function tooLate(): AppError {
  return new AppError('device_service_error', {
    message: 'The time to send this message was over before it could be handed over. Send it again.',
  });
}

function notConnected(): AppError {
  return new AppError('device_service_error', {
    reason: 'not_connected',
    message: 'The phone is not connected now. Nothing was sent. Try again shortly.',
  });
}
