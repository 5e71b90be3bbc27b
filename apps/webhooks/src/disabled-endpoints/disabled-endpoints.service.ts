import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { webhookDisabled, type DisabledReason } from '@chat/contracts/webhooks';
import { Jobs } from '@chat/service-kit';
import { endDeliveries } from './end-deliveries';
import { EndpointEntity } from '../endpoints/endpoint.entity';
import { toWebhook } from '../endpoints/endpoint.mapper';
import type { Lane } from '../lanes/lane';

/** What follows when an endpoint is disabled: its pending deliveries end, and the account is told. */
@Injectable()
export class DisabledEndpointsService {
  constructor(private readonly jobs: Jobs) {}

  /** Call it in the transaction that disabled the endpoint. */
  async follow(tx: Transaction, { accountId, webhookId }: Lane, reason: DisabledReason): Promise<void> {
    await this.jobs.add(tx, endDeliveries, { accountId, data: { webhookId, isLast: false } });
    const endpoint = await tx.manager.findOneByOrFail(EndpointEntity, { accountId, id: webhookId });
    tx.emit(webhookDisabled, {
      accountId,
      channelId: null,
      entity: `webhooks/${webhookId}`,
      entityVersion: endpoint.updatedAt.getTime(),
      data: { webhook: toWebhook(endpoint), reason },
    });
  }
}
