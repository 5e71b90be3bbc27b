import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import {
  sendThroughDevice,
  settleDeviceSend,
  type ConnectorAccepted,
  type ConnectorSend,
  type SettledSend,
  type SettleSend,
} from '@chat/contracts/device-sessions';
import { AppError, type ErrorBody } from '@chat/errors';
import { systemContext } from '@chat/service-kit';
import { outcomeOfRefusal, outcomeOfSilence, type SendOutcome } from './send-outcome.rules';

/** How long after the send's own deadline its answer may still arrive. */
const ANSWER_GRACE_MS = 500;
const SETTLE_TIMEOUT_MS = 5_000;

/** The service that hands messages to linked phones. */
@Injectable()
export class DeviceConnector {
  constructor(private readonly bus: BusClient) {}

  /** Hands a message over, once. Never throws: whatever happens is an outcome. */
  async send(body: ConnectorSend, context: RequestContext): Promise<SendOutcome> {
    const deadline = Math.min(context.deadline, body.deadline + ANSWER_GRACE_MS);
    try {
      // An answer and silence mean different things here, so the reply is read by hand.
      const reply = await this.bus.forward(sendThroughDevice, { ...context, deadline }, { body });
      const answer: unknown = JSON.parse(Buffer.from(reply.body).toString());
      if (reply.status >= 400) return outcomeOfRefusal(AppError.fromReply(answer as ErrorBody));
      return { status: 'sent', chatMessageId: (answer as ConnectorAccepted).chat_message_id };
    } catch (error) {
      return outcomeOfSilence(error);
    }
  }

  /** Asks what became of a send whose deadline has passed. */
  async settle(accountId: number, send: SettleSend): Promise<SettledSend> {
    const context = systemContext(accountId, SETTLE_TIMEOUT_MS);
    return this.bus.request(settleDeviceSend, context, { body: send });
  }
}
