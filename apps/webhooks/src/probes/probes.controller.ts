import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  enableWebhook,
  testWebhook,
  type DeliveryResult,
  type EnabledWebhook,
} from '@chat/contracts/webhooks';
import { ProbesService } from './probes.service';

@Controller()
export class ProbesController {
  constructor(private readonly probes: ProbesService) {}

  @Handles(testWebhook)
  async test({ params }: InputOf<typeof testWebhook>, context: RequestContext): Promise<DeliveryResult> {
    return { delivery: await this.probes.test(params.id, context) };
  }

  @Handles(enableWebhook)
  async enable({ params }: InputOf<typeof enableWebhook>, context: RequestContext): Promise<EnabledWebhook> {
    return this.probes.enable(params.id, context);
  }
}
