import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import type { ConnectorAccepted, SettledSend } from '@chat/contracts/connector';
import { forgetDeviceMessages, sendThroughDevice, settleDeviceSend } from '@chat/contracts/device-sessions';
import { SendsService } from './sends.service';

@Controller()
export class SendsController {
  constructor(private readonly sends: SendsService) {}

  @Handles(sendThroughDevice)
  async send(
    { body }: InputOf<typeof sendThroughDevice>,
    context: RequestContext,
  ): Promise<ConnectorAccepted> {
    return this.sends.send(context.account.id, body, context);
  }

  @Handles(settleDeviceSend)
  async settle(
    { body }: InputOf<typeof settleDeviceSend>,
    { account }: RequestContext,
  ): Promise<SettledSend> {
    return this.sends.settle(account.id, body);
  }

  @Handles(forgetDeviceMessages)
  async forget({ body }: InputOf<typeof forgetDeviceMessages>, { account }: RequestContext): Promise<Empty> {
    await this.sends.forget(account.id, body);
    return {};
  }
}
