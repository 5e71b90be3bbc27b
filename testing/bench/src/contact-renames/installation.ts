import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { createContact, updateContact } from '@chat/contracts/crm';
import { createTicket, createTicketType, listTickets } from '@chat/contracts/tickets';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { readCpuTimes } from '../cpu/cpu-times';
import { ServiceProcesses } from '../service-processes';
import { durationsOf } from './durations.rules';

/** The account that renames many contacts, and the one that waits for one. */
export const BUSY_ACCOUNT = 1;
export const OTHER_ACCOUNT = 2;

const REQUEST_TIMEOUT_MS = 60_000;

/** The services crm and tickets, with two accounts. */
export class Installation {
  private readonly client: BusClient;

  private constructor(private readonly processes: ServiceProcesses) {
    this.client = new BusClient(processes.bus);
  }

  static async start(): Promise<Installation> {
    const processes = await ServiceProcesses.start(['crm', 'tickets'], { durable: true });
    await processes.configurePostgres({ log_min_duration_statement: '0' });
    return new Installation(processes);
  }

  /** Gives an account contacts with that many tickets each. @returns the ids of the contacts. */
  async seed(accountId: number, { contacts, tickets }: { contacts: number; tickets: number }) {
    const context = contextOf(accountId);
    await this.client.request(createTicketType, context, { body: { key: 'support', name: 'Support' } });
    const ids: number[] = [];
    for (let index = 0; index < contacts; index += 1) {
      const body = {
        firstname: 'Ana',
        lastname: 'García',
        mobile_code: '1',
        mobile: String(2025550000 + index),
      };
      const { contact } = await this.client.request(createContact, context, { body });
      ids.push(contact.id);
      const ticket = { type_key: 'support', subject: 'Where is my parcel?', contact_id: contact.id };
      await this.client.request(createTicket, context, { body: ticket });
    }
    await this.processes.database.query(
      `INSERT INTO tickets.tickets (account_id, number, subject, status, type_id, contact_id, own_text, contact_text,
         version, created_at, updated_at)
       SELECT t.account_id, t.number || '-' || n, t.subject, t.status, t.type_id, t.contact_id,
         t.own_text || '-' || n, t.contact_text, 1, now(), now()
       FROM tickets.tickets t, generate_series(2, $2) AS n WHERE t.account_id = $1`,
      [accountId, tickets],
    );
    return ids;
  }

  /** Analyzes the tables before anything is measured, so that statements are planned as they would be later. */
  async analyze(): Promise<void> {
    await this.processes.database.query('VACUUM ANALYZE tickets.tickets');
    await this.processes.database.query('CHECKPOINT');
  }

  async rename(accountId: number, id: number, name: { firstname: string; lastname: string }): Promise<void> {
    await this.client.request(updateContact, contextOf(accountId), { params: { id }, body: name });
  }

  /** Milliseconds until a search for this text finds a ticket of the account. */
  async timeUntilFound(accountId: number, search: string): Promise<number> {
    const startedAt = performance.now();
    const isFound = async () => {
      const { tickets } = await this.client.request(listTickets, contextOf(accountId), { query: { search } });
      return tickets.length > 0;
    };
    await until(isFound, { describe: `a ticket to be found by ${search}`, timeoutMs: 600_000 });
    return performance.now() - startedAt;
  }

  /** Number of tickets of the account whose contact text does not begin with this one yet. */
  async ticketsWithout(accountId: number, folded: string): Promise<number> {
    const { rows } = await this.processes.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM tickets.tickets
       WHERE account_id = $1 AND NOT starts_with(contact_text, $2)`,
      [accountId, folded],
    );
    return rows[0]!.count;
  }

  async postgresCpuMs(): Promise<number> {
    return (await readCpuTimes({ postgres: this.processes.postgresPid }))?.postgres ?? 0;
  }

  /** The durations so far of the statements that rewrote the contact texts in tickets. */
  async rewriteDurationsMs(): Promise<number[]> {
    return durationsOf(await this.processes.postgresLog(), 'UPDATE tickets.tickets SET contact_text');
  }

  stop(): Promise<void> {
    return this.processes.stop();
  }
}

function contextOf(accountId: number): RequestContext {
  return systemContext(accountId, { timeoutMs: REQUEST_TIMEOUT_MS });
}
