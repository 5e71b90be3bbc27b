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
import { ContactRewritesService } from './contact-rewrites.service';
import { ContactTextsRepository } from './contact-texts.repository';

/** Keeps what tickets know of contacts up to date. */
@Injectable()
export class ContactEventsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly contactTexts: ContactTextsRepository,
    private readonly rewrites: ContactRewritesService,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'tickets-contacts',
      subject: 'evt.crm.contact.*',
      bindings: [
        on(contactCreated, (event, tx) => this.learn(event, tx)),
        on(contactUpdated, (event, tx) => this.learn(event, tx)),
        on(contactDeleted, (event, tx) => this.forget(event, tx)),
      ],
    });
  }

  private async learn(
    { accountid, entityversion: textVersion, data: { contact } }: CloudEvent<ContactEventData>,
    tx: Transaction,
  ): Promise<void> {
    const accountId = Number(accountid);
    if (await this.contactTexts.learn(accountId, contact, textVersion, tx.manager)) {
      await this.rewrites.schedule(tx, { accountId, contactId: contact.id, textVersion });
    }
  }

  private async forget(
    { accountid, entityversion: textVersion, data }: CloudEvent<ContactDeletedData>,
    tx: Transaction,
  ): Promise<void> {
    const [accountId, contactId] = [Number(accountid), data.contact_id];
    if (await this.contactTexts.forget(accountId, contactId, textVersion, tx.manager)) {
      await this.rewrites.schedule(tx, { accountId, contactId, textVersion });
    }
  }
}
