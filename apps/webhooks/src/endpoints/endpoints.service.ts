import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import { MAX_PER_PAGE, type Deleted, type Pagination } from '@chat/contracts';
import type { CreatedWebhook, CreateWebhook, ListWebhooksQuery, Webhook } from '@chat/contracts/webhooks';
import { AppError } from '@chat/errors';
import { checkUrl, parseAllowedRanges, type AllowedRanges } from '@chat/outbound';
import { cutPage, readIdPage } from '@chat/lists';
import { CONFIG } from '@chat/service-kit';
import type { WebhooksConfig } from '../config';
import { toWebhook } from './endpoint.mapper';
import { EndpointSecrets } from './endpoint-secrets';
import { EndpointsRepository } from './endpoints.repository';
import { eventNames } from './event-names';
import { toSubscription, unknownEvents } from './subscription.rules';

/** As many as fit on one page of the list: without `per_page` it tells all of them. */
const ENDPOINTS_PER_ACCOUNT = MAX_PER_PAGE;

@Injectable()
export class EndpointsService {
  private readonly allowed: AllowedRanges;

  constructor(
    @Inject(CONFIG) config: WebhooksConfig,
    private readonly transactions: Transactions,
    private readonly endpoints: EndpointsRepository,
    private readonly secrets: EndpointSecrets,
  ) {
    this.allowed = parseAllowedRanges(config.OUTBOUND_ALLOW_CIDRS);
  }

  async create(accountId: number, { label, url, events: requested }: CreateWebhook): Promise<CreatedWebhook> {
    const events = requested ?? [];
    this.check(url, events);
    return this.transactions.run(async ({ manager }) => {
      await this.endpoints.lockAccount(accountId, manager);
      if ((await this.endpoints.count(accountId, manager)) >= ENDPOINTS_PER_ACCOUNT) {
        throw new AppError('conflict', {
          message: `An account has at most ${ENDPOINTS_PER_ACCOUNT} webhooks. Delete one that you no longer need.`,
        });
      }
      const id = await this.endpoints.nextId(manager);
      const { secret, sealed } = this.secrets.create(accountId, id);
      const row = await this.endpoints.insert(
        accountId,
        { id, label, url, events: toSubscription(events), secret: sealed },
        manager,
      );
      return { webhook: toWebhook(row), secret };
    });
  }

  async list(
    accountId: number,
    query: ListWebhooksQuery,
  ): Promise<{ webhooks: Webhook[]; pagination: Pagination }> {
    const request = readIdPage({ ...query, per_page: query.per_page ?? MAX_PER_PAGE });
    const [found, total] = await Promise.all([
      this.endpoints.page(accountId, request),
      request.after ? null : this.endpoints.count(accountId),
    ]);
    const { rows, pagination } = cutPage(found, request, total, ({ id }) => [id]);
    return { webhooks: rows.map(toWebhook), pagination };
  }

  /** The endpoint disappears at once and nothing more is sent to it; the purge removes what it leaves. */
  async delete(accountId: number, id: number): Promise<Deleted> {
    if (!(await this.endpoints.markDeleted(accountId, id))) throw new AppError('not_found');
    return { deleted: true, id };
  }

  /** @throws AppError `validation_error` with everything that is wrong. */
  private check(url: string, events: string[]): void {
    const problem = checkUrl(url, this.allowed);
    const unknown = unknownEvents(events, eventNames);
    const errors = {
      ...(problem && { url: [problem.message] }),
      ...(unknown.length > 0 && { events: unknown.map(sentenceOnUnknownEvent) }),
    };
    if (Object.keys(errors).length > 0) throw new AppError('validation_error', { errors });
  }
}

function sentenceOnUnknownEvent(name: string): string {
  return `${name} is no event. Use ${eventNames.join(', ')} or a family such as message.*.`;
}
