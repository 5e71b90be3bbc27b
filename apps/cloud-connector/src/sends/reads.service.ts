import { Injectable } from '@nestjs/common';
import type { ReadMessages, ShowTyping } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import { NumberStatesService } from '../numbers/number-states.service';
import { NumbersService } from '../numbers/numbers.service';
import { classifyError } from '../provider/error-table.rules';
import { ProviderClient } from '../provider/provider-client';
import { ProviderRefusal } from '../provider/provider-error';

const ANSWER_TIMEOUT_MS = 5_000;

/** Tells people that their messages were read. Nothing is stored: the caller retries until it succeeds. */
@Injectable()
export class ReadsService {
  constructor(
    private readonly numbers: NumbersService,
    private readonly states: NumberStatesService,
    private readonly provider: ProviderClient,
  ) {}

  /** @throws AppError `service_unavailable` if a retry may succeed. A final refusal by the provider counts as done. */
  async read(accountId: number, { channel_id, chat_message_id }: ReadMessages): Promise<void> {
    await this.report(accountId, channel_id, { message_id: chat_message_id });
  }

  /** Shows that somebody types, which marks the message as read. @throws AppError like `read`. */
  async showTyping(accountId: number, { channel_id, chat_message_id }: ShowTyping): Promise<void> {
    if (chat_message_id === undefined) return;
    const typing_indicator = { type: 'text' };
    await this.report(accountId, channel_id, { message_id: chat_message_id, typing_indicator });
  }

  private async report(accountId: number, channelId: number, read: object): Promise<void> {
    const number = await this.numbers.open(accountId, channelId);
    if (!number?.isConnected) throw new AppError('service_unavailable', { reason: 'not_connected' });
    try {
      await this.provider.call({
        method: 'POST',
        path: `/${number.phoneNumberId}/messages`,
        token: number.token,
        json: { messaging_product: 'whatsapp', status: 'read', ...read },
        timeoutMs: ANSWER_TIMEOUT_MS,
      });
    } catch (error) {
      const meaning = error instanceof ProviderRefusal ? classifyError(error.body) : null;
      if (meaning?.trouble) await this.states.record(number, meaning.trouble);
      if (meaning && !meaning.transient && !meaning.trouble) return;
      throw new AppError('service_unavailable', {}, { cause: error });
    }
  }
}
