import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { renewOutdated, type TextTable } from '@chat/lists';
import { textOf } from './contacts.service';

interface OutdatedRow {
  account_id: number;
  id: number;
  search_text: string;
  firstname: string;
  lastname: string | null;
  mobile_code: string;
  mobile: string;
  national_number: string | null;
}

/** How many contacts share a transaction: some tens of milliseconds of work. */
const BATCH_SIZE = 100;
const POLL_MS = 60_000;

const contacts: TextTable<OutdatedRow> = {
  table: 'crm.contacts',
  id: 'id',
  texts: ['search_text'],
  sources: ['firstname', 'lastname', 'mobile_code', 'mobile', 'national_number'],
  renew: ({ mobile_code: mobileCode, national_number: nationalNumber, ...row }) => ({
    search_text: textOf({ ...row, mobileCode, nationalNumber }),
  }),
};

/** Renews the search texts of contacts that release 0.2 wrote, as long as its replicas may write more of them. */
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
    return this.dataSource.transaction(
      async (manager) => (await renewOutdated(contacts, BATCH_SIZE, manager)) > 0,
    );
  }
}
