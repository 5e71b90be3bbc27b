import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  recoverWebhook,
  resendWebhookDelivery,
  type DeliveryDetails,
  type DeliveryList,
  type DeliveryResult,
  type RecoveryResult,
} from '@chat/contracts/webhooks';
import { callerOf } from '../endpoints/caller.rules';
import { DeliveryLogService } from './delivery-log.service';
import { ResendsService } from './resends.service';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly log: DeliveryLogService,
    private readonly resends: ResendsService,
  ) {}

  @Handles(listWebhookDeliveries)
  async list(
    { params, query }: InputOf<typeof listWebhookDeliveries>,
    context: RequestContext,
  ): Promise<Reply<DeliveryList>> {
    const { deliveries, pagination } = await this.log.list(callerOf(context), params.id, query);
    return new Reply({ deliveries }, { pagination });
  }

  @Handles(getWebhookDelivery)
  async get(
    { params }: InputOf<typeof getWebhookDelivery>,
    context: RequestContext,
  ): Promise<DeliveryDetails> {
    const { id, deliveryId } = params;
    return { delivery: await this.log.get(callerOf(context), id, deliveryId) };
  }

  @Handles(resendWebhookDelivery)
  async resend(
    { params }: InputOf<typeof resendWebhookDelivery>,
    context: RequestContext,
  ): Promise<DeliveryResult> {
    return { delivery: await this.resends.resend(params.deliveryId, context) };
  }

  @Handles(recoverWebhook)
  async recover(
    { params, body }: InputOf<typeof recoverWebhook>,
    context: RequestContext,
  ): Promise<RecoveryResult> {
    return this.resends.recover(params.id, body.since, context);
  }
}
