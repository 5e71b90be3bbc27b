import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BusClient, EventConsumers, on } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { resolveChannel, type Channel } from '@chat/contracts/channels';
import { getNumber, numberStatusChanged } from '@chat/contracts/cloud-connector';
import type { Capabilities } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { ChatAccountsRepository, type ChatAccount } from './chat-accounts.repository';

/** The lowest version, for a number that was looked up: every later snapshot overrides it. */
const ASKED = 0;
/** Delay before the loop reads the templates of a new channel, since the request may be about to read them itself. */
const ASKERS_FIRST_MS = 5_000;

/** Keeps the provider accounts of Cloud channels. */
@Injectable()
export class ChatAccountsService implements OnApplicationBootstrap {
  constructor(
    private readonly bus: BusClient,
    private readonly consumers: EventConsumers,
    private readonly accounts: ChatAccountsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'templates-numbers',
      subject: numberStatusChanged.subject,
      bindings: [
        on(numberStatusChanged, async ({ accountid, data }, tx) => {
          const { channel_id: channelId, waba_id: wabaId, version } = data;
          if (wabaId === undefined) return;
          const number = { accountId: Number(accountid), channelId, wabaId, version };
          await this.accounts.learn({ ...number, syncInMs: 0 }, tx.manager);
        }),
      ],
    });
  }

  /** @throws AppError `not_found` for an unknown channel, `capability_error` for one that cannot have templates. */
  async require(chatAccountId: number | undefined, context: RequestContext): Promise<ChatAccount> {
    const channel = await this.resolve(chatAccountId, context);
    if (channel.effective_channel_type !== 'cloud') throw cloudOnly();
    return this.find(channel.id, context);
  }

  /** Returns a Cloud channel, requested from the connector if it is not stored yet. @throws AppError `not_found` */
  async find(channelId: number, context: RequestContext): Promise<ChatAccount> {
    const accountId = context.account.id;
    const known = await this.accounts.find(accountId, channelId);
    if (known) return known;
    const { waba_id: wabaId } = await this.bus.request(getNumber, context, {
      body: { channel_id: channelId },
    });
    const asked = { accountId, channelId, wabaId };
    await this.accounts.learn({ ...asked, version: ASKED, syncInMs: ASKERS_FIRST_MS });
    return asked;
  }

  async capabilities(chatAccountId: number, context: RequestContext): Promise<Capabilities> {
    const { id, effective_channel_type: kind } = await this.resolve(chatAccountId, context);
    const blockers = await this.blockersOf(id, kind, context);
    return {
      chat_account_id: id,
      channel_type: kind,
      template_management_supported: blockers.length === 0,
      blockers,
    };
  }

  private async blockersOf(
    id: number,
    kind: Channel['effective_channel_type'],
    context: RequestContext,
  ): Promise<Capabilities['blockers']> {
    if (kind !== 'cloud') return ['template_api_cloud_only'];
    try {
      await this.find(id, context);
      return [];
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return ['credentials_missing'];
      throw error;
    }
  }

  private async resolve(chatAccountId: number | undefined, context: RequestContext): Promise<Channel> {
    const body = chatAccountId === undefined ? {} : { chat_account_id: chatAccountId };
    return (await this.bus.request(resolveChannel, context, { body })).device;
  }
}

function cloudOnly(): AppError {
  return new AppError('capability_error', {
    reason: 'template_api_cloud_only',
    message: 'Only Cloud channels have templates. Choose one with chat_account_id.',
  });
}
