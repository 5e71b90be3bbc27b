import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BackgroundLoops } from '@chat/bus';
import { ClientAddresses } from '@chat/http-edge';
import { CONFIG } from '@chat/service-kit';
import { instruments } from '@chat/telemetry';
import type { GatewayConfig } from '../config';
import { AccountQuotas, dayOf, declaredFaults, templateOf } from './request-log.rules';
import { RequestsRepository, type AnsweredRequest } from './requests.repository';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The members that clients may send on the route: only these are named in the request log. */
    members?: ReadonlySet<string>;
  }
  interface FastifyRequest {
    /** What an agent called in a request that is answered with 200 whatever became of it. */
    toolCall: { readonly name: string; readonly status: number } | null;
  }
}

const ROUND_MS = 1_000;
const SWEEP_MS = 10 * 60 * 1000;
const BATCH_SIZE = 1_000;
/** How many requests wait in memory for the next round, some 400 bytes each. */
const MOST_WAITING = 20_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What programs and people of an account asked and what they were answered, without anything that they sent. Requests
 * wait in memory and are stored once a second; none waits for it, and what is too much is counted and dropped.
 */
@Injectable()
export class RequestLog implements OnApplicationShutdown {
  private readonly waiting: AnsweredRequest[] = [];
  private readonly quotas = new AccountQuotas();
  private readonly days: number;
  /** The days that have a partition. */
  private readonly known = new Set<string>();

  constructor(
    private readonly requests: RequestsRepository,
    private readonly addresses: ClientAddresses,
    loops: BackgroundLoops,
    @Inject(CONFIG) { REQUEST_LOG_DAYS }: GatewayConfig,
  ) {
    this.days = REQUEST_LOG_DAYS;
    if (this.days > 0) loops.add({ name: 'request-log', round: () => this.flush(), everyMs: ROUND_MS });
    loops.add({ name: 'old-requests', round: () => this.sweep(), everyMs: SWEEP_MS });
  }

  /** Notes a request of an account that was answered. */
  record(request: FastifyRequest, reply: FastifyReply): void {
    const { principal, routeOptions, named, toolCall } = request;
    if (this.days === 0 || !principal || routeOptions.url === undefined) return;
    const { account, credential } = principal;
    const status = toolCall?.status ?? reply.statusCode;
    const now = new Date();
    if (this.waiting.length >= MOST_WAITING) return drop('memory');
    if (!this.quotas.admit(account.id, status, now.getTime())) return drop('account');
    this.waiting.push({
      account_id: account.id,
      at: now,
      request_id: request.id,
      method: request.method,
      route: templateOf(routeOptions.url) + (toolCall ? `/${toolCall.name}` : ''),
      status,
      error: status < 400 ? null : (named?.code ?? null),
      faults: declaredFaults(request.faults ?? [], routeOptions.config.members ?? new Set()),
      credential_type: credential.type,
      credential: credential.app?.id ?? credential.id,
      address: this.addresses.of(request.raw).text,
      ms: Math.round(reply.elapsedTime),
    });
  }

  /** After the last request. */
  async onApplicationShutdown(): Promise<void> {
    if (this.days > 0) while (await this.flush().catch(() => false));
  }

  /** What cannot be stored is dropped: it must not pile up. @returns whether there is more. */
  private async flush(): Promise<boolean> {
    const batch = this.waiting.splice(0, BATCH_SIZE);
    if (batch.length === 0) return false;
    try {
      await this.addDays(batch[0]!.at);
      await this.requests.insert(batch);
    } catch (error) {
      drop('storage', batch.length);
      throw error;
    }
    return batch.length === BATCH_SIZE;
  }

  /** Ensures that there is room for today and, since requests may wait over midnight, for the day before and after. */
  private async addDays(today: Date): Promise<void> {
    for (const distance of [-DAY_MS, 0, DAY_MS]) {
      const day = new Date(today.getTime() + distance);
      if (this.known.has(dayOf(day))) continue;
      await this.requests.addDay(day);
      this.known.add(dayOf(day));
    }
  }

  /** Without a log, the partitions of today and tomorrow go, too. */
  private async sweep(): Promise<void> {
    const kept = this.days > 0 ? -this.days : 2;
    await this.requests.dropBefore(new Date(Date.now() + kept * DAY_MS));
    if (this.known.size > 100) this.known.clear();
  }
}

function drop(reason: 'memory' | 'account' | 'storage', count = 1): void {
  instruments.requestLogDropped.live?.inc({ reason }, count);
}
