import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  erasePersonDeliveries,
  exportPersonDeliveries,
  type ErasedDeliveries,
  type ExportedDeliveries,
} from '@chat/contracts/webhooks';
import { PeopleService } from './people.service';

@Controller()
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Handles(erasePersonDeliveries)
  async erase(
    { body }: InputOf<typeof erasePersonDeliveries>,
    { account }: RequestContext,
  ): Promise<ErasedDeliveries> {
    return this.people.erase(account.id, body);
  }

  @Handles(exportPersonDeliveries)
  async export(
    { body }: InputOf<typeof exportPersonDeliveries>,
    { account }: RequestContext,
  ): Promise<ExportedDeliveries> {
    return this.people.export(account.id, body);
  }
}
