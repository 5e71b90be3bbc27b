import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
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
  async claim(
    @Payload() { body }: InputOf<typeof claimSession>,
    @Ctx() { account }: RequestContext,
  ): Promise<ClaimedSession> {
    return this.sessions.claim(account.id, body.channel_id);
  }

  @Handles(getSession)
  async get(
    @Payload() { body }: InputOf<typeof getSession>,
    @Ctx() { account }: RequestContext,
  ): Promise<SessionSnapshot> {
    return this.sessions.get(account.id, body.channel_id);
  }

  @Handles(getSessionQr)
  async qr(
    @Payload() { body }: InputOf<typeof getSessionQr>,
    @Ctx() { account, deadline }: RequestContext,
  ): Promise<SessionQr> {
    return this.sessions.qr(account.id, body.channel_id, deadline);
  }

  @Handles(getSessionPairingCode)
  async pairingCode(
    @Payload() { body }: InputOf<typeof getSessionPairingCode>,
    @Ctx() { account, deadline }: RequestContext,
  ): Promise<SessionPairingCode> {
    return this.sessions.pairingCode(account.id, body.channel_id, body.phone, deadline);
  }

  @Handles(resetSession)
  async reset(
    @Payload() { body }: InputOf<typeof resetSession>,
    @Ctx() { account }: RequestContext,
  ): Promise<SessionSnapshot> {
    return this.sessions.reset(account.id, body.channel_id);
  }

  @Handles(logOutSession)
  async logOut(
    @Payload() { body }: InputOf<typeof logOutSession>,
    @Ctx() { account }: RequestContext,
  ): Promise<SessionSnapshot> {
    return this.sessions.logOut(account.id, body.channel_id, body.reason);
  }
}
