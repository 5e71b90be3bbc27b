import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  createTicketType,
  listTicketTypes,
  type TicketTypeList,
  type TicketTypeResult,
} from '@chat/contracts/tickets';
import { TicketTypesService } from './ticket-types.service';

@Controller()
export class TicketTypesController {
  constructor(private readonly types: TicketTypesService) {}

  @Handles(listTicketTypes)
  async list(
    { query }: InputOf<typeof listTicketTypes>,
    { account }: RequestContext,
  ): Promise<Reply<TicketTypeList>> {
    const { types, pagination } = await this.types.list(account.id, query);
    return new Reply({ ticket_types: types }, { pagination });
  }

  @Handles(createTicketType)
  async create(
    { body }: InputOf<typeof createTicketType>,
    context: RequestContext,
  ): Promise<TicketTypeResult> {
    return { ticket_type: await this.types.create(body, context) };
  }
}
