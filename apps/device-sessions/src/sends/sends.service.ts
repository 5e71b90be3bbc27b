import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { isTransientRefusal, refusalCodes } from '@chat/device-network';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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
import { LOGGER, SuspendedAccounts, type Logger } from '@chat/service-kit';
import { attributesOf, instruments, startSpan, type Cause } from '@chat/telemetry';
import { EngineClosedError, type OutgoingMessage, type SendOutcome } from '../engines/device-engine';
import { RECEIVED } from '../inbound/inbound.repository';
import type { HeldSession } from '../sessions/held-session';
import { LeasesService } from '../sessions/leases.service';
import { LeaseLostError } from '../session-store/session.row';
import { toHandoverOutcome, type Outcome } from './handover-outcome';
import { pauseBeforeRetry } from './retry.rules';
import { notConnected, tooLate } from './refusals';
import { SendPreparation, type PreparedMessage } from './send-preparation';
import { SendsRepository, type BeginningSend } from './sends.repository';

const ACK_TIMEOUT_MS = 15_000;
/** Until a session notices that its line broke. */
const NOTICE_MS = 50;
/** How long a send waits for a line that is broken, or for the connection of a new owner. */
const RESUME_MS = 5_000;

/** Hands messages over to the phones' network, each at most once. */
@Injectable()
export class SendsService implements BeforeApplicationShutdown {
  private readonly records: SendRecords<BeginningSend>;

  constructor(
    private readonly dataSource: DataSource,
    sends: SendsRepository,
    private readonly leases: LeasesService,
    private readonly preparation: SendPreparation,
    private readonly suspended: SuspendedAccounts,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.records = new SendRecords(dataSource, logger, {
      schema: 'device_sessions',
      begin: (batch) => sends.begin(batch),
      tooLate,
    });
  }

  /** Waits for the last records to be written; no request is in flight any more. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.records.idle();
  }

  /** @throws AppError when the message was refused; `provider_outcome_unknown` when its outcome is unknown. */
  async send(accountId: number, input: ConnectorSend, cause: Cause): Promise<ConnectorAccepted> {
    const name = { accountId, messageId: input.message_id };
    return this.records.once(name, () => this.sendOnce(name, input, cause));
  }

  async settle(accountId: number, send: SettleSend): Promise<SettledSend> {
    return this.records.settle(accountId, send);
  }

  /** Erases what is stored of messages; their redeliveries by the network are still recognized as duplicates. */
  async forget(accountId: number, forgotten: ForgetMessages): Promise<void> {
    await forgetMessages(this.dataSource, RECEIVED, accountId, forgotten);
  }

  private async sendOnce(name: SendName, input: ConnectorSend, cause: Cause): Promise<ConnectorAccepted> {
    const { accountId } = name;
    const session = this.leases.find(accountId, input.channel_id);
    if (!session) return this.records.refuse(accountId, input, notConnected());
    const prepared = await this.prepare(session, input);
    if (prepared instanceof AppError) return this.records.refuse(accountId, input, prepared);
    const chatMessageId = randomBytes(10).toString('hex').toUpperCase();
    const content = prepared.composed;
    if (!(await this.records.begin({ ...name, tenure: session.tenure, chatMessageId, content }))) {
      const earlier = await this.records.answerOfRecord(name);
      // The lease is lost. The refusal is recorded before it is answered, so that the new owner cannot send it.
      return earlier ?? this.records.refuse(accountId, input, new LeaseLostError());
    }
    const span = startSpan(cause, 'device-sessions', 'network send', 'client');
    const message = { chatMessageId, reference: String(input.message_id), ...prepared };
    const outcome = await this.handOver(session, message, { accountId, deadline: input.deadline });
    span?.set(
      attributesOf({
        ...{ accountId, channelId: input.channel_id, messageId: input.message_id },
        ...(outcome.kind === 'refused' && { providerCode: String(outcome.code) }),
      }),
    );
    span?.end(outcome.kind === 'accepted' ? undefined : outcome.kind);
    if (outcome.kind === 'refused') this.preparation.noteRefusal(session, prepared, outcome.code);
    return this.records.end(name, toHandoverOutcome(outcome, chatMessageId, session.restriction));
  }

  /** Prepares a message while the line is there. What a break interrupted starts over when it heals in time. */
  private async prepare(session: HeldSession, input: ConnectorSend): Promise<PreparedMessage | AppError> {
    const until = Math.min(Date.now() + RESUME_MS, input.deadline);
    for (;;) {
      await session.untilConnected(until - Date.now());
      if (!session.isConnected) return notConnected();
      try {
        return await this.preparation.prepare(session, input);
      } catch (error) {
        if (!(error instanceof EngineClosedError)) throw error;
        if (Date.now() >= until) return notConnected();
        // The session may not have noticed yet.
        await delay(NOTICE_MS);
      }
    }
  }

  /** Hands a message over. Retries while the network is too busy or the line is broken, as long as the deadline allows. */
  private async handOver(
    session: HeldSession,
    message: OutgoingMessage,
    { accountId, deadline }: { accountId: number; deadline: number },
  ): Promise<Outcome> {
    for (let refused = 1; ; refused += 1) {
      const msLeft = deadline - Date.now();
      if (msLeft <= 0) return { kind: 'too_late' };
      if (this.suspended.has(accountId)) return { kind: 'suspended' };
      const outcome = await session.send(message, Math.min(msLeft, ACK_TIMEOUT_MS));
      if (outcome.kind === 'refused') countRefusal(outcome.code);
      if (!isTransient(outcome)) return outcome;
      const pauseMs = pauseBeforeRetry({ refused, msLeft: deadline - Date.now(), random: Math.random() });
      if (pauseMs === null) return outcome;
      await delay(pauseMs);
      await session.untilConnected(Math.min(RESUME_MS, deadline - Date.now()));
    }
  }
}

/** Whether nothing was accepted, and another attempt shortly afterwards may succeed. */
function isTransient(outcome: SendOutcome): boolean {
  return outcome.kind === 'not_sent' || (outcome.kind === 'refused' && isTransientRefusal(outcome.code));
}

const knownCodes: readonly number[] = Object.values(refusalCodes);

function countRefusal(code: number): void {
  const known = knownCodes.includes(code) ? String(code) : 'other';
  instruments.providerErrors.live?.inc({ service: 'device-sessions', code: known });
}
