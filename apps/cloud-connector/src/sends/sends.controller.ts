import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import {
  forgetCloudMessages,
  inspectCloudSend,
  readCloudTraffic,
  readThroughCloud,
  showTypingThroughCloud,
  sendThroughCloud,
  settleCloudSend,
} from '@chat/contracts/cloud-connector';
import type { ConnectorAccepted, InspectedSend, SettledSend, Traffic } from '@chat/contracts/connector';
import { SendInspection } from '@chat/connector-kit';
import { ReadsService } from './reads.service';
import { SendsService } from './sends.service';

@Controller()
export class SendsController {
  private readonly inspection: SendInspection;

  constructor(
    private readonly sends: SendsService,
    private readonly reads: ReadsService,
    dataSource: DataSource,
  ) {
    this.inspection = new SendInspection(dataSource, 'cloud_connector');
  }

  @Handles(sendThroughCloud)
  async send(
    { body }: InputOf<typeof sendThroughCloud>,
    context: RequestContext,
  ): Promise<ConnectorAccepted> {
    return this.sends.send(context.account.id, body, context);
  }

  @Handles(settleCloudSend)
  async settle({ body }: InputOf<typeof settleCloudSend>, { account }: RequestContext): Promise<SettledSend> {
    return this.sends.settle(account.id, body);
  }

  @Handles(forgetCloudMessages)
  async forget({ body }: InputOf<typeof forgetCloudMessages>, { account }: RequestContext): Promise<Empty> {
    await this.sends.forget(account.id, body);
    return {};
  }

  @Handles(showTypingThroughCloud)
  async showTyping(
    { body }: InputOf<typeof showTypingThroughCloud>,
    { account }: RequestContext,
  ): Promise<Empty> {
    await this.reads.showTyping(account.id, body);
    return {};
  }

  @Handles(readThroughCloud)
  async read({ body }: InputOf<typeof readThroughCloud>, { account }: RequestContext): Promise<Empty> {
    await this.reads.read(account.id, body);
    return {};
  }

  @Handles(inspectCloudSend)
  async inspect(
    { body }: InputOf<typeof inspectCloudSend>,
    { account }: RequestContext,
  ): Promise<InspectedSend> {
    return this.inspection.inspect(account.id, body.message_id);
  }

  @Handles(readCloudTraffic)
  async traffic({ body }: InputOf<typeof readCloudTraffic>): Promise<Traffic> {
    return this.inspection.traffic(body.minutes);
  }
}
