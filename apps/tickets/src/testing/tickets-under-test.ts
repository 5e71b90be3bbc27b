import type { Pagination, RequestContext } from '@chat/contracts';
import {
  closeTicket,
  createTicket,
  createTicketType,
  getTicket,
  listTickets,
  updateTicket,
  type CreateTicket,
  type ListTicketsQuery,
  type Ticket,
  type TicketType,
  type UpdateTicket,
} from '@chat/contracts/tickets';
import { startTestService, testContext, type TestService } from '@chat/test-kit';
import { ticketsService } from '../service';
import { FakePeers } from './fake-peers';

const SPEC_TIMEOUT_MS = 600_000;

/** The service on its own database and NATS, with its peers faked by the spec. */
export class TicketsUnderTest {
  private lastAccountId = 0;

  private constructor(
    private readonly service: TestService,
    readonly peers: FakePeers,
  ) {}

  static async start(): Promise<TicketsUnderTest> {
    const service = await startTestService(ticketsService);
    const peers = new FakePeers(service.bus);
    await peers.speak();
    return new TicketsUnderTest(service, peers);
  }

  get bus() {
    return this.service.bus;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  query<Row extends object = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.service.query<Row & Record<string, unknown>>(sql, values);
  }

  startReplica() {
    return this.service.startReplica();
  }

  /** Creates the context of a new account with the ticket type `support`, usable for all requests of a spec. */
  async newAccount(): Promise<RequestContext> {
    this.lastAccountId += 1;
    const context = testContext({ accountId: this.lastAccountId, timeoutMs: SPEC_TIMEOUT_MS });
    await this.createType(context, 'support');
    return context;
  }

  async createType(context: RequestContext, key: string, name = 'Support'): Promise<TicketType> {
    return (await this.bus.request(createTicketType, { body: { key, name } }, context)).ticket_type;
  }

  async create(context: RequestContext, body: Partial<CreateTicket> = {}): Promise<Ticket> {
    const ticket = { type_key: 'support', subject: 'Late parcel', ...body };
    return (await this.bus.request(createTicket, { body: ticket }, context)).ticket;
  }

  async read(context: RequestContext, number: string): Promise<Ticket> {
    return (await this.bus.request(getTicket, { params: { number } }, context)).ticket;
  }

  async close(context: RequestContext, number: string): Promise<Ticket> {
    return (await this.bus.request(closeTicket, { params: { number } }, context)).ticket;
  }

  async update(context: RequestContext, number: string, body: UpdateTicket): Promise<Ticket> {
    return (await this.bus.request(updateTicket, { params: { number }, body }, context)).ticket;
  }

  async list(
    context: RequestContext,
    query: ListTicketsQuery = {},
  ): Promise<{ numbers: string[]; pagination: Pagination }> {
    const { tickets, pagination } = await this.bus.page(listTickets, { query }, context);
    return { numbers: tickets.map(({ number }) => number), pagination: pagination! };
  }

  async search(context: RequestContext, search: string): Promise<string[]> {
    return (await this.list(context, { search })).numbers;
  }

  /** The types of the events that the account's tickets committed, in order. */
  async eventsOf({ account }: RequestContext): Promise<unknown[]> {
    const rows = await this.query(
      `SELECT document::json ->> 'type' AS type FROM tickets.outbox
       WHERE account_id = $1 AND subject NOT LIKE '%.audit.recorded' ORDER BY id`,
      [account.id],
    );
    return rows.map(({ type }) => type);
  }
}
