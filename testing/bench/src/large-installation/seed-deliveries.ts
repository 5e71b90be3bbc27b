import type { Client } from 'pg';
import { payload } from '../webhook-backlog/payload';
import { withoutIndexes } from '../without-indexes';
import { ENDPOINTS, EVENTS_OF_TWO_MESSAGES, eventsOfAccount, type Shape } from './shape';

/** Events in the order of their ids. */
interface Events {
  accounts: number;
  /** Of each account. */
  each: number;
  /** They are spread evenly between these ages. */
  fromDays: number;
  toDays: number;
  /** The id before that of the first delivery. */
  afterId: number;
}

/** The share of the deliveries that are added later, past their time. */
const EXPIRED_SHARE = 1 / 40;
/** Deliveries are kept for 30 days. */
const EXPIRED_DAYS = { fromDays: 33, toDays: 31 };

/**
 * Fills the log of deliveries of the accounts in the temporary table `filled`.
 * Both endpoints of an account get each event, and share its payload.
 */
export async function seedDeliveries(client: Client, shape: Shape): Promise<void> {
  const { accounts, messages, days } = shape;
  const each = eventsOfAccount(messages);
  // The ids before these are of those that are added later.
  const afterId = expiredOf(shape).each * accounts * ENDPOINTS;
  await withoutIndexes(client, ['webhooks.endpoint_deliveries', 'webhooks.shared_payloads'], () =>
    addEvents(client, { accounts, each, fromDays: days, toDays: 0, afterId }),
  );
  await client.query(`SELECT setval('webhooks.deliveries_id_seq', $1)`, [
    afterId + each * accounts * ENDPOINTS,
  ]);
}

/**
 * Adds what services keep of recent events. There must be events in the outbox: the relay compares the last published one
 * with the stream, and publishes all of them again if the stream lacks it.
 */
export async function seedRecentEvents(client: Client, { accounts, messages, days }: Shape): Promise<void> {
  const events = [accounts, eventsOfAccount(messages), days];
  await withoutIndexes(client, ['webhooks.inbox'], async () => {
    await client.query(INBOX, events);
  });
  await withoutIndexes(client, ['messaging.outbox'], async () => {
    await client.query(OUTBOX, [...events, payload]);
  });
}

/** Adds deliveries past their time, with the lowest ids, as the oldest ones have. @returns how many. */
export async function seedExpiredDeliveries(client: Client, shape: Shape): Promise<number> {
  const events = expiredOf(shape);
  await addEvents(client, events);
  return events.each * events.accounts * ENDPOINTS;
}

function expiredOf({ accounts, messages }: Shape): Events {
  return { ...EXPIRED_DAYS, accounts, each: eventsOfAccount(messages * EXPIRED_SHARE), afterId: 0 };
}

async function addEvents(
  client: Client,
  { accounts, each, afterId, fromDays, toDays }: Events,
): Promise<void> {
  await client.query(DELIVERIES, [accounts, each, afterId, fromDays, toDays]);
  await client.query(PAYLOADS, [accounts, each, afterId, payload]);
}

/** $2 events of each of $1 accounts, in turn. Of 64 deliveries, one failed after all attempts, and one was blocked. */
const DELIVERIES = `
  INSERT INTO webhooks.endpoint_deliveries (account_id, id, webhook_id, event_id, event, channel_id, payload,
    shared_payload_id, status, attempts, response_status, error, duration_ms, delivered_at, created_at, updated_at)
  OVERRIDING SYSTEM VALUE
  SELECT account_id, $3::bigint + ${ENDPOINTS} * e + endpoint, webhook_ids[endpoint], md5(($3::bigint + e)::text)::uuid,
    ('{message.sent,message.delivered,message.read,message.received,message.updated}'::text[])
      [1 + e / $1::bigint % ${EVENTS_OF_TWO_MESSAGES}],
    channel_id, '', $3::bigint + ${ENDPOINTS} * e + 1, status, CASE status WHEN 'failed' THEN 10 ELSE 1 END,
    CASE status WHEN 'succeeded' THEN 200 WHEN 'failed' THEN 503 END,
    CASE status WHEN 'blocked' THEN 'forbidden_url' END, 12, CASE status WHEN 'succeeded' THEN moment END, moment, moment
  FROM (
    SELECT e, endpoint, e % $1::bigint AS place,
      CASE hashint8(e) & 31 WHEN 0 THEN CASE endpoint WHEN 1 THEN 'failed' ELSE 'blocked' END ELSE 'succeeded' END AS status,
      now() - interval '1 day' * ($4::float8 + ($5::float8 - $4::float8) * e / ($1::bigint * $2::bigint)) AS moment
    FROM generate_series(0, $1::bigint * $2::bigint - 1) AS e, generate_series(1, ${ENDPOINTS}) AS endpoint
  ) AS delivery JOIN filled USING (place)`;

const PAYLOADS = `
  INSERT INTO webhooks.shared_payloads (account_id, id, last_id, payload)
  SELECT account_id, $3::bigint + ${ENDPOINTS} * e + 1, $3::bigint + ${ENDPOINTS} * (e + 1), $4::text
  FROM (SELECT e, e % $1::bigint AS place FROM generate_series(0, $1::bigint * $2::bigint - 1) AS e) AS event
  JOIN filled USING (place)`;

/** Of $2 events of each of $1 accounts in $3 days, those of the last days. */
const lastDays = (days: number) => `
  SELECT e % $1::bigint AS place, now() - interval '1 day' * $3::float8 * (1 - e::float8 / ($1::bigint * $2::bigint)) AS moment
  FROM generate_series(($1::bigint * $2::bigint * (1 - ${days} / $3::float8))::bigint, $1::bigint * $2::bigint - 1) AS e`;

/** It is kept for seven days. */
const INBOX = `
  INSERT INTO webhooks.inbox (consumer, event_id, received_at)
  SELECT 'webhooks-events', gen_random_uuid(), moment FROM (${lastDays(6.9)}) AS event`;

/** It is kept for three days. */
const OUTBOX = `
  INSERT INTO messaging.outbox (account_id, event_id, subject, document, created_at, published_at)
  SELECT account_id, gen_random_uuid(), 'evt.messaging.message.sent', $4::text, at, at
  FROM (SELECT place, moment - interval '1 hour' AS at FROM (${lastDays(2.9)}) AS late) AS event JOIN filled USING (place)`;
