import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  erasePersonTickets,
  exportPersonTickets,
  type ErasedTickets,
  type ExportedTickets,
} from '@chat/contracts/tickets';
import { PeopleService } from './people.service';

@Controller()
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Handles(erasePersonTickets)
  async erase(
    { body }: InputOf<typeof erasePersonTickets>,
    { account }: RequestContext,
  ): Promise<ErasedTickets> {
    return this.people.erase(account.id, body);
  }

  @Handles(exportPersonTickets)
  async export(
    { body }: InputOf<typeof exportPersonTickets>,
    { account }: RequestContext,
  ): Promise<ExportedTickets> {
    return this.people.export(account.id, body);
  }
}
