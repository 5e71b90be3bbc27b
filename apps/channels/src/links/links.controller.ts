import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import {
  createPairingCode,
  createQr,
  getChannelStatus,
  reconnectChannel,
  reportSignsOfLife,
  type ChannelStatus,
  type PairingCode,
  type QrCode,
  type ReconnectedChannel,
} from '@chat/contracts/channels';
import { LinksService } from './links.service';

@Controller()
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Handles(getChannelStatus)
  status(
    @Payload() { params }: InputOf<typeof getChannelStatus>,
    @Ctx() context: RequestContext,
  ): Promise<ChannelStatus> {
    return this.links.status(params.id, context);
  }

  @Handles(reportSignsOfLife)
  async signsOfLife(@Payload() { body }: InputOf<typeof reportSignsOfLife>): Promise<Empty> {
    await this.links.noteSignsOfLife(body.sessions);
    return {};
  }

  @Handles(createQr)
  qr(@Payload() { params }: InputOf<typeof createQr>, @Ctx() context: RequestContext): Promise<QrCode> {
    return this.links.createQr(params.id, context);
  }

  @Handles(createPairingCode)
  pairingCode(
    @Payload() { params, body }: InputOf<typeof createPairingCode>,
    @Ctx() context: RequestContext,
  ): Promise<PairingCode> {
    return this.links.createPairingCode(params.id, body, context);
  }

  @Handles(reconnectChannel)
  reconnect(
    @Payload() { params }: InputOf<typeof reconnectChannel>,
    @Ctx() context: RequestContext,
  ): Promise<ReconnectedChannel> {
    return this.links.reconnect(params.id, context);
  }
}
