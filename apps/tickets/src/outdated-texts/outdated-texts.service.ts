import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { contactText, LINE_END, renewOutdated, searchText, type TextTable } from '@chat/lists';

interface OutdatedContact {
  account_id: number;
  id: number;
  text: string;
}

interface OutdatedTicket {
  account_id: number;
  id: number;
  own_text: string;
  contact_text: string;
  number: string;
  subject: string;
}

/** How many rows share a transaction: some tens of milliseconds of work. */
const BATCH_SIZE = 50;
const POLL_MS = 60_000;

const contactTexts: TextTable<OutdatedContact> = {
  table: 'tickets.contact_texts',
  id: 'contact_id',
  texts: ['text'],
  sources: [],
  renew: ({ text }) => ({ text: renewed(text) }),
};

const tickets: TextTable<OutdatedTicket> = {
  table: 'tickets.tickets',
  id: 'id',
  texts: ['own_text', 'contact_text'],
  sources: ['number', 'subject'],
  renew: ({ number, subject, contact_text }) => ({
    own_text: searchText(number, subject),
    contact_text: renewed(contact_text),
  }),
};

/**
 * Renews the search texts of tickets and contacts that release 0.2 wrote, as long as its replicas may write more of them.
 * Versions stay as they are: each copy of a contact's text is renewed by itself.
 */
@Injectable()
export class OutdatedTextsService {
  constructor(
    private readonly dataSource: DataSource,
    loops: BackgroundLoops,
  ) {
    loops.add({ name: 'outdated-texts', round: () => this.renewBatch(), everyMs: POLL_MS });
  }

  /** @returns whether there may be more. */
  private async renewBatch(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const renewedContacts = await renewOutdated(contactTexts, BATCH_SIZE, manager);
      return renewedContacts > 0 || (await renewOutdated(tickets, BATCH_SIZE, manager)) > 0;
    });
  }
}

/** Release 0.2 wrote the name, the number in international form, and sometimes as somebody gave it. */
function renewed(text: string): string {
  if (text === '' || text.endsWith(LINE_END)) return text;
  const [name = '', phone = '', asGiven] = text.split(LINE_END);
  return contactText(name, phone, asGiven);
}
