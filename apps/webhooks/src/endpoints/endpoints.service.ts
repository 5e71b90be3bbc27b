import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Notices, Transactions, type Transaction } from '@chat/bus';
import { Problems, type Deleted, type Pagination, type RequestContext } from '@chat/contracts';
import {
  endpointsChanged,
  type CreatedWebhook,
  type CreateWebhook,
  type ListWebhooksQuery,
  type RotatedSecret,
  type UpdateWebhook,
  type Webhook,
} from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { parseReach, reachOf, readUrl, type Reach } from '@chat/outbound';
import { cutPage, isPaged, readIdPage } from '@chat/lists';
import { CONFIG, toTimestamp, Usage } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { callerOf, type Caller } from './caller.rules';
import { EndedGrantsRepository } from './ended-grants.repository';
import type { EndpointEntity } from './endpoint.entity';
import { toWebhook } from './endpoint.mapper';
import { EndpointSecrets } from './endpoint-secrets';
import { EndpointsRepository } from './endpoints.repository';
import { eventNames } from './event-names';
import { toSubscription, unknownEvents, type Subscription } from './subscription.rules';

const ENDPOINTS_PER_APP = 20;

@Injectable()
export class EndpointsService {
  private readonly reach: Reach;

  constructor(
    @Inject(CONFIG) config: WebhooksConfig,
    private readonly transactions: Transactions,
    private readonly endpoints: EndpointsRepository,
    private readonly secrets: EndpointSecrets,
    private readonly endedGrants: EndedGrantsRepository,
    private readonly usage: Usage,
    private readonly notices: Notices,
  ) {
    this.reach = parseReach(reachOf(config));
  }

  /**
   * @throws AppError `limit_reached`; `unauthenticated` if the grant of the calling app ended while the request was on
   * its way.
   */
  async create({ label, ...requested }: CreateWebhook, context: RequestContext): Promise<CreatedWebhook> {
    const caller = callerOf(context);
    const { accountId } = caller;
    const { url, events } = this.read({ ...requested, events: requested.events ?? [] });
    return this.usage.add(context, { accountId, limit: 'webhooks', amount: 1 }, async (tx) => {
      const { manager } = tx;
      await this.endpoints.lockAccount(accountId, manager);
      await this.demandRoom(caller, manager);
      const id = await this.endpoints.nextId(manager);
      const { secret, sealed } = this.secrets.create(accountId, id);
      const row = await this.endpoints.insert(
        caller,
        { id, label, url: url!, events: events!, secret: sealed },
        manager,
      );
      this.noteChange(tx, accountId);
      const webhook = toWebhook(row);
      tx.record({ target: `webhooks/${id}`, after: webhook });
      return { webhook, secret };
    });
  }

  /** Returns all endpoints, unless the query asks for a page. */
  async list(
    caller: Caller,
    query: ListWebhooksQuery,
  ): Promise<{ webhooks: Webhook[]; pagination: Pagination | null }> {
    const { rows, pagination } = isPaged(query)
      ? await this.readPage(caller, query)
      : { rows: await this.endpoints.findAll(caller), pagination: null };
    return { webhooks: rows.map(toWebhook), pagination };
  }

  /**
   * Changes the given members only. A new address starts without failures, and pending deliveries are sent to it: at once,
   * or when their retry is due.
   */
  async update(
    id: number,
    { label, ...requested }: UpdateWebhook,
    context: RequestContext,
  ): Promise<Webhook> {
    const { url, events } = this.read(requested);
    return this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      const endpoint = await this.endpoints.lock(callerOf(context), id, manager);
      const before = toWebhook(endpoint);
      const record = (after: Webhook) => tx.record({ target: `webhooks/${id}`, before, after });
      const isMoved = url !== undefined && url !== endpoint.url && endpoint.status === 'active';
      const changes = {
        ...(label !== undefined && { label }),
        ...(url !== undefined && { url }),
        ...(url !== undefined && !isSameHost(url, endpoint.url) && { isProven: false }),
        ...(events !== undefined && { events }),
        ...(isMoved && { failingSince: null }),
      };
      if (!isChanged(endpoint, changes)) {
        record(before);
        return before;
      }
      const updated = await this.endpoints.update(endpoint, changes, manager);
      if (isMoved) await this.endpoints.refreshLane(updated, manager);
      this.noteChange(tx, context.account.id);
      record(toWebhook(updated));
      return toWebhook(updated);
    });
  }

  /** Replaces the secret. The previous one continues to sign alongside it for 24 hours. */
  async rotateSecret(id: number, context: RequestContext): Promise<RotatedSecret> {
    return this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      const endpoint = await this.endpoints.lock(callerOf(context), id, manager);
      const expiresAt = await this.endpoints.retireSecret(endpoint, manager);
      const { secret, sealed } = this.secrets.create(context.account.id, id);
      await this.endpoints.setSecret(endpoint, sealed, manager);
      tx.record({ target: `webhooks/${id}` });
      return { webhook: toWebhook(endpoint), secret, previous_secret_expires_at: toTimestamp(expiresAt) };
    });
  }

  /** Hides the endpoint and stops its deliveries at once. The purge removes what remains. */
  async delete(id: number, context: RequestContext): Promise<Deleted> {
    await this.transactions.run(context, async (tx) => {
      const endpoint = await this.endpoints.lock(callerOf(context), id, tx.manager);
      await this.endpoints.markDeleted(endpoint, tx.manager);
      this.noteChange(tx, context.account.id);
      tx.record({ target: `webhooks/${id}`, before: toWebhook(endpoint) });
    });
    return { deleted: true, id };
  }

  private noteChange(tx: Transaction, accountId: number): void {
    tx.afterCommit(() => this.notices.publish(endpointsChanged, accountId));
  }

  /** The caller has locked the account's endpoints, so no other transaction adds one meanwhile. */
  private async demandRoom(caller: Caller, manager: EntityManager): Promise<void> {
    const { accountId, creator } = caller;
    if (creator?.type !== 'app') return;
    if (await this.endedGrants.has(accountId, creator.grantId, manager))
      throw new AppError('unauthenticated');
    if ((await this.endpoints.count(caller, manager)) < ENDPOINTS_PER_APP) return;
    throw new AppError('limit_reached', {
      message: `An app can have at most ${ENDPOINTS_PER_APP} webhooks in an account. Delete one that you no longer need.`,
    });
  }

  private async readPage(caller: Caller, query: ListWebhooksQuery) {
    const page = readIdPage(query);
    const [found, total] = await Promise.all([
      this.endpoints.findPage(caller, page),
      page.after ? null : this.endpoints.count(caller),
    ]);
    return cutPage(found, page, total, ({ id }) => [id]);
  }

  /**
   * Validates the given members.
   * @returns the URL in normal form and the subscription.
   * @throws AppError `validation_error` that quotes the invalid input, up to a limit.
   */
  private read({ url: rawUrl, events }: Pick<UpdateWebhook, 'url' | 'events'>): {
    url?: string;
    events?: Subscription;
  } {
    const reading = rawUrl === undefined ? undefined : readUrl(rawUrl, this.reach);
    const problems = new Problems();
    if (reading?.problem) problems.add('url', reading.problem.message);
    for (const name of unknownEvents(events ?? [], eventNames))
      problems.add('events', sentenceOnUnknownEvent(name));
    problems.throwIfAny();
    return {
      ...(reading?.url && { url: reading.url.href }),
      ...(events !== undefined && { events: toSubscription(events ?? []) }),
    };
  }
}

function isSameHost(url: string, other: string): boolean {
  return new URL(url).hostname === new URL(other).hostname;
}

function isChanged(endpoint: EndpointEntity, changes: Partial<EndpointEntity>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => !isDeepStrictEqual(value, endpoint[name as keyof EndpointEntity]),
  );
}

function sentenceOnUnknownEvent(name: string): string {
  return `${name} is not an event. Use ${eventNames.join(', ')} or a family such as message.*.`;
}
