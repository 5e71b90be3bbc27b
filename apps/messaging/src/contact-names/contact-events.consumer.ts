import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on, type Transaction } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import {
  contactCreated,
  contactDeleted,
  contactUpdated,
  type ContactDeletedData,
  type ContactEventData,
} from '@chat/contracts/crm';
import { ContactNamesRepository } from './contact-names.repository';

/** Keeps what messaging knows of the address book up to date. */
@Injectable()
export class ContactEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly contactNames: ContactNamesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'messaging-contacts',
      subject: 'evt.crm.contact.*',
      bindings: [
        on(contactCreated, (event, tx) => this.learn(event, tx)),
        on(contactUpdated, (event, tx) => this.learn(event, tx)),
        on(contactDeleted, (event, tx) => this.forget(event, tx)),
      ],
    });
  }

  private learn(
    { accountid, entityversion, data }: CloudEvent<ContactEventData>,
    tx: Transaction,
  ): Promise<void> {
    return this.contactNames.learn(Number(accountid), data.contact, entityversion, tx.manager);
  }

  private forget(
    { accountid, entityversion, data }: CloudEvent<ContactDeletedData>,
    tx: Transaction,
  ): Promise<void> {
    return this.contactNames.forget(Number(accountid), data, entityversion, tx.manager);
  }
}
