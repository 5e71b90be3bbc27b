import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import { AppError } from '@chat/errors';
import type { Writer } from '../people/people.repository';
import { OptOutsRepository } from './opt-outs.repository';

/** Opt-outs from marketing: by the person with the provider, or by the account for a contact. */
@Injectable()
export class OptOutsService implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly optOuts: OptOutsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'messaging-marketing-preferences',
      subject: marketingPreferenceChanged.subject,
      bindings: [
        on(marketingPreferenceChanged, ({ accountid, data }, tx) => {
          const { channel_id: channelId, phone, provider_user_id, opted_out: optedOut, at } = data;
          const person = { phone, providerUserId: provider_user_id ?? null };
          const accountId = Number(accountid);
          return this.optOuts.learn(
            { ...person, accountId, channelId, optedOut, at: new Date(at) },
            tx.manager,
          );
        }),
      ],
    });
  }

  /**
   * Applies to marketing only.
   * @throws AppError `marketing_suppressed` if the person opted out, or the account did for them.
   */
  async require(writer: Writer): Promise<void> {
    if (!(await this.optOuts.isOptedOut(writer))) return;
    throw new AppError('marketing_suppressed', { reason: 'opted_out' });
  }
}
