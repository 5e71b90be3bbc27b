import { Injectable } from '@nestjs/common';
import { BusClient, Notices } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import {
  channelsChanged,
  resolveChannel,
  type ResolveChannel,
  type ResolvedChannel,
} from '@chat/contracts/channels';
import { RememberedAnswers } from './remembered-answers';

/** Looks up channels, and briefly caches those that can send (ADR 24). */
@Injectable()
export class ChannelsClient {
  /** Refusals are not cached: they always come from the channels service. */
  private readonly answers = new RememberedAnswers<ResolvedChannel>(
    ({ connection_status }) => connection_status === 'connected',
  );

  constructor(
    private readonly bus: BusClient,
    notices: Notices,
  ) {
    notices.subscribe(channelsChanged, (accountId) => this.answers.forget(accountId));
  }

  /** @throws AppError if the account has no such channel. */
  async resolve(body: ResolveChannel, context: RequestContext): Promise<ResolvedChannel> {
    const question = `${body.chat_account_id ?? ''}/${body.from_number ?? ''}`;
    return this.answers.ask(context.account.id, question, () =>
      this.bus.request(resolveChannel, context, { body }).then(({ device }) => device),
    );
  }
}
