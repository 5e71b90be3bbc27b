import { ticketStatuses, type TicketResult, type TicketStatus } from '@chat/contracts/tickets';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import { judgeRecords } from '../oracles/records.rules';
import type { Random } from '@chat/test-kit/random';
import { TICKET_TYPE, type Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';
import { RecordBook } from './record-book';

/** Tickets are created and moved. Their events are also sent to hostile receivers. */
export const tickets: Operation = {
  name: 'tickets',
  everyMs: 350,
  atOnce: 6,
  failpoints: [
    ...around('tickets', 'commit', 'tickets'),
    ...around('tickets', 'commit', 'outbox'),
    ...around('tickets', 'publish', 'evt.tickets.ticket.created'),
    ...around('tickets', 'publish', 'evt.tickets.ticket.status-changed'),
    ...around('tickets', 'reply', 'any'),
  ],
  open: (world, random) => new Tickets(world, random),
};

/** The next status of a ticket; any other is a conflict, which changes nothing. */
const next: Record<TicketStatus, TicketStatus> = {
  open: 'in_progress',
  in_progress: 'waiting_customer',
  waiting_customer: 'resolved',
  resolved: 'closed',
  closed: 'reopened',
  reopened: 'in_progress',
};

interface Handle {
  tenant: Tenant;
  number: string;
  status: TicketStatus;
}

class Tickets implements Load {
  private readonly caller: Caller;
  private readonly book = new RecordBook<Handle>();
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  async attempt(): Promise<boolean> {
    const known = this.random.next() < 0.4 ? undefined : this.book.take(this.random.next());
    return known ? this.move(known.key, known.handle) : this.create();
  }

  async audit(): Promise<Finding[]> {
    const stored = await this.world.database.query<{ key: string; value: string }>(
      `SELECT account_id || '/' || subject AS key, status AS value FROM tickets.tickets`,
    );
    const values = new Map(stored.rows.map(({ key, value }) => [key, value]));
    const doubles = stored.rows.length - values.size;
    return [
      ...this.caller.findings.splice(0),
      ...judgeRecords(this.book.all, values),
      ...(doubles > 0 ? [{ kind: 'double' as const, what: `${doubles} tickets were opened twice` }] : []),
    ];
  }

  private async create(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    const subject = `Ticket ${(this.count += 1)}`;
    const key = `${tenant.accountId}/${subject}`;
    const body = { type_key: TICKET_TYPE, subject };
    const called = await this.caller.call<TicketResult>(
      this.random.pick(tenant.desks),
      'post',
      '/v1/tickets',
      body,
    );
    this.book.note(key, 'open', called);
    if (called.data) this.book.giveBack(key, { tenant, number: called.data.ticket.number, status: 'open' });
    return called.data !== null;
  }

  private async move(key: string, handle: Handle): Promise<boolean> {
    const status = next[handle.status];
    const path = `/v1/tickets/${handle.number}`;
    const client = this.random.pick(handle.tenant.desks);
    const called = await this.caller.call<TicketResult>(client, 'patch', path, { status });
    const outcome = this.book.note(key, status, called);
    // An uncertain outcome is looked up before the next move, as a client would do.
    if (outcome === 'done') this.book.giveBack(key, { ...handle, status });
    else await this.readAnew(key, handle);
    return outcome === 'done';
  }

  private async readAnew(key: string, handle: Handle): Promise<void> {
    const path = `/v1/tickets/${handle.number}`;
    const { data } = await this.caller.call<TicketResult>(handle.tenant.desks[0]!, 'get', path);
    const status = data?.ticket.status;
    if (status && ticketStatuses.includes(status)) this.book.giveBack(key, { ...handle, status });
  }
}
