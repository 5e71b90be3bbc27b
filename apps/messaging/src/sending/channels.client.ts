import { Injectable } from '@nestjs/common';
import { BusClient, Notices } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { channelsChanged, resolveChannel, type Channel, type ResolveChannel } from '@chat/contracts/channels';

/** How long an answer counts if no notice ends it earlier, in milliseconds: a notice can be lost. */
const MAX_AGE_MS = 1_000;
/** More answers than are asked for in that time. */
const MAX_ANSWERS = 10_000;

interface Answer {
  channel: Promise<Channel>;
  /** By `performance.now()`. */
  until: number;
}

/**
 * Asks for channels, and remembers for a moment those that can be sent by. The notice of a change makes it forget what
 * it knows of the account, before anybody who was told of the change can ask for a send.
 */
@Injectable()
export class ChannelsClient {
  /** By account, then by the question. */
  private answers = new Map<number, Map<string, Answer>>();
  private count = 0;

  constructor(
    private readonly bus: BusClient,
    notices: Notices,
  ) {
    notices.hear(channelsChanged, (accountId) => this.answers.delete(accountId));
  }

  /** @throws AppError when the account has no such channel. */
  async resolve(body: ResolveChannel, context: RequestContext): Promise<Channel> {
    const { id: accountId } = context.account;
    const question = `${body.chat_account_id ?? ''}/${body.from_number ?? ''}`;
    const known = this.answers.get(accountId)?.get(question);
    if (known && known.until > performance.now()) return known.channel;
    return this.ask(accountId, question, body, context);
  }

  private async ask(
    accountId: number,
    question: string,
    body: ResolveChannel,
    context: RequestContext,
  ): Promise<Channel> {
    const channel = this.bus.request(resolveChannel, context, { body }).then(({ device }) => device);
    const answers = this.answersOf(accountId);
    answers.set(question, { channel, until: performance.now() + MAX_AGE_MS });
    // Whoever would be refused hears it from the channels themselves.
    const isOfUse = await channel.then(
      ({ connection_status }) => connection_status === 'connected',
      () => false,
    );
    if (!isOfUse && answers.get(question)?.channel === channel) answers.delete(question);
    return channel;
  }

  private answersOf(accountId: number): Map<string, Answer> {
    if (this.count >= MAX_ANSWERS) {
      this.answers = new Map();
      this.count = 0;
    }
    this.count += 1;
    const answers = this.answers.get(accountId) ?? new Map<string, Answer>();
    this.answers.set(accountId, answers);
    return answers;
  }
}
