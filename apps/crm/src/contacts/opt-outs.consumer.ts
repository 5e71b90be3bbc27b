import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import { preferenceIdentified, type IdentifiedPreference } from '@chat/contracts/messaging';
import { canonicalPhone } from '@chat/phone-numbers';
import { ContactsService } from './contacts.service';
import { OptOutsRepository } from '../opt-outs/opt-outs.repository';

/** Stores people's marketing choices with the provider, which their contacts show. */
@Injectable()
export class OptOutsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly optOuts: OptOutsRepository,
    private readonly contacts: ContactsService,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'crm-marketing-preferences',
      subject: marketingPreferenceChanged.subject,
      bindings: [
        on(marketingPreferenceChanged, async ({ accountid, data: { phone, opted_out, at } }, tx) => {
          // Messaging tells which number a choice by the network's id concerns.
          if (phone !== null) await this.learn(Number(accountid), { phone, opted_out, at }, tx);
        }),
      ],
    });
    this.consumers.consume({
      durable: 'crm-identified-preferences',
      subject: preferenceIdentified.subject,
      bindings: [
        on(preferenceIdentified, ({ accountid, data }, tx) => this.learn(Number(accountid), data, tx)),
      ],
    });
  }

  private async learn(
    accountId: number,
    { phone, opted_out: optedOut, at }: IdentifiedPreference,
    tx: Transaction,
  ): Promise<void> {
    const number = { accountId, canonicalPhone: canonicalPhone(phone) };
    const [wasOptedOut] = await this.optOuts.among([number], tx.manager);
    const isNews = await this.optOuts.learn({ ...number, optedOut, at: new Date(at) }, tx.manager);
    if (isNews && optedOut !== wasOptedOut) await this.contacts.touch(number, optedOut, tx);
  }
}
