import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import type { ConnectorAccepted, InspectedSend, SettledSend, Traffic } from '@chat/contracts/connector';
import { SendInspection } from '@chat/connector-kit';
import {
  forgetDeviceMessages,
  inspectDeviceSend,
  readDeviceTraffic,
  sendThroughDevice,
  settleDeviceSend,
} from '@chat/contracts/device-sessions';
import { SendsService } from './sends.service';

@Controller()
export class SendsController {
  private readonly inspection: SendInspection;

  constructor(
    private readonly sends: SendsService,
    dataSource: DataSource,
  ) {
    this.inspection = new SendInspection(dataSource, 'device_sessions');
  }

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

  @Handles(inspectDeviceSend)
  async inspect(
    { body }: InputOf<typeof inspectDeviceSend>,
    { account }: RequestContext,
  ): Promise<InspectedSend> {
    return this.inspection.inspect(account.id, body.message_id);
  }

  @Handles(readDeviceTraffic)
  async traffic({ body }: InputOf<typeof readDeviceTraffic>): Promise<Traffic> {
    return this.inspection.traffic(body.minutes);
  }
}
