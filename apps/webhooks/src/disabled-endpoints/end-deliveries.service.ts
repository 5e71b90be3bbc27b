import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { CONFIG, type Continuation, type JobOf, Jobs } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { leaseMsOf } from '../lanes/lease.rules';
import { DisabledEndpointsRepository } from './disabled-endpoints.repository';
import { endDeliveries } from './end-deliveries';

type EndJob = JobOf<typeof endDeliveries>;

const BATCH_SIZE = 1_000;

/** Ends the pending deliveries of a disabled endpoint in batches. They can be resent later. */
@Injectable()
export class EndDeliveriesService {
  private readonly leaseMs: number;

  constructor(
    @Inject(CONFIG) config: WebhooksConfig,
    jobs: Jobs,
    private readonly endpoints: DisabledEndpointsRepository,
  ) {
    this.leaseMs = leaseMsOf(config);
    jobs.handle(endDeliveries, (job) => Promise.resolve((tx: Transaction) => this.endSome(job, tx)));
  }

  /** Ends the next batch. Deliveries in flight may still succeed, so the job waits for them. */
  private async endSome(
    { accountId, data }: EndJob,
    { manager }: Transaction,
  ): Promise<Continuation<EndJob['data']> | void> {
    const ended = await this.endpoints.endSome({ accountId, webhookId: data.webhookId }, BATCH_SIZE, manager);
    if (ended === BATCH_SIZE) return { delayMs: 0 };
    if (!data.isLast) return { delayMs: this.leaseMs, data: { ...data, isLast: true } };
  }
}
