import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deliveryStatuses, type DeliveryStatus } from '@chat/contracts/webhooks';
import { SharedReads } from '@chat/flow';
import { COUNT_LIMIT, LONGEST_PAGE, type readIdPage } from '@chat/lists';
import type { Lane } from '../lanes/lane';
import { eventNames } from '../endpoints/event-names';
import { DELIVERY_COLUMNS, LISTED_COLUMNS, type DeliveryRow, type LoggedAttempt } from './delivery.row';

/** A filter for the deliveries of an endpoint. */
export interface DeliveryFilter extends Lane {
  status: DeliveryStatus | undefined;
  event: string | undefined;
}

/** Reads deliveries for clients. */
@Injectable()
export class DeliveryLogRepository {
  private readonly counts = new SharedReads<number>();

  constructor(private readonly dataSource: DataSource) {}

  /** Returns the deliveries of a page plus one more, newest first. */
  page(
    filter: DeliveryFilter,
    { afterId, offset, perPage }: ReturnType<typeof readIdPage>,
  ): Promise<DeliveryRow[]> {
    const values: unknown[] = [...valuesOf(filter), perPage + 1];
    if (afterId !== null) return this.dataSource.query(PAGE_AFTER, [...values, afterId]);
    return this.dataSource.query(PAGE, [...values, offset]);
  }

  /** Counts the deliveries, up to the limit of list totals. */
  count(filter: DeliveryFilter): Promise<number> {
    return this.counts.ask(JSON.stringify(filter), async () => {
      const [row]: [{ count: number }] = await this.dataSource.query(COUNT, valuesOf(filter));
      return row.count;
    });
  }

  async find(
    { accountId, webhookId }: Lane,
    id: number,
  ): Promise<(DeliveryRow & { attempt_log: LoggedAttempt[] | null }) | undefined> {
    const rows: (DeliveryRow & { attempt_log: LoggedAttempt[] | null })[] = await this.dataSource.query(
      `SELECT ${DELIVERY_COLUMNS}, d.attempt_log FROM webhooks.endpoint_deliveries d
       WHERE d.account_id = $1 AND d.id = $3 AND d.webhook_id = $2`,
      [accountId, webhookId, id],
    );
    return rows[0];
  }
}

function valuesOf({ accountId, webhookId, status, event }: DeliveryFilter): unknown[] {
  return [accountId, webhookId, status ? [status] : deliveryStatuses, event ? [event] : eventNames];
}

/**
 * The index sorts by id within each status and event. The newest deliveries overall are among the newest of each
 * combination, so a page costs the same however many deliveries there are.
 */
const merged = (each: string) => `
  FROM unnest($3::text[]) AS s(status) CROSS JOIN unnest($4::text[]) AS e(event)
  CROSS JOIN LATERAL (
    SELECT d.id FROM webhooks.endpoint_deliveries d
    WHERE d.account_id = $1 AND d.webhook_id = $2 AND d.status = s.status AND d.event = e.event ${each}) AS found`;

const pageOf = (each: string, offset: string) => `
  SELECT ${LISTED_COLUMNS}
  FROM (
    SELECT * FROM (SELECT found.id ${merged(each)} ORDER BY found.id DESC LIMIT $5 ${offset}) AS wanted
    LIMIT ${LONGEST_PAGE}
  ) AS page
  JOIN webhooks.endpoint_deliveries d ON d.account_id = $1 AND d.id = page.id
  ORDER BY d.id DESC`;

const PAGE = pageOf('ORDER BY d.id DESC LIMIT $5 + $6::int', 'OFFSET $6');
const PAGE_AFTER = pageOf('AND d.id < $6 ORDER BY d.id DESC LIMIT $5', '');

const COUNT = `
  SELECT count(*)::int FROM (
    SELECT ${merged(`LIMIT ${COUNT_LIMIT + 1}`)} LIMIT ${COUNT_LIMIT + 1}) AS counted`;
