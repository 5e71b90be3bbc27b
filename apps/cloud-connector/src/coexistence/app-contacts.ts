import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { appContactsChanged, type AppContact } from '@chat/contracts/cloud-connector';
import type { Entry } from '../envelopes/entry';
import { toTimestamp } from '@chat/service-kit';
import { readAppContact, type AppWord } from './app-contacts.rules';
import { withContacts } from '../numbers/sync.rules';
import { SyncsService } from './syncs.service';

/** Maximum number of contacts per event. */
const MAX_CONTACTS = 100;

/** Records the contacts of the business app, which it shares initially and on every change. */
@Injectable()
export class AppContacts {
  constructor(private readonly syncs: SyncsService) {}

  async apply(entries: Entry[], tx: Transaction): Promise<void> {
    const now = new Date();
    for (const number of new Set(entries.map((entry) => entry.number))) {
      const { account_id: accountId, channel_id: channelId } = number;
      const contacts = entries.flatMap((entry) => {
        const word = entry.number === number ? readAppContact(entry.item, now) : null;
        return word ? [toAppContact(word)] : [];
      });
      await this.syncs.move({ accountId, channelId }, (state) => withContacts(state, now), tx);
      for (let start = 0; start < contacts.length; start += MAX_CONTACTS) {
        tx.causedBy({}).emit(appContactsChanged, {
          accountId,
          entity: `app-contacts/${channelId}`,
          entityVersion: now.getTime(),
          channelId,
          data: { channel_id: channelId, contacts: contacts.slice(start, start + MAX_CONTACTS) },
        });
      }
    }
  }
}

function toAppContact({ phone, providerUserId, fullName, firstName, at }: AppWord): AppContact {
  return {
    phone,
    ...(providerUserId !== null && { provider_user_id: providerUserId }),
    full_name: fullName,
    first_name: firstName,
    at: toTimestamp(at),
  };
}
