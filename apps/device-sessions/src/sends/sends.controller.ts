import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import type { ConnectorAccepted, SettledSend } from '@chat/contracts/connector';
import { sendThroughDevice, settleDeviceSend } from '@chat/contracts/device-sessions';
import { SendsService } from './sends.service';

@Controller()
export class SendsController {
  constructor(private readonly sends: SendsService) {}

  @Handles(sendThroughDevice)
  async send(
    @Payload() { body }: InputOf<typeof sendThroughDevice>,
    @Ctx() { account }: RequestContext,
  ): Promise<ConnectorAccepted> {
    return this.sends.send(account.id, body);
  }

  @Handles(settleDeviceSend)
  async settle(
    @Payload() { body }: InputOf<typeof settleDeviceSend>,
    @Ctx() { account }: RequestContext,
  ): Promise<SettledSend> {
    return this.sends.settle(account.id, body);
  }
}
