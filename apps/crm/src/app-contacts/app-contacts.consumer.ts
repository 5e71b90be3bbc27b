import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { appContactsChanged } from '@chat/contracts/cloud-connector';
import { AppContactsService } from './app-contacts.service';

/** Consumes changes to the address books of business apps. */
@Injectable()
export class AppContactsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly appContacts: AppContactsService,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'crm-app-contacts',
      subject: appContactsChanged.subject,
      bindings: [
        on(appContactsChanged, ({ accountid, data }, tx) =>
          this.appContacts.apply(Number(accountid), data.contacts, tx),
        ),
      ],
    });
  }
}
