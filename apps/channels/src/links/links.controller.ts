import { Controller } from '@nestjs/common';
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
  status({ params }: InputOf<typeof getChannelStatus>, context: RequestContext): Promise<ChannelStatus> {
    return this.links.status(params.id, context);
  }

  @Handles(reportSignsOfLife)
  async signsOfLife({ body }: InputOf<typeof reportSignsOfLife>): Promise<Empty> {
    await this.links.noteSignsOfLife(body.sessions);
    return {};
  }

  @Handles(createQr)
  qr({ params }: InputOf<typeof createQr>, context: RequestContext): Promise<QrCode> {
    return this.links.createQr(params.id, context);
  }

  @Handles(createPairingCode)
  pairingCode(
    { params, body }: InputOf<typeof createPairingCode>,
    context: RequestContext,
  ): Promise<PairingCode> {
    return this.links.createPairingCode(params.id, body, context);
  }

  @Handles(reconnectChannel)
  reconnect(
    { params }: InputOf<typeof reconnectChannel>,
    context: RequestContext,
  ): Promise<ReconnectedChannel> {
    return this.links.reconnect(params.id, context);
  }
}
