import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { changesNothing, Notices, Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import {
  endpointsChanged,
  webhookTest,
  type Delivery,
  type EnabledWebhook,
  type Probe,
} from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { toDelivery } from '../deliveries/delivery.mapper';
import { DeliveriesRepository } from '../deliveries/deliveries.repository';
import { Dispatcher } from '../dispatch/dispatcher';
import type { AttemptAnswer } from '../attempts/attempt.rules';
import { Sender } from '../attempts/sender';
import { callerOf } from '../endpoints/caller.rules';
import { toWebhook } from '../endpoints/endpoint.mapper';
import { EndpointsRepository } from '../endpoints/endpoints.repository';
import { demandActive } from '../endpoints/status.rules';
import { ProbePolicy } from '../probe-policy/probe-policy';
import { testPayload } from '../probe-policy/probe.rules';

const PROBES = 3;

/** Tests endpoints, and probes disabled ones before enabling them. */
@Injectable()
export class ProbesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly dispatcher: Dispatcher,
    private readonly sender: Sender,
    private readonly policy: ProbePolicy,
    private readonly notices: Notices,
  ) {}

  /** Queues a `webhook.test`, regardless of the endpoint's subscription. */
  async test(webhookId: number, context: RequestContext): Promise<Delivery> {
    const caller = callerOf(context);
    const { accountId } = caller;
    await this.endpoints.get(caller, webhookId);
    this.policy.demand(context);
    return this.transactions.run(context, async (tx) => {
      demandActive(await this.endpoints.lock(caller, webhookId, tx.manager));
      const payload = testPayload(webhookId, new Date());
      const event = { id: randomUUID(), name: webhookTest.type, payload };
      const row = await this.deliveries.add({ accountId, webhookId }, event, tx.manager);
      tx.afterCommit(() => this.dispatcher.wake());
      return toDelivery(row);
    });
  }

  /**
   * Enables an endpoint after successful probes; an active one is left unchanged. Without manual probes, it is enabled
   * at once. Each concurrent call sends its own probes, and the first one to pass enables the endpoint.
   * @throws AppError `conflict` if a probe was not answered with 2xx, or the address was changed in the meantime.
   */
  async enable(webhookId: number, context: RequestContext): Promise<EnabledWebhook> {
    const caller = callerOf(context);
    const { accountId } = caller;
    const endpoint = await this.endpoints.get(caller, webhookId);
    if (endpoint.status === 'active') {
      changesNothing(context);
      return { webhook: toWebhook(endpoint), probes: [] };
    }
    const { url: probedUrl, probes } = this.policy.isOpenTo(context)
      ? await this.probe(accountId, webhookId)
      : { url: null, probes: [] };
    return this.transactions.run(context, async (tx) => {
      const current = await this.endpoints.lock(caller, webhookId, tx.manager);
      if (current.status === 'active') {
        changesNothing(context);
        return { webhook: toWebhook(current), probes };
      }
      if (probedUrl !== null && probedUrl !== current.url) {
        throw new AppError('conflict', {
          message: 'The URL was changed while the old one was probed. Enable the endpoint again.',
        });
      }
      const healthy = {
        status: 'active',
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
        ...(probedUrl !== null && { isProven: true }),
      } as const;
      const enabled = await this.endpoints.update(current, healthy, tx.manager);
      await this.endpoints.refreshLane(enabled, tx.manager);
      tx.record({ target: `webhooks/${webhookId}`, before: toWebhook(current), after: toWebhook(enabled) });
      tx.afterCommit(() => {
        this.dispatcher.wake();
        this.notices.publish(endpointsChanged, accountId);
      });
      return { webhook: toWebhook(enabled), probes };
    });
  }

  /** Sends the probes to the address that the endpoint has. @throws AppError `conflict` unless each is answered with 2xx. */
  private async probe(accountId: number, webhookId: number): Promise<{ url: string; probes: Probe[] }> {
    const { url, sealedSecrets } = await this.endpoints.signing(accountId, webhookId);
    const answers = await Promise.all(
      Array.from({ length: PROBES }, () =>
        this.sender.probe({
          accountId,
          webhookId,
          url,
          sealedSecrets,
          eventId: randomUUID(),
          payload: testPayload(webhookId, new Date()),
        }),
      ),
    );
    const probes = answers.map(toProbe);
    const refusal = probes.find(({ error }) => error !== null);
    if (refusal === undefined) return { url, probes };
    const how = refusal.response_status === null ? refusal.error : `status ${refusal.response_status}`;
    throw new AppError('conflict', {
      message: `A probe ended with ${how}. Make the receiver respond to webhook.test with 2xx, then enable the endpoint again.`,
      probes,
    });
  }
}

function toProbe(answer: AttemptAnswer | null): Probe {
  return {
    response_status: answer?.responseStatus ?? null,
    error: answer === null ? 'no_answer' : answer.error,
    duration_ms: answer?.durationMs ?? 0,
  };
}
