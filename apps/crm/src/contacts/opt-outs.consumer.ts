import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
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
        on(marketingPreferenceChanged, async ({ accountid, data }, tx) => {
          // A contact has a number.
          if (data.phone === null) return;
          const number = { accountId: Number(accountid), canonicalPhone: canonicalPhone(data.phone) };
          const { opted_out: optedOut } = data;
          const [wasOptedOut] = await this.optOuts.among([number], tx.manager);
          const isNews = await this.optOuts.learn({ ...number, optedOut, at: new Date(data.at) }, tx.manager);
          if (isNews && optedOut !== wasOptedOut) await this.contacts.touch(number, tx);
        }),
      ],
    });
  }
}
