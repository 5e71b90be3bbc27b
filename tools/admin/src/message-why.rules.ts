import type { InspectedDelivery } from '@chat/contracts/webhooks';
import type { MessageReport } from './message-report';

/** How long an event or a settlement may take on a busy day. */
const USUAL_MS = 60_000;

/** Explains in plain words where a message stands, why, and what to do next. */
export function whyOf(report: MessageReport, now: Date): string {
  const sentences =
    report.message.direction === 'outbound' ? outbound(report, now) : [`It was received ${at(report)}.`];
  return [...sentences, ...media(report), ...notifications(report, now)].join(' ');
}

function at({ message }: MessageReport): string {
  return `at ${message.delivered_at ?? message.created_at}`;
}

function outbound(report: MessageReport, now: Date): string[] {
  const { message } = report;
  if (message.is_hidden)
    return ['Its channel is deleted or its person is being erased; nothing more happens.'];
  switch (message.status) {
    case 'delivered':
    case 'read':
      return [`It was ${message.status} at ${message.read_at ?? message.delivered_at}.`];
    case 'sent':
      return [
        `The network accepted it at ${message.sent_at} and has not reported a delivery.`,
        "The recipient's device is off or without a connection; do not send it again.",
        ...brokenChannel(report),
      ];
    case 'queued':
      return queued(report, now);
    case 'unknown':
      return [
        'It may or may not have been sent: the network did not answer. Do not send it again.',
        'A receipt of the network still settles it.',
        ...brokenChannel(report),
      ];
    case 'failed':
      return [failure(report), ...brokenChannel(report)];
  }
}

function queued({ message, send }: MessageReport, now: Date): string[] {
  const settlesAt = message.settles_at ? new Date(message.settles_at) : now;
  if (now.getTime() - settlesAt.getTime() <= USUAL_MS)
    return [`It is being handed over; its outcome is known shortly after ${settlesAt.toISOString()}.`];
  const record = send ? `its record says ${send.state}` : 'its record cannot be read';
  return [
    `Its outcome is overdue: messaging gets none from ${message.connector} (${record}).`,
    `Check that ${message.connector} runs, and look for "a send is not settled yet" in the log of messaging.`,
  ];
}

function failure({ message, send }: MessageReport): string {
  const { error } = message;
  if (!error) return `It failed at ${message.failed_at}.`;
  const codes = [
    error.code,
    ...(send?.reason ? [`reason ${send.reason}`] : []),
    ...(error.provider ? [`provider code ${error.provider.code}`] : []),
  ];
  const when = message.sent_at ? `after it was accepted at ${message.sent_at}` : 'before it left';
  return `It failed ${when} (${codes.join(', ')}): ${error.message}`;
}

function brokenChannel({ channel }: MessageReport): string[] {
  if (!channel) return [];
  const { connection_status, session_status, last_error, changed_at, kind } = channel;
  const isAway = kind === 'device' && session_status !== null && session_status !== 'CONNECTED';
  if (connection_status === 'connected' && !isAway) return [];
  const state = isAway ? `${connection_status}, its session ${session_status}` : connection_status;
  return [`Its channel ${channel.id} is ${state} since ${changed_at}${last_error ? `: ${last_error}` : '.'}`];
}

function media({ message }: MessageReport): string[] {
  switch (message.media) {
    case null:
    case 'stored':
      return [];
    case 'awaited':
      return [`Its file is still being copied: admin jobs list --service ${message.connector}.`];
    case 'lost':
      return ['Its file could not be copied, and the network no longer has it.'];
  }
}

function notifications(report: MessageReport, now: Date): string[] {
  const { message, deliveries, dead_letters } = report;
  const waiting = message.events.filter(
    ({ published_at, created_at }) =>
      published_at === null && now.getTime() - new Date(created_at).getTime() > USUAL_MS,
  );
  return [
    ...(waiting.length > 0
      ? [
          `${waiting.length} of its events wait in the outbox of messaging since ${waiting[0]!.created_at}: NATS does ` +
            'not take them; check NATS and its disk (ChatOutboxStuck).',
        ]
      : []),
    ...dead_letters.map(
      ({ service, id, event_type }) =>
        `The event ${event_type} is a dead letter: admin dead-letters show ${service} ${id}, then replay it.`,
    ),
    ...(deliveries.length > 0 ? deliveries.flatMap((one) => troubleOf(one, report)) : [undelivered(report)]),
  ];
}

function troubleOf(delivery: InspectedDelivery, { webhooks }: MessageReport): string[] {
  const { id, webhook_id, event, status, attempts, error, response_status, next_retry_at } = delivery;
  const host = webhooks.find((webhook) => webhook.id === webhook_id)?.host;
  const endpoint = `endpoint ${webhook_id}${host ? ` (${host})` : ''}`;
  const cause = response_status === null ? error : `${error} ${response_status}`;
  const see = `See admin webhook show ${webhook_id}.`;
  switch (status) {
    case 'succeeded':
      return [];
    case 'pending':
      return attempts === 0
        ? [`The webhook ${event} to ${endpoint} (delivery ${id}) waits for its first attempt. ${see}`]
        : [
            `The webhook ${event} to ${endpoint} (delivery ${id}) failed ${timesOf(attempts)} ` +
              `with ${cause}; next attempt at ${next_retry_at}. ${see}`,
          ];
    case 'failed':
    case 'blocked':
      return [`The webhook ${event} to ${endpoint} (delivery ${id}) was given up: ${cause}. ${see}`];
  }
}

function undelivered({ message, webhooks, searched_until }: MessageReport): string {
  if (webhooks.length === 0) return 'The account has no webhook endpoint, so nobody is told of it.';
  if (searched_until !== null) {
    return `No webhook of it was found among those stored until ${searched_until}; the account has more.`;
  }
  return message.events.some(({ published_at }) => published_at !== null)
    ? 'No webhook of it is stored: no endpoint subscribes to its events, or webhooks is behind (ChatConsumerBehind).'
    : 'No webhook of it is stored.';
}

function timesOf(attempts: number): string {
  return attempts === 1 ? 'once' : `${attempts} times, the last time`;
}
