import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import { preferenceIdentified } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import type { Writer } from '../people/people.repository';
import { USER_KEY, type Person } from '../people/person.rules';
import { OptOutsRepository, type Choice } from './opt-outs.repository';

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
        on(marketingPreferenceChanged, async ({ accountid, data }, tx) => {
          const { channel_id: channelId, phone, provider_user_id, opted_out: optedOut, at } = data;
          const person = { phone, providerUserId: provider_user_id ?? null };
          const accountId = Number(accountid);
          const writer = { ...person, accountId, channelId };
          const news = await this.optOuts.learn({ ...writer, optedOut, at: new Date(at) }, tx.manager);
          // Whoever has the number heard it with that.
          if (phone === null) this.tell(writer, news, tx);
        }),
      ],
    });
  }

  /** A person who opted out stays so under the number and id that they are known by now. */
  async carry(now: Writer, before: Person, tx: Transaction): Promise<void> {
    this.tell(now, await this.optOuts.carry(now.accountId, before, now, tx.manager), tx);
  }

  /** Tells others which numbers a choice concerns that was made by the network's id. */
  private tell({ accountId, channelId }: Writer, news: readonly Choice[], tx: Transaction): void {
    for (const { key, optedOut, at } of news.filter((choice) => !choice.key.startsWith(USER_KEY))) {
      tx.emit(preferenceIdentified, {
        accountId,
        entity: `preferences/${key}`,
        entityVersion: at.getTime(),
        channelId,
        data: { phone: key, opted_out: optedOut, at: toTimestamp(at) },
      });
    }
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
