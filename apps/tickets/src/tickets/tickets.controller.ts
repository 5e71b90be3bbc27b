import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  closeTicket,
  createTicket,
  getTicket,
  listTickets,
  rateTicket,
  reopenTicket,
  updateTicket,
  type TicketList,
  type TicketResult,
} from '@chat/contracts/tickets';
import { TicketsService } from './tickets.service';

@Controller()
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Handles(listTickets)
  async list(
    { query }: InputOf<typeof listTickets>,
    { account }: RequestContext,
  ): Promise<Reply<TicketList>> {
    const { tickets, pagination } = await this.tickets.list(account.id, query);
    return new Reply({ tickets }, { pagination });
  }

  @Handles(createTicket)
  async create({ body }: InputOf<typeof createTicket>, context: RequestContext): Promise<TicketResult> {
    return { ticket: await this.tickets.create(body, context) };
  }

  @Handles(getTicket)
  async get({ params }: InputOf<typeof getTicket>, { account }: RequestContext): Promise<TicketResult> {
    return { ticket: await this.tickets.get(account.id, params.number) };
  }

  @Handles(updateTicket)
  async update(
    { params, body }: InputOf<typeof updateTicket>,
    context: RequestContext,
  ): Promise<TicketResult> {
    return { ticket: await this.tickets.update(params.number, body, context) };
  }

  @Handles(closeTicket)
  async close({ params }: InputOf<typeof closeTicket>, context: RequestContext): Promise<TicketResult> {
    return { ticket: await this.tickets.close(params.number, context) };
  }

  @Handles(reopenTicket)
  async reopen({ params }: InputOf<typeof reopenTicket>, context: RequestContext): Promise<TicketResult> {
    return { ticket: await this.tickets.reopen(params.number, context) };
  }

  @Handles(rateTicket)
  async rate({ params, body }: InputOf<typeof rateTicket>, context: RequestContext): Promise<TicketResult> {
    return { ticket: await this.tickets.rate(params.number, body, context) };
  }
}
