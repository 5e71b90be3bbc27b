import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  beginTotp,
  changeOwnPassword,
  confirmTotp,
  endOtherSessions,
  endOwnSession,
  getMe,
  listOwnSessions,
  removeTotp,
  renewRecoveryCodes,
  stepUp,
  updateMe,
  type BegunTotp,
  type EndedSessions,
  type Me,
  type OwnSessionList,
  type RecoveryCodes,
  type SteppedUp,
} from '@chat/contracts/gateway';
import { callerOf } from '../callers/caller';
import { MeService } from './me.service';

@Controller()
export class MeController {
  constructor(private readonly me: MeService) {}

  @Handles(getMe)
  async get(_: InputOf<typeof getMe>, context: RequestContext): Promise<Me> {
    return { ...(await this.me.get(callerOf(context))), address: context.address || null };
  }

  @Handles(updateMe)
  update({ body }: InputOf<typeof updateMe>, context: RequestContext): Promise<Me> {
    return this.me.update(body, context);
  }

  @Handles(changeOwnPassword)
  changePassword({ body }: InputOf<typeof changeOwnPassword>, context: RequestContext): Promise<Me> {
    return this.me.changePassword(body, context);
  }

  @Handles(stepUp)
  stepUp({ body }: InputOf<typeof stepUp>, context: RequestContext): Promise<SteppedUp> {
    return this.me.stepUp(callerOf(context), body);
  }

  @Handles(listOwnSessions)
  async sessions(_: InputOf<typeof listOwnSessions>, context: RequestContext): Promise<OwnSessionList> {
    return { sessions: await this.me.sessions(callerOf(context)) };
  }

  @Handles(endOwnSession)
  async endSession({ params }: InputOf<typeof endOwnSession>, context: RequestContext): Promise<Deleted> {
    await this.me.endSession(params.id, context);
    return { deleted: true, id: params.id };
  }

  @Handles(endOtherSessions)
  async endOthers(_: InputOf<typeof endOtherSessions>, context: RequestContext): Promise<EndedSessions> {
    await this.me.endOthers(context);
    return { ended: true };
  }

  @Handles(beginTotp)
  beginTotp(_: InputOf<typeof beginTotp>, context: RequestContext): Promise<BegunTotp> {
    return this.me.beginTotp(callerOf(context));
  }

  @Handles(confirmTotp)
  confirmTotp({ body }: InputOf<typeof confirmTotp>, context: RequestContext): Promise<RecoveryCodes> {
    return this.me.confirmTotp(body.code, context);
  }

  @Handles(removeTotp)
  removeTotp(_: InputOf<typeof removeTotp>, context: RequestContext): Promise<Me> {
    return this.me.removeTotp(context);
  }

  @Handles(renewRecoveryCodes)
  renewRecoveryCodes(_: InputOf<typeof renewRecoveryCodes>, context: RequestContext): Promise<RecoveryCodes> {
    return this.me.renewRecoveryCodes(context);
  }
}
