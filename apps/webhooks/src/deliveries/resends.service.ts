import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import { readMoment, type RequestContext } from '@chat/contracts';
import type { Delivery, RecoveryResult } from '@chat/contracts/webhooks';
import { AppError, invalid } from '@chat/errors';
import { type Continuation, type JobOf, Jobs, toTimestamp, Usage } from '@chat/service-kit';
import { Dispatcher } from '../dispatch/dispatcher';
import { callerOf } from '../endpoints/caller.rules';
import { EndpointsRepository } from '../endpoints/endpoints.repository';
import { demandActive } from '../endpoints/status.rules';
import { ProbePolicy } from '../probe-policy/probe-policy';
import { DeliveriesRepository } from './deliveries.repository';
import { toDelivery } from './delivery.mapper';
import { recoverDeliveries } from './recover-deliveries';

type RecoverJob = JobOf<typeof recoverDeliveries>;

const BATCH_SIZE = 1_000;

/** Resends deliveries at a client's request. */
@Injectable()
export class ResendsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly dispatcher: Dispatcher,
    private readonly policy: ProbePolicy,
    private readonly usage: Usage,
  ) {
    jobs.handle(recoverDeliveries, (job) => Promise.resolve((tx: Transaction) => this.recoverSome(job, tx)));
  }

  /**
   * @throws AppError `conflict` if the delivery neither failed nor was blocked, its payload was erased, or the endpoint
   * is disabled.
   */
  async resend(id: number, context: RequestContext): Promise<Delivery> {
    const caller = callerOf(context);
    const { accountId } = caller;
    const webhookId = await this.deliveries.endpointOf(accountId, id);
    if (webhookId === null) throw new AppError('not_found');
    await this.endpoints.get(caller, webhookId);
    this.policy.demand(context);
    return this.transactions.run(context, async (tx) => {
      demandActive(await this.endpoints.lock(caller, webhookId, tx.manager));
      const row = await this.deliveries.resend({ accountId, webhookId }, id, tx.manager);
      if (!row) {
        throw new AppError('conflict', {
          message: 'Only a failed or blocked delivery can be resent, and only while its payload is kept.',
        });
      }
      tx.afterCommit(() => this.dispatcher.wake());
      return toDelivery(row);
    });
  }

  /** Adds a job that queues the deliveries that failed or were blocked since then, of which there may be any number. */
  async recover(webhookId: number, since: string, context: RequestContext): Promise<RecoveryResult> {
    const caller = callerOf(context);
    const { accountId } = caller;
    const sinceMs = readMoment(since);
    if (sinceMs === null) {
      throw invalid('since', 'Send a time with an offset, for example 2026-01-31T10:20:30Z.');
    }
    await this.endpoints.get(caller, webhookId);
    this.policy.demand(context);
    await this.transactions.run(context, async (tx) => {
      demandActive(await this.endpoints.lock(caller, webhookId, tx.manager));
      await this.usage.demand({ accountId, limit: 'recoveries', amount: 1 }, tx);
      await this.jobs.add(tx, recoverDeliveries, { accountId, data: { webhookId, sinceMs, afterId: 0 } });
      tx.record({ target: `webhooks/${webhookId}` });
    });
    return { webhook_id: webhookId, since: toTimestamp(new Date(sinceMs)) };
  }

  /** Queues the next batch. Ends silently if the endpoint has been disabled or deleted by then. */
  private async recoverSome(
    { accountId, data }: RecoverJob,
    tx: Transaction,
  ): Promise<Continuation<RecoverJob['data']> | void> {
    const endpoint = await this.endpoints.findAndLock(
      { accountId, creator: null },
      data.webhookId,
      tx.manager,
    );
    if (endpoint?.status !== 'active') return;
    const lastId = await this.deliveries.resendSome({ accountId, ...data }, BATCH_SIZE, tx.manager);
    tx.afterCommit(() => this.dispatcher.wake());
    if (lastId !== null) return { delayMs: 0, data: { ...data, afterId: lastId } };
  }
}
