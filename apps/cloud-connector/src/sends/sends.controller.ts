import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import {
  forgetCloudMessages,
  readThroughCloud,
  sendThroughCloud,
  settleCloudSend,
} from '@chat/contracts/cloud-connector';
import type { ConnectorAccepted, SettledSend } from '@chat/contracts/connector';
import { ReadsService } from './reads.service';
import { SendsService } from './sends.service';

@Controller()
export class SendsController {
  constructor(
    private readonly sends: SendsService,
    private readonly reads: ReadsService,
  ) {}

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

  @Handles(readThroughCloud)
  async read({ body }: InputOf<typeof readThroughCloud>, { account }: RequestContext): Promise<Empty> {
    await this.reads.read(account.id, body);
    return {};
  }
}
