import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type CreatedWebhook,
  type RotatedSecret,
  type WebhookList,
  type WebhookResult,
} from '@chat/contracts/webhooks';
import { callerOf } from './caller.rules';
import { EndpointsService } from './endpoints.service';

@Controller()
export class EndpointsController {
  constructor(private readonly endpoints: EndpointsService) {}

  @Handles(listWebhooks)
  async list({ query }: InputOf<typeof listWebhooks>, context: RequestContext): Promise<Reply<WebhookList>> {
    const { webhooks, pagination } = await this.endpoints.list(callerOf(context), query);
    return new Reply({ webhooks }, { pagination });
  }

  @Handles(createWebhook)
  async create({ body }: InputOf<typeof createWebhook>, context: RequestContext): Promise<CreatedWebhook> {
    return this.endpoints.create(body, context);
  }

  @Handles(updateWebhook)
  async update(
    { params, body }: InputOf<typeof updateWebhook>,
    context: RequestContext,
  ): Promise<WebhookResult> {
    return { webhook: await this.endpoints.update(params.id, body, context) };
  }

  @Handles(rotateWebhookSecret)
  async rotateSecret(
    { params }: InputOf<typeof rotateWebhookSecret>,
    context: RequestContext,
  ): Promise<RotatedSecret> {
    return this.endpoints.rotateSecret(params.id, context);
  }

  @Handles(deleteWebhook)
  async delete({ params }: InputOf<typeof deleteWebhook>, context: RequestContext): Promise<Deleted> {
    return this.endpoints.delete(params.id, context);
  }
}
