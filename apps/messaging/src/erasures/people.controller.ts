import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  exportConversations,
  exportMessages,
  gatherErased,
  hidePerson,
  purgePerson,
  type ExportedConversations,
  type ExportedMessages,
  type GatheredErased,
  type HiddenPerson,
  type PurgedPerson,
} from '@chat/contracts/messaging';
import { ErasuresService } from './erasures.service';
import { ExportsService } from './exports.service';

@Controller()
export class PeopleController {
  constructor(
    private readonly erasures: ErasuresService,
    private readonly exports: ExportsService,
  ) {}

  @Handles(hidePerson)
  async hide({ body }: InputOf<typeof hidePerson>, { account }: RequestContext): Promise<HiddenPerson> {
    return this.erasures.hide(account.id, body);
  }

  @Handles(gatherErased)
  async gather({ body }: InputOf<typeof gatherErased>, { account }: RequestContext): Promise<GatheredErased> {
    return this.erasures.gather(account.id, body);
  }

  @Handles(purgePerson)
  async purge({ body }: InputOf<typeof purgePerson>, { account }: RequestContext): Promise<PurgedPerson> {
    return this.erasures.purge(account.id, body);
  }

  @Handles(exportConversations)
  async exportConversations(
    { body }: InputOf<typeof exportConversations>,
    { account }: RequestContext,
  ): Promise<ExportedConversations> {
    return this.exports.conversations(account.id, body);
  }

  @Handles(exportMessages)
  async exportMessages(
    { body }: InputOf<typeof exportMessages>,
    { account }: RequestContext,
  ): Promise<ExportedMessages> {
    return this.exports.messages(account.id, body);
  }
}
