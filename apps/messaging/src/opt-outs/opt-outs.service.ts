import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import { preferenceIdentified } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import type { Writer } from '../people/people.repository';
import { keysOf, USER_KEY } from '../people/person.rules';
import { OptOutsRepository, type Choice, type IdentityChange } from './opt-outs.repository';

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
          if (phone === null) for (const choice of news) this.publish(choice, channelId, tx);
        }),
      ],
    });
  }

  /** People who opted out stay so under the numbers and ids that they are known by now. */
  async carry(changes: readonly IdentityChange[], tx: Transaction): Promise<void> {
    if (changes.length === 0) return;
    for (const choice of await this.optOuts.carry(changes, tx.manager)) {
      const { channelId } = changes.find((change) => concerns(change, choice))!;
      this.publish(choice, channelId, tx);
    }
  }

  /** Tells others that a choice which was made by the network's id concerns a number. */
  private publish({ accountId, key, optedOut, at }: Choice, channelId: number, tx: Transaction): void {
    if (key.startsWith(USER_KEY)) return;
    tx.emit(preferenceIdentified, {
      accountId,
      entity: `preferences/${key}`,
      entityVersion: at.getTime(),
      channelId,
      data: { phone: key, opted_out: optedOut, at: toTimestamp(at) },
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

function concerns({ accountId, after }: IdentityChange, choice: Choice): boolean {
  return accountId === choice.accountId && keysOf(after).includes(choice.key);
}
