import { Inject, Injectable } from '@nestjs/common';
import { BusClient, type Cause } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { Channel } from '@chat/contracts/channels';
import type {
  Connector,
  ConnectorAccepted,
  ConnectorSend,
  ForgetMessages,
  ReadMessages,
  SettledSend,
  SettleSend,
} from '@chat/contracts/connector';
import { AppError, type ErrorBody } from '@chat/errors';
import { systemContext } from '@chat/service-kit';
import { HandoverTimes } from '../messages/handover-times';
import { CONNECTORS, connectorsOf, type Connectors } from '../connectors/connectors';
import { outcomeOfRefusal, outcomeOfSilence, type SendOutcome } from './send-outcome.rules';

/** How long after the send's own deadline its answer may still arrive. */
const ANSWER_GRACE_MS = 500;
const SETTLE_TIMEOUT_MS = 5_000;
const READ_TIMEOUT_MS = 10_000;

/** Asks connectors. */
@Injectable()
export class ConnectorClient {
  constructor(
    private readonly bus: BusClient,
    private readonly handovers: HandoverTimes,
    @Inject(CONNECTORS) private readonly connectors: Connectors,
  ) {}

  /** Who hands over the messages of a channel. @throws AppError when the channel is not connected. */
  of({ effective_channel_type: kind, connection_status: status }: Channel): Connector {
    if (status === 'connected') return this.connectors[kind];
    throw new AppError('capability_error', {
      reason: 'channel_not_connected',
      message:
        'The channel is not connected. Link its phone again or renew its number, or choose another channel.',
    });
  }

  /** Hands a message over, once. Never throws: whatever happens is an outcome. */
  async send(connector: Connector, body: ConnectorSend, context: RequestContext): Promise<SendOutcome> {
    const deadline = Math.min(context.deadline, body.deadline + ANSWER_GRACE_MS);
    try {
      // An answer and silence mean different things here, so the reply is read by hand.
      const reply = await this.handovers
        .of(connector.service)
        .measure(() => this.bus.forward(connector.send, { ...context, deadline }, { body }));
      const answer: unknown = JSON.parse(Buffer.from(reply.body).toString());
      if (reply.status >= 400) return outcomeOfRefusal(AppError.fromReply(answer as ErrorBody), connector);
      return { status: 'sent', chatMessageId: (answer as ConnectorAccepted).chat_message_id };
    } catch (error) {
      return outcomeOfSilence(error, connector);
    }
  }

  /** Asks the connector that took a send what became of it, after its deadline. */
  async settle(connector: Connector, accountId: number, send: SettleSend): Promise<SettledSend> {
    return this.bus.request(connector.settle, systemContext(accountId, { timeoutMs: SETTLE_TIMEOUT_MS }), {
      body: send,
    });
  }

  /** Has the network show that messages were read. @throws AppError when it cannot be told now. */
  async read(connector: Connector, accountId: number, messages: ReadMessages, cause: Cause): Promise<void> {
    const context = systemContext(accountId, { timeoutMs: READ_TIMEOUT_MS, cause });
    await this.bus.request(connector.read, context, { body: messages });
  }

  /** Has the connector erase its records of messages. */
  async forget(connector: Connector, accountId: number, messages: ForgetMessages): Promise<void> {
    await this.bus.request(connector.forget, systemContext(accountId), { body: messages });
  }

  /** @throws Error when this version of the service has no such connector. */
  find(service: string): Connector {
    const found = connectorsOf(this.connectors).find((connector) => connector.service === service);
    if (!found) throw new Error(`There is no connector ${service}.`);
    return found;
  }
}
