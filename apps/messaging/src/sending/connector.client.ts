import { Inject, Injectable } from '@nestjs/common';
import { BusClient, type Cause } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { ResolvedChannel } from '@chat/contracts/channels';
import type {
  Connector,
  ConnectorAccepted,
  ConnectorSend,
  ForgetMessages,
  ReadMessages,
  SettledSend,
  SettleSend,
  ShowTyping,
} from '@chat/contracts/connector';
import { AppError, type ErrorBody } from '@chat/errors';
import { systemContext } from '@chat/service-kit';
import { HandoverTimes } from '../messages/handover-times';
import { CONNECTORS, connectorsOf, type Connectors } from '../connectors/connectors';
import { notConnected } from './not-connected.rules';
import { outcomeOfRefusal, outcomeOfSilence, type SendOutcome } from './send-outcome.rules';

/** How long after the send's own deadline its reply may still arrive. */
const ANSWER_GRACE_MS = 500;
const SETTLE_TIMEOUT_MS = 5_000;
const READ_TIMEOUT_MS = 10_000;

/** Calls the connectors. */
@Injectable()
export class ConnectorClient {
  constructor(
    private readonly bus: BusClient,
    private readonly handovers: HandoverTimes,
    @Inject(CONNECTORS) private readonly connectors: Connectors,
  ) {}

  /** Returns the connector of a channel. @throws AppError if the channel is not connected. */
  of(channel: ResolvedChannel): Connector {
    const { effective_channel_type: kind, connection_status: status } = channel;
    if (status === 'connected') return this.connectors[kind];
    throw notConnected(channel, status);
  }

  /** Hands over a message, once. Never throws: every result is an outcome. */
  async send(connector: Connector, body: ConnectorSend, context: RequestContext): Promise<SendOutcome> {
    const deadline = Math.min(context.deadline, body.deadline + ANSWER_GRACE_MS);
    try {
      // A reply and silence have different meanings here, so the reply is read directly.
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

  /** Asks the connector of a send about the outcome, after its deadline. */
  async settle(connector: Connector, accountId: number, send: SettleSend): Promise<SettledSend> {
    return this.bus.request(connector.settle, systemContext(accountId, { timeoutMs: SETTLE_TIMEOUT_MS }), {
      body: send,
    });
  }

  /** Reports messages as read on the network. @throws AppError if that is not possible now. */
  async read(connector: Connector, accountId: number, messages: ReadMessages, cause: Cause): Promise<void> {
    const context = systemContext(accountId, { timeoutMs: READ_TIMEOUT_MS, cause });
    await this.bus.request(connector.read, context, { body: messages });
  }

  /** Shows a person that somebody types. @throws AppError if that is not possible now. */
  async showTyping(connector: Connector, body: ShowTyping, context: RequestContext): Promise<void> {
    const deadline = Math.min(context.deadline, Date.now() + READ_TIMEOUT_MS);
    await this.bus.request(connector.typing, { ...context, deadline }, { body });
  }

  /** Has the connector erase its records of messages. */
  async forget(connector: Connector, accountId: number, messages: ForgetMessages): Promise<void> {
    await this.bus.request(connector.forget, systemContext(accountId), { body: messages });
  }

  /** @throws Error if this version of the service has no such connector. */
  find(service: string): Connector {
    const found = connectorsOf(this.connectors).find((connector) => connector.service === service);
    if (!found) throw new Error(`There is no connector ${service}.`);
    return found;
  }
}
