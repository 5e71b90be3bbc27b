import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { instruments, Samplers, type Sample } from '@chat/telemetry';
import { FAILURES_OF_RETRYING } from './lanes.sql';

/** The upper bound of each count, so that a measurement costs the same however long the backlog is. */
const MOST = 10_000;

const dueLanes = (condition: string) => `
  SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS age
  FROM (SELECT due_at FROM webhooks.lanes l WHERE due_at <= now() AND ${condition} ORDER BY due_at LIMIT ${MOST}) AS due`;

/** Unproven endpoints may have to wait for the budget of their account, which makes no webhook of a healthy receiver late. */
const IS_NEW =
  '(SELECT NOT e.is_proven FROM webhooks.endpoints e WHERE e.account_id = l.account_id AND e.id = l.webhook_id)';

/** Reads the indexes of due lanes, of retrying lanes and of pending deliveries. */
const BACKLOG = `
  SELECT steady.count AS steady, steady.age AS "steadyAge", new.count AS new, new.age AS "newAge", retrying.count AS retrying, retrying.age AS "retryingAge",
    (SELECT count(*)::int FROM (
       SELECT FROM webhooks.endpoint_deliveries WHERE status = 'pending' LIMIT ${MOST}) AS counted) AS pending
  FROM (${dueLanes(`failures < ${FAILURES_OF_RETRYING} AND ${IS_NEW} IS NOT TRUE`)}) AS steady,
    (${dueLanes(`failures < ${FAILURES_OF_RETRYING} AND ${IS_NEW}`)}) AS new,
    (${dueLanes(`failures >= ${FAILURES_OF_RETRYING}`)}) AS retrying`;

interface Backlog {
  steady: number;
  steadyAge: number;
  new: number;
  newAge: number;
  retrying: number;
  retryingAge: number;
  pending: number;
}

/**
 * Metrics of the pending deliveries: how many there are and how long they have waited. Every replica reports the same.
 */
@Injectable()
export class BacklogMetrics {
  constructor(
    samplers: Samplers,
    private readonly dataSource: DataSource,
  ) {
    samplers.add('deliveries', () => this.sample());
  }

  private async sample(): Promise<Sample<'deliveries'>[]> {
    const [backlog]: [Backlog] = await this.dataSource.query(BACKLOG);
    const { webhookLanes, webhookLaneAge, webhookPending } = instruments;
    return [
      { gauge: webhookPending, labels: {}, value: backlog.pending },
      { gauge: webhookLanes, labels: { state: 'steady' }, value: backlog.steady },
      { gauge: webhookLaneAge, labels: { state: 'steady' }, value: backlog.steadyAge },
      { gauge: webhookLanes, labels: { state: 'new' }, value: backlog.new },
      { gauge: webhookLaneAge, labels: { state: 'new' }, value: backlog.newAge },
      { gauge: webhookLanes, labels: { state: 'retrying' }, value: backlog.retrying },
      { gauge: webhookLaneAge, labels: { state: 'retrying' }, value: backlog.retryingAge },
    ];
  }
}
