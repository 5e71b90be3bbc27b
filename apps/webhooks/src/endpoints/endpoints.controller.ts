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
import { EndpointsService } from './endpoints.service';

@Controller()
export class EndpointsController {
  constructor(private readonly endpoints: EndpointsService) {}

  @Handles(listWebhooks)
  async list(
    { query }: InputOf<typeof listWebhooks>,
    { account }: RequestContext,
  ): Promise<Reply<WebhookList>> {
    const { webhooks, pagination } = await this.endpoints.list(account.id, query);
    return new Reply({ webhooks }, { pagination });
  }

  @Handles(createWebhook)
  async create(
    { body }: InputOf<typeof createWebhook>,
    { account }: RequestContext,
  ): Promise<CreatedWebhook> {
    return this.endpoints.create(account.id, body);
  }

  @Handles(updateWebhook)
  async update(
    { params, body }: InputOf<typeof updateWebhook>,
    { account }: RequestContext,
  ): Promise<WebhookResult> {
    return { webhook: await this.endpoints.update(account.id, params.id, body) };
  }

  @Handles(rotateWebhookSecret)
  async rotateSecret(
    { params }: InputOf<typeof rotateWebhookSecret>,
    { account }: RequestContext,
  ): Promise<RotatedSecret> {
    return this.endpoints.rotateSecret(account.id, params.id);
  }

  @Handles(deleteWebhook)
  async delete({ params }: InputOf<typeof deleteWebhook>, { account }: RequestContext): Promise<Deleted> {
    return this.endpoints.delete(account.id, params.id);
  }
}
