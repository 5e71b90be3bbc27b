import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Handles, Reply } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  type CreatedWebhook,
  type WebhookList,
} from '@chat/contracts/webhooks';
import { EndpointsService } from './endpoints.service';

@Controller()
export class EndpointsController {
  constructor(private readonly endpoints: EndpointsService) {}

  @Handles(listWebhooks)
  async list(
    @Payload() { query }: InputOf<typeof listWebhooks>,
    @Ctx() { account }: RequestContext,
  ): Promise<Reply<WebhookList>> {
    const { webhooks, pagination } = await this.endpoints.list(account.id, query);
    return new Reply({ webhooks }, { pagination });
  }

  @Handles(createWebhook)
  async create(
    @Payload() { body }: InputOf<typeof createWebhook>,
    @Ctx() { account }: RequestContext,
  ): Promise<CreatedWebhook> {
    return this.endpoints.create(account.id, body);
  }

  @Handles(deleteWebhook)
  async delete(
    @Payload() { params }: InputOf<typeof deleteWebhook>,
    @Ctx() { account }: RequestContext,
  ): Promise<Deleted> {
    return this.endpoints.delete(account.id, params.id);
  }
}
