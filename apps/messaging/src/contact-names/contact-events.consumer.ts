import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, onBatch } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import {
  contactCreated,
  contactDeleted,
  contactUpdated,
  type ContactDeletedData,
  type ContactEventData,
} from '@chat/contracts/crm';
import { ContactNamesRepository, type ContactName } from './contact-names.repository';

type ContactData = ContactEventData | ContactDeletedData;

/** How many events may share a transaction. */
const BATCH_SIZE = 64;

/** Maintains messaging's projection of the address book. */
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
      batchSize: BATCH_SIZE,
      bindings: [
        onBatch<ContactData>([contactCreated, contactUpdated, contactDeleted], (events, tx) =>
          this.contactNames.learn(events.map(nameOf), tx.manager),
        ),
      ],
    });
  }
}

function nameOf({ accountid, entityversion: version, data }: CloudEvent<ContactData>): ContactName {
  const accountId = Number(accountid);
  if (!('contact' in data)) {
    const { contact_id: contactId, phone } = data;
    return { accountId, contactId, phone, name: null, marketingOptedOut: false, version };
  }
  const { id, phone, firstname, lastname, marketing_opted_out: isOptedOut } = data.contact;
  const { opted_out_by_account: marketingOptedOut = isOptedOut } = data;
  const name = lastname === null ? firstname : `${firstname} ${lastname}`;
  return { accountId, contactId: id, phone, name, marketingOptedOut, version };
}
