import { Inject, Injectable } from '@nestjs/common';
import { isTransientRefusal } from '@chat/device-network';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@chat/errors';
import type { ConnectorAccepted, ConnectorSend, SettledSend, SettleSend } from '@chat/contracts/connector';
import { LOGGER, type Logger } from '@chat/service-kit';
import type { SendOutcome } from '../engines/device-engine';
import type { HeldSession } from '../sessions/held-session';
import { LeasesService } from '../sessions/leases.service';
import { LeaseLostError } from '../sessions/session.row';
import { toMessageError, toRefusal } from './refusal.rules';
import { pauseBeforeRetry } from './retry.rules';
import { SendsRepository, type SendRow } from './sends.repository';

const ACK_TIMEOUT_MS = 15_000;

type Outcome = SendOutcome | { kind: 'too_late' };

/** Hands messages over: each at most once, whoever repeats the request and whatever dies in between. */
@Injectable()
export class SendsService {
  private readonly underWay = new Map<string, Promise<ConnectorAccepted>>();

  constructor(
    private readonly leases: LeasesService,
    private readonly sends: SendsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError when the message was refused, and `provider_outcome_unknown` when nobody can tell. */
  async send(accountId: number, input: ConnectorSend): Promise<ConnectorAccepted> {
    const key = `${accountId}/${input.message_id}`;
    const underWay = this.underWay.get(key);
    if (underWay) return underWay;
    const sending = this.sendOnce(accountId, input).finally(() => this.underWay.delete(key));
    this.underWay.set(key, sending);
    return sending;
  }

  async settle(accountId: number, send: SettleSend): Promise<SettledSend> {
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
    const session = this.leases.find(accountId, input.channel_id);
    if (!session?.isConnected) return this.refuse(accountId, input, notConnected());

    const chatMessageId = randomBytes(10).toString('hex').toUpperCase();
    if (!(await this.sends.begin(session.tenure, input.message_id, chatMessageId))) {
      const known = await this.sends.find(accountId, input.message_id);
      // The lease is lost. Refused for good before it is said, so that the new owner cannot send it all the same.
      if (!known) return this.refuse(accountId, input, new LeaseLostError());
      return this.answer(accountId, known);
    }
    const outcome = await this.handOver(session, input, chatMessageId);
    return this.conclude(accountId, input.message_id, chatMessageId, outcome);
  }

  /** A network that is too busy is asked again, for as long as the deadline allows. */
  private async handOver(
    session: HeldSession,
    { message_id, to, content, deadline }: ConnectorSend,
    chatMessageId: string,
  ): Promise<Outcome> {
    const message = { chatMessageId, reference: String(message_id), to, content };
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
        await this.record(accountId, messageId, 'accepted', null);
        return { chat_message_id: chatMessageId };
      case 'too_late':
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
  private async record(
    accountId: number,
    messageId: number,
    state: 'accepted' | 'refused' | 'unknown',
    error: AppError | null,
  ): Promise<SendRow | null> {
    try {
      return await this.sends.conclude(accountId, messageId, state, error && error.toBody());
    } catch (failure) {
      this.logger.error({ error: failure, accountId, messageId }, 'could not record the outcome of a send');
      return null;
    }
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

function refusalOf(
  outcome: Extract<Outcome, { kind: 'too_late' | 'refused' | 'not_sent' | 'unsupported' }>,
): AppError {
  switch (outcome.kind) {
    case 'too_late':
      return tooLate();
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
