import { setTimeout as delay } from 'node:timers/promises';
import type { Empty, RequestContext } from '@chat/contracts';
import { toMessageError } from '@chat/contracts/connector';
import type {
  Connector,
  ConnectorAccepted,
  ConnectorSend,
  ForgetMessages,
  InboundData,
  MessageContent,
  ReadMessages,
  ReceiptLevel,
  SettledSend,
  SettleSend,
} from '@chat/contracts/connector';
import { AppError, type ErrorCode } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import type { TestBus } from '../test-bus';
import type { ConnectorHarness, Fate } from './connector-harness';

interface Handed {
  send: ConnectorSend;
  text: string;
  chatMessageId: string;
}

/** A connector without a network, which records the calls. For specs that need a connector other than a phone. */
export class FakeConnector {
  /** The sends that it accepted. */
  readonly handed: Handed[] = [];
  private readonly fates = new Map<number, Fate>();
  private readonly answers = new Map<string, Promise<ConnectorAccepted>>();
  private readonly outcomes = new Map<string, SettledSend>();
  private readonly inbound = new Map<string, InboundData>();
  /** The ids of messages that people see as read. */
  readonly readHere = new Set<string>();
  private subscriptions: { unsubscribe(): void }[] = [];

  private constructor(
    private readonly bus: TestBus,
    readonly connector: Connector,
    private readonly channelIds: readonly number[],
  ) {}

  /** @param channelIds the channels by which it can send. */
  static async start(bus: TestBus, connector: Connector, channelIds: number[]): Promise<FakeConnector> {
    const fake = new FakeConnector(bus, connector, channelIds);
    await fake.connect();
    return fake;
  }

  async connect(): Promise<void> {
    const { send, settle, read, forget } = this.connector;
    this.subscriptions = [
      await this.bus.respond(send, ({ body }, context) => this.send(body, context)),
      await this.bus.respond(settle, ({ body }, context) => this.settle(body, context)),
      await this.bus.respond(read, ({ body }) => this.readUpTo(body)),
      await this.bus.respond(forget, ({ body }) => this.forget(body)),
    ];
  }

  /** Stops answering. */
  async disconnect(): Promise<void> {
    this.subscriptions.forEach((subscription) => subscription.unsubscribe());
    await this.bus.nats.flush();
  }

  /** Decides the outcome of a send. */
  arrange(messageId: number, fate: Fate): void {
    this.fates.set(messageId, fate);
  }

  async write(data: Pick<InboundData, 'channel_id' | 'from' | 'content'>): Promise<string> {
    const chatMessageId = `in-${this.inbound.size + 1}`;
    this.inbound.set(chatMessageId, {
      ...data,
      chat_message_id: chatMessageId,
      name: 'Ada',
      sent_at: now(),
    });
    const occurrence = { entity: `chats/${data.channel_id}-${data.from}` };
    await this.bus.publish(this.connector.inbound, this.inbound.get(chatMessageId)!, occurrence);
    return chatMessageId;
  }

  async read(channelId: number): Promise<void> {
    for (const { send, chatMessageId } of this.handed) {
      if (send.channel_id === channelId) await this.tell(send, chatMessageId, 'read');
    }
  }

  /** The harness of this fake for the conformance suite, with its first channel. */
  harness(person: string, stop: () => Promise<void>): ConnectorHarness {
    const [channelId = 1] = this.channelIds;
    const write = (content: MessageContent) => this.write({ channel_id: channelId, from: person, content });
    return {
      connector: this.connector,
      bus: this.bus,
      channelId,
      idleChannelId: 999_999,
      person,
      unsupported: { type: 'unsupported', raw: '{}' },
      during: async (send, fate, work) => {
        this.fates.set(send.message_id, fate);
        await work();
      },
      handedOver: ({ message_id }) => {
        const texts = this.handed.filter(({ send }) => send.message_id === message_id);
        return Promise.resolve(texts.map(({ text }) => text));
      },
      openChat: () => this.read(channelId),
      write: (text) => write({ type: 'text', text }),
      writeUnknown: () => write({ type: 'unsupported', raw: '{"type":"poll","question":"Which?"}' }),
      isRead: (chatMessageId) => Promise.resolve(this.readHere.has(chatMessageId)),
      // Reports each outcome only once.
      redeliver: () => Promise.resolve(),
      stop: async () => {
        await this.bus.close();
        await stop();
      },
    };
  }

  private forget({ messages }: ForgetMessages): Empty {
    for (const { message_id } of messages) {
      const index = this.handed.findIndex(({ send }) => send.message_id === message_id);
      if (index >= 0) this.handed.splice(index, 1);
    }
    return {};
  }

  private readUpTo({ channel_id, chat_message_id }: ReadMessages): Empty {
    if (!this.channelIds.includes(channel_id)) throw new AppError(this.connector.unavailable);
    const newest = this.inbound.get(chat_message_id);
    // In the order of their creation.
    for (const [id, { from }] of this.inbound) {
      if (from === newest?.from) this.readHere.add(id);
      if (id === chat_message_id) break;
    }
    return {};
  }

  private send(body: ConnectorSend, { account }: RequestContext): Promise<ConnectorAccepted> {
    const key = `${account.id}/${body.message_id}`;
    const answer = this.answers.get(key) ?? this.sendOnce(key, body);
    this.answers.set(key, answer);
    return answer;
  }

  private settle(
    { message_id, channel_id }: SettleSend,
    { account }: RequestContext,
  ): SettledSend | Promise<SettledSend> {
    const key = `${account.id}/${message_id}`;
    if (!this.answers.has(key)) {
      const expired = {
        message_id,
        channel_id,
        to: '0',
        content: { type: 'text', text: '' },
        deadline: 0,
      } as const;
      this.answers.set(key, this.sendOnce(key, expired));
    }
    const unknown = { outcome: 'unknown', chat_message_id: null, error: null } as const;
    return this.outcomes.get(key) ?? unknown;
  }

  private sendOnce(key: string, body: ConnectorSend): Promise<ConnectorAccepted> {
    const refusal = this.refusalOf(body);
    if (refusal) {
      const error = toMessageError(refusal.toBody());
      this.outcomes.set(key, { outcome: 'refused', chat_message_id: null, error });
      const answer = Promise.reject(refusal);
      answer.catch(() => undefined);
      return answer;
    }
    const answer = this.handOver(key, body);
    answer.catch(() => undefined);
    return answer;
  }

  private refusalOf({ message_id, channel_id, content, deadline }: ConnectorSend): AppError | null {
    const { unavailable } = this.connector;
    const isSender = this.channelIds.includes(channel_id);
    if (deadline <= Date.now() || !isSender) return new AppError(unavailable);
    if (content.type !== 'text') {
      return new AppError('capability_error', { reason: 'content_not_supported' });
    }
    const refused = (code: ErrorCode, providerCode: string, reason?: string) =>
      new AppError(code, { provider: { code: providerCode, message: 'No.' }, ...(reason && { reason }) });
    switch (this.fates.get(message_id)) {
      case 'no_such_person':
        return refused('invalid_phone', '1');
      case 'refused_for_good':
        return refused('capability_error', '2', 'refused_by_network');
      case 'busy':
        return refused(unavailable, '3', 'network_busy');
      default:
        return null;
    }
  }

  private async handOver(key: string, send: ConnectorSend): Promise<ConnectorAccepted> {
    const fate = this.fates.get(send.message_id);
    if (fate === 'lost') throw new AppError('provider_outcome_unknown');
    const chatMessageId = `${this.connector.service}-${send.message_id}`;
    const accept = async () => {
      this.handed.push({ send, text: send.content.type === 'text' ? send.content.text : '', chatMessageId });
      this.outcomes.set(key, { outcome: 'sent', chat_message_id: chatMessageId, error: null });
      await this.tellOf(fate, send, chatMessageId);
    };
    if (fate === 'accepted_unheard' || fate === 'accepted_late') {
      void delay(Math.max(0, send.deadline - Date.now()) + 50).then(accept);
      throw new AppError('provider_outcome_unknown');
    }
    await accept();
    return { chat_message_id: chatMessageId };
  }

  private async tellOf(fate: Fate | undefined, send: ConnectorSend, chatMessageId: string): Promise<void> {
    if (fate === 'accepted_late') await this.tell(send, chatMessageId, 'sent');
    await this.tell(send, chatMessageId, fate === 'failed_later' ? 'failed' : 'delivered');
    if (fate === 'told_twice') await this.tell(send, chatMessageId, 'delivered');
  }

  private async tell(
    { channel_id, message_id }: ConnectorSend,
    chatMessageId: string,
    level: ReceiptLevel,
  ): Promise<void> {
    const error = {
      code: 'capability_error',
      message: 'No.',
      reason: 'refused_by_network',
      provider: { code: '4', message: 'Failed.' },
    };
    const receipt = {
      message_id,
      chat_message_id: chatMessageId,
      level,
      error: level === 'failed' ? error : null,
      at: now(),
    };
    await this.bus.publish(this.connector.receipts, { channel_id, receipts: [receipt] });
  }
}

function now(): string {
  return toTimestamp(new Date());
}
