import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
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
    @Payload() { query }: InputOf<typeof listTickets>,
    @Ctx() { account }: RequestContext,
  ): Promise<Reply<TicketList>> {
    const { tickets, pagination } = await this.tickets.list(account.id, query);
    return new Reply({ tickets }, { pagination });
  }

  @Handles(createTicket)
  async create(
    @Payload() { body }: InputOf<typeof createTicket>,
    @Ctx() context: RequestContext,
  ): Promise<TicketResult> {
    return { ticket: await this.tickets.create(body, context) };
  }

  @Handles(getTicket)
  async get(
    @Payload() { params }: InputOf<typeof getTicket>,
    @Ctx() { account }: RequestContext,
  ): Promise<TicketResult> {
    return { ticket: await this.tickets.get(account.id, params.number) };
  }

  @Handles(updateTicket)
  async update(
    @Payload() { params, body }: InputOf<typeof updateTicket>,
    @Ctx() context: RequestContext,
  ): Promise<TicketResult> {
    return { ticket: await this.tickets.update(params.number, body, context) };
  }

  @Handles(closeTicket)
  async close(
    @Payload() { params }: InputOf<typeof closeTicket>,
    @Ctx() context: RequestContext,
  ): Promise<TicketResult> {
    return { ticket: await this.tickets.close(params.number, context) };
  }

  @Handles(reopenTicket)
  async reopen(
    @Payload() { params }: InputOf<typeof reopenTicket>,
    @Ctx() context: RequestContext,
  ): Promise<TicketResult> {
    return { ticket: await this.tickets.reopen(params.number, context) };
  }

  @Handles(rateTicket)
  async rate(
    @Payload() { params, body }: InputOf<typeof rateTicket>,
    @Ctx() context: RequestContext,
  ): Promise<TicketResult> {
    return { ticket: await this.tickets.rate(params.number, body, context) };
  }
}
