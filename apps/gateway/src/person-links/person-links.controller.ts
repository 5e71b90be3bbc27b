import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createInvitation,
  createReset,
  listInvitations,
  revokeInvitation,
  type CreatedInvitation,
  type CreatedReset,
  type InvitationList,
} from '@chat/contracts/gateway';
import { callerOf } from '../callers/caller';
import { PersonLinksService } from './person-links.service';

@Controller()
export class PersonLinksController {
  constructor(private readonly links: PersonLinksService) {}

  @Handles(listInvitations)
  async list(_: InputOf<typeof listInvitations>, context: RequestContext): Promise<InvitationList> {
    return { invitations: await this.links.list(callerOf(context)) };
  }

  @Handles(createInvitation)
  invite({ body }: InputOf<typeof createInvitation>, context: RequestContext): Promise<CreatedInvitation> {
    return this.links.invite(body, context);
  }

  @Handles(revokeInvitation)
  async revoke({ params }: InputOf<typeof revokeInvitation>, context: RequestContext): Promise<Deleted> {
    await this.links.revoke(params.id, context);
    return { deleted: true, id: params.id };
  }

  @Handles(createReset)
  reset({ params, body }: InputOf<typeof createReset>, context: RequestContext): Promise<CreatedReset> {
    return this.links.createReset(params.id, body.second_factor, context);
  }
}
