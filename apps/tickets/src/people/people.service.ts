import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ErasedTickets, ExportedTickets, PersonTickets } from '@chat/contracts/tickets';
import { PersonTicketsRepository, type LinkedTicket } from './person-tickets.repository';

/** Each ticket is indexed again, at a cost that grows with its texts. */
const ERASE_BATCH = 100;
const EXPORT_BATCH = 100;

/** The data of one person in tickets. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tickets: PersonTicketsRepository,
  ) {}

  /** Erases one batch of the linked tickets. No event is published, because nothing is left to report. */
  async erase(accountId: number, person: PersonTickets): Promise<ErasedTickets> {
    return this.dataSource.transaction(async (manager) => {
      const linked = await this.tickets.linked(accountId, person, ERASE_BATCH, manager);
      for (const ticket of linked) await this.tickets.erase(accountId, ticket, manager);
      return { numbers: numbersOf(linked), last_id: lastOf(linked, ERASE_BATCH) };
    });
  }

  async export(accountId: number, person: PersonTickets): Promise<ExportedTickets> {
    const linked = await this.tickets.linked(accountId, person, EXPORT_BATCH);
    const ids = linked.map(({ id }) => id);
    return {
      tickets: await this.tickets.records(accountId, ids),
      numbers: numbersOf(linked),
      last_id: lastOf(linked, EXPORT_BATCH),
    };
  }
}

function numbersOf(tickets: LinkedTicket[]): string[] {
  return tickets.map(({ number }) => number);
}

/** Null if nothing follows the batch. */
function lastOf(tickets: LinkedTicket[], batchSize: number): number | null {
  return tickets.length === batchSize ? tickets.at(-1)!.id : null;
}
