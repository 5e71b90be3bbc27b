import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  claimSession,
  getSession,
  getSessionPairingCode,
  getSessionQr,
  logOutSession,
  resetSession,
  type ClaimedSession,
  type SessionPairingCode,
  type SessionQr,
  type SessionSnapshot,
} from '@chat/contracts/device-sessions';
import { SessionsService } from './sessions.service';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Handles(claimSession)
  async claim({ body }: InputOf<typeof claimSession>, { account }: RequestContext): Promise<ClaimedSession> {
    return this.sessions.claim(account.id, body.channel_id);
  }

  @Handles(getSession)
  async get({ body }: InputOf<typeof getSession>, { account }: RequestContext): Promise<SessionSnapshot> {
    return this.sessions.get(account.id, body.channel_id);
  }

  @Handles(getSessionQr)
  async qr(
    { body }: InputOf<typeof getSessionQr>,
    { account, deadline }: RequestContext,
  ): Promise<SessionQr> {
    return this.sessions.qr(account.id, body.channel_id, deadline);
  }

  @Handles(getSessionPairingCode)
  async pairingCode(
    { body }: InputOf<typeof getSessionPairingCode>,
    { account, deadline }: RequestContext,
  ): Promise<SessionPairingCode> {
    return this.sessions.pairingCode(account.id, body.channel_id, body.phone, deadline);
  }

  @Handles(resetSession)
  async reset({ body }: InputOf<typeof resetSession>, { account }: RequestContext): Promise<SessionSnapshot> {
    return this.sessions.reset(account.id, body);
  }

  @Handles(logOutSession)
  async logOut(
    { body }: InputOf<typeof logOutSession>,
    { account }: RequestContext,
  ): Promise<SessionSnapshot> {
    return this.sessions.logOut(account.id, body.channel_id, body.reason);
  }
}
