import { Injectable } from '@nestjs/common';
import type { Pagination } from '@chat/contracts';
import type { Delivery, DeliveryWithAttempts, ListDeliveriesQuery } from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { cutPage, readIdPage } from '@chat/lists';
import type { Caller } from '../endpoints/caller.rules';
import { EndpointsRepository } from '../endpoints/endpoints.repository';
import { DeliveryLogRepository } from './delivery-log.repository';
import { toDelivery, toDeliveryWithAttempts } from './delivery.mapper';

/** The delivery log of an endpoint. */
@Injectable()
export class DeliveryLogService {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly log: DeliveryLogRepository,
  ) {}

  async list(
    caller: Caller,
    webhookId: number,
    query: ListDeliveriesQuery,
  ): Promise<{ deliveries: Delivery[]; pagination: Pagination }> {
    const page = readIdPage(query);
    await this.endpoints.get(caller, webhookId);
    const { accountId } = caller;
    const filter = {
      accountId,
      webhookId,
      status: query.status ?? undefined,
      event: query.event ?? undefined,
    };
    const [found, total] = await Promise.all([
      this.log.page(filter, page),
      page.after ? null : this.log.count(filter),
    ]);
    const { rows, pagination } = cutPage(found, page, total, ({ id }) => [id]);
    return { deliveries: rows.map(toDelivery), pagination };
  }

  /** @throws AppError `not_found`. */
  async get(caller: Caller, webhookId: number, id: number): Promise<DeliveryWithAttempts> {
    await this.endpoints.get(caller, webhookId);
    const row = await this.log.find({ accountId: caller.accountId, webhookId }, id);
    if (!row) throw new AppError('not_found');
    return toDeliveryWithAttempts(row);
  }
}
