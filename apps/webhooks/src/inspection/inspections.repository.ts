import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MAX_INSPECTED, type SurveyWebhooks } from '@chat/contracts/webhooks';
import { accountOfSql, firstIdSince, type Placed } from '@chat/lists';
import type { LoggedAttempt } from '../deliveries/delivery.row';
import type { Lane } from '../lanes/lane';
import { FAILURES_OF_RETRYING, pendingOf } from '../lanes/lanes.sql';
import type { EndpointStatus } from '../endpoints/endpoint.entity';
import { eventNames } from '../endpoints/event-names';
import { PAYLOAD } from '../payloads/payloads.sql';

/** An endpoint with its lane, as operators see it. */
export interface EndpointRow {
  id: number;
  account_id: number;
  url: string;
  events: string[] | null;
  status: EndpointStatus;
  disabled_reason: string | null;
  disabled_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
  failures: number | null;
  due_at: Date | null;
  is_held: boolean | null;
}

/** A delivery without its payload and the body of the response. */
export interface InspectedRow {
  id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  status: 'pending' | 'succeeded' | 'failed' | 'blocked';
  attempts: number;
  response_status: number | null;
  error: string | null;
  duration_ms: number | null;
  next_attempt_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The deliveries of one endpoint by status. */
export interface Counts {
  pending: number;
  succeeded: number;
  failed: number;
  blocked: number;
}

export interface BacklogRow {
  account_id: number;
  waiting: number;
  retrying: number;
}

/** Counts end here. */
const COUNT_LIMIT = 10_000;
const MOST_TROUBLED = 10;
/** The delivery of a message is looked for in this many of the account's deliveries. */
const MOST_SEARCHED = 20_000;
/** How much the clocks of services may differ, and how long a transaction may take. */
const BEFORE_MS = 60_000;
const MOST_LANES = 1_000;
const MOST_WAITING = 1_000;

const ENDPOINT = `
  e.id, e.account_id, e.url, e.events, e.status, e.disabled_reason, e.disabled_at, e.failing_since, e.created_at,
  e.updated_at, l.failures, l.due_at, l.held_until > now() AS is_held
  FROM webhooks.endpoints e
  LEFT JOIN webhooks.lanes l ON l.account_id = e.account_id AND l.webhook_id = e.id
  WHERE e.deleted_at IS NULL`;

const DELIVERY = `
  d.id, d.webhook_id, d.event_id, d.event, d.status, d.attempts, d.response_status, d.error, d.duration_ms,
  d.next_attempt_at, d.created_at, d.updated_at`;

/** In the order of the key; those that do not fail are read and skipped, so a page costs at most a row per endpoint. */
const PAGE = `
  SELECT ${ENDPOINT} AND (e.account_id, e.id) > ($1, $2) AND e.account_id <= coalesce($3::bigint, e.account_id)
    AND ($4::boolean IS NOT TRUE OR e.status = 'disabled' OR e.failing_since IS NOT NULL OR l.failures > 0)
  ORDER BY e.account_id, e.id LIMIT ${MAX_INSPECTED}`;

const COUNT = `
  SELECT s.status, (
    SELECT count(*)::int FROM (
      SELECT FROM webhooks.endpoint_deliveries d
      WHERE d.account_id = $1 AND d.webhook_id = $2 AND d.status = s.status LIMIT ${COUNT_LIMIT}) AS counted) AS count
  FROM unnest($3::text[]) AS s(status)`;

/**
 * The deliveries that were tried without success: pending ones, of which those that were tried are due last, and the
 * newest that ended, merged as in the delivery log.
 */
const TROUBLED = `
  WITH pending AS (
    SELECT d.id FROM webhooks.endpoint_deliveries d
    WHERE d.account_id = $1 AND d.webhook_id = $2 AND d.status = 'pending'
    ORDER BY d.next_attempt_at DESC, d.id DESC LIMIT ${MOST_TROUBLED}
  ), ended AS (
    SELECT newest.id FROM (VALUES ('failed'), ('blocked')) AS s(status) CROSS JOIN unnest($3::text[]) AS e(event)
    CROSS JOIN LATERAL (
      SELECT found.id FROM webhooks.endpoint_deliveries found
      WHERE found.account_id = $1 AND found.webhook_id = $2 AND found.status = s.status AND found.event = e.event
      ORDER BY found.id DESC LIMIT ${MOST_TROUBLED}) AS newest
    ORDER BY newest.id DESC LIMIT ${MOST_TROUBLED}
  )
  SELECT ${DELIVERY}, d.attempt_log
  FROM (SELECT id FROM pending UNION ALL SELECT id FROM ended) AS tried
  JOIN webhooks.endpoint_deliveries d ON d.account_id = $1 AND d.id = tried.id
  WHERE d.attempts > 0
  ORDER BY d.updated_at DESC, d.id DESC LIMIT ${MOST_TROUBLED}`;

const OF_MESSAGE = `
  WITH searched AS MATERIALIZED (
    SELECT * FROM webhooks.endpoint_deliveries d WHERE d.account_id = $1 AND d.id >= $2 ORDER BY d.id LIMIT ${MOST_SEARCHED}
  )
  SELECT ${DELIVERY} FROM searched d
  WHERE d.channel_id = $3 AND d.event LIKE 'message.%' AND strpos(${PAYLOAD}, $4) > 0
  ORDER BY d.id LIMIT ${MAX_INSPECTED}`;

const SEARCHED_UNTIL = `
  SELECT created_at FROM webhooks.endpoint_deliveries WHERE account_id = $1 AND id >= $2
  ORDER BY id OFFSET ${MOST_SEARCHED - 1} LIMIT 1`;

/** Lanes that are due or will be, by the indexes of both kinds. */
const BACKLOGS = `
  WITH lane AS MATERIALIZED (
    (SELECT * FROM webhooks.lanes WHERE due_at IS NOT NULL AND failures < ${FAILURES_OF_RETRYING}
     ORDER BY due_at LIMIT ${MOST_LANES})
    UNION ALL
    (SELECT * FROM webhooks.lanes WHERE due_at IS NOT NULL AND failures >= ${FAILURES_OF_RETRYING}
     ORDER BY due_at LIMIT ${MOST_LANES})
  )
  SELECT account_id, sum(waiting)::int AS waiting,
    (count(*) FILTER (WHERE failures >= ${FAILURES_OF_RETRYING}))::int AS retrying,
    (SELECT count(*) FROM lane) >= ${MOST_LANES} AS is_cut
  FROM (
    SELECT lane.account_id, lane.failures,
      (SELECT count(*) FROM (${pendingOf('lane', '1')} LIMIT ${MOST_WAITING}) AS counted) AS waiting
    FROM lane) AS counted
  GROUP BY account_id`;

/** Reads endpoints and deliveries of all accounts for operators. */
@Injectable()
export class InspectionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  list({ account_id, is_failing, after_account_id, after_id }: SurveyWebhooks): Promise<EndpointRow[]> {
    const after = [after_account_id ?? account_id ?? 0, after_id ?? 0];
    return this.dataSource.query(PAGE, [...after, account_id ?? null, is_failing ?? false]);
  }

  /** Returns the endpoint; null if there is none of any account. */
  async find(id: number): Promise<EndpointRow | null> {
    const [owner]: { account_id: number }[] = await this.dataSource.query(FIND_ACCOUNT, [id]);
    if (!owner) return null;
    const [row]: EndpointRow[] = await this.dataSource.query(
      `SELECT ${ENDPOINT} AND e.account_id = $1 AND e.id = $2`,
      [owner.account_id, id],
    );
    return row ?? null;
  }

  async count({ accountId, webhookId }: Lane): Promise<Counts> {
    const statuses = ['pending', 'succeeded', 'failed', 'blocked'];
    const rows: { status: keyof Counts; count: number }[] = await this.dataSource.query(COUNT, [
      accountId,
      webhookId,
      statuses,
    ]);
    return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as unknown as Counts;
  }

  /** When the endpoint's oldest pending delivery was stored; null if none is pending. */
  async pendingSince({ accountId, webhookId }: Lane): Promise<Date | null> {
    const [row]: { since: Date | null }[] = await this.dataSource.query(
      `SELECT min(created_at) AS since FROM (
         SELECT created_at FROM webhooks.endpoint_deliveries d
         WHERE d.account_id = $1 AND d.webhook_id = $2 AND d.status = 'pending'
         ORDER BY d.next_attempt_at, d.id LIMIT ${COUNT_LIMIT}) AS pending`,
      [accountId, webhookId],
    );
    return row!.since;
  }

  /** Returns the deliveries that were tried last without success, the latest first. */
  async troubled({
    accountId,
    webhookId,
  }: Lane): Promise<(InspectedRow & { attempt_log: LoggedAttempt[] | null })[]> {
    return this.dataSource.query(TROUBLED, [accountId, webhookId, eventNames]);
  }

  /**
   * Returns the deliveries of a message's events among the account's deliveries since a time, and until when they were
   * searched; null if all were.
   */
  async ofMessage(
    { accountId, channelId, messageId }: { accountId: number; channelId: number; messageId: number },
    since: Date,
  ): Promise<{ rows: InspectedRow[]; until: Date | null }> {
    const [last]: [{ id: number | null }] = await this.dataSource.query(
      'SELECT max(id) AS id FROM webhooks.endpoint_deliveries WHERE account_id = $1',
      [accountId],
    );
    const from = new Date(since.getTime() - BEFORE_MS);
    const first = await firstIdSince(from, last.id ?? 0, (id) => this.nextDelivery(accountId, id));
    if (first === null) return { rows: [], until: null };
    const rows: InspectedRow[] = await this.dataSource.query(OF_MESSAGE, [
      accountId,
      first,
      channelId,
      `"data":{"message":{"id":${messageId},`,
    ]);
    const [end]: { created_at: Date }[] = await this.dataSource.query(SEARCHED_UNTIL, [accountId, first]);
    return { rows, until: end?.created_at ?? null };
  }

  async backlogs(): Promise<(BacklogRow & { is_cut: boolean })[]> {
    return this.dataSource.query(BACKLOGS);
  }

  private async nextDelivery(accountId: number, id: number): Promise<Placed | null> {
    const [row]: Placed[] = await this.dataSource.query(
      'SELECT id, created_at FROM webhooks.endpoint_deliveries WHERE account_id = $1 AND id >= $2 ORDER BY id LIMIT 1',
      [accountId, id],
    );
    return row ?? null;
  }
}

const FIND_ACCOUNT = accountOfSql('webhooks.endpoints');
