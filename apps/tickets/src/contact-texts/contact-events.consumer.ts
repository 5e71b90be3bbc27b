import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, onBatch, type Transaction } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import {
  contactCreated,
  contactDeleted,
  contactUpdated,
  type ContactDeletedData,
  type ContactEventData,
} from '@chat/contracts/crm';
import { ContactRewritesService } from './contact-rewrites.service';
import { ContactTextsRepository, textOf, type LearntText } from './contact-texts.repository';

type ContactData = ContactEventData | ContactDeletedData;

/** How many events may share a transaction. */
const BATCH_SIZE = 64;

/** Maintains the tickets service's projection of contacts. */
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
      batchSize: BATCH_SIZE,
      bindings: [
        onBatch<ContactData>([contactCreated, contactUpdated, contactDeleted], (events, tx) =>
          this.learn(events, tx),
        ),
      ],
    });
  }

  private async learn(events: CloudEvent<ContactData>[], tx: Transaction): Promise<void> {
    const changed = await this.contactTexts.learn(events.map(toLearntText), tx.manager);
    await this.rewrites.schedule(tx, changed);
  }
}

/**
 * A deleted contact's text is removed, so that no search finds its tickets; the version is kept, so that a late event
 * does not bring the text back.
 */
function toLearntText({ accountid, entityversion: version, data }: CloudEvent<ContactData>): LearntText {
  const accountId = Number(accountid);
  if (!('contact' in data)) return { accountId, contactId: data.contact_id, text: '', version };
  return { accountId, contactId: data.contact.id, text: textOf(data.contact), version };
}
