import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { appContactsChanged, type AppContact } from '@chat/contracts/cloud-connector';
import { ContactNamesRepository, type AppName } from './contact-names.repository';

/** Keeps the names that business apps have for people without a number, who cannot be contacts. */
@Injectable()
export class AppContactsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    private readonly contactNames: ContactNamesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'messaging-app-contacts',
      subject: appContactsChanged.subject,
      bindings: [
        on(appContactsChanged, async ({ accountid, data }, tx) => {
          const names = data.contacts.flatMap((contact) => nameOf(Number(accountid), contact));
          if (names.length > 0) await this.contactNames.learnFromApp(names, tx.manager);
        }),
      ],
    });
  }
}

/** Returns nothing for a contact with a number, which the address book has. */
function nameOf(accountId: number, { phone, provider_user_id, full_name: name, at }: AppContact): AppName[] {
  if (phone !== null || provider_user_id === undefined) return [];
  return [{ accountId, providerUserId: provider_user_id, name, at: new Date(at) }];
}
