import type { ExplainedDelivery, Explanation } from '../api/explanations';

/** Something that happened to a message, or to what endpoints are told of it. */
export type Step =
  | {
      readonly at: string;
      readonly what: 'created' | 'received' | 'begun' | 'sent' | 'delivered' | 'read' | 'failed';
    }
  | {
      readonly at: string;
      readonly what: 'told';
      readonly delivery: ExplainedDelivery;
      readonly host: string;
    };

/** What the steps mean, and what to do. */
export type Finding =
  | {
      readonly what:
        'sent' | 'queued' | 'overdue' | 'unknown' | 'awaited' | 'lost' | 'waiting' | 'nobody' | 'unheard';
    }
  | { readonly what: 'failed'; readonly why: string; readonly codes: readonly string[] }
  | { readonly what: 'away'; readonly since: string; readonly why: string | null }
  | { readonly what: 'searched'; readonly until: string }
  | { readonly what: 'missing'; readonly services: readonly string[] };

/** How long an event or an outcome may take on a busy day. */
const USUAL_MS = 60_000;

/** What happened, the oldest first. */
export function stepsOf({ message, send, deliveries, webhooks }: Explanation): Step[] {
  const { direction, created_at, sent_at, delivered_at, read_at, failed_at } = message;
  const at = (what: Exclude<Step['what'], 'told'>, time: string | null | undefined): Step[] =>
    time ? [{ at: time, what }] : [];
  const own =
    direction === 'inbound'
      ? at('received', delivered_at ?? created_at)
      : [
          ...at('created', created_at),
          ...at('begun', send?.begun_at),
          ...at('sent', sent_at),
          ...at('delivered', delivered_at),
          ...at('read', read_at),
          ...at('failed', failed_at),
        ];
  const told = deliveries.map((delivery): Step => {
    const host = webhooks.find(({ id }) => id === delivery.webhook_id)?.host ?? String(delivery.webhook_id);
    return { at: delivery.updated_at, what: 'told', delivery, host };
  });
  return [...own, ...told].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** What is to be known beside the steps. */
export function findingsOf(explanation: Explanation, now: number): Finding[] {
  const { message, missing } = explanation;
  return [
    ...(message.direction === 'outbound' ? outcomeOf(explanation, now) : []),
    ...(message.media === 'awaited' || message.media === 'lost' ? [{ what: message.media } as const] : []),
    ...toldOf(explanation, now),
    ...(missing.length > 0 ? [{ what: 'missing', services: missing } as const] : []),
  ];
}

function outcomeOf(explanation: Explanation, now: number): Finding[] {
  const { message } = explanation;
  switch (message.status) {
    case 'sent':
    case 'unknown':
      return [{ what: message.status }, ...awayOf(explanation)];
    case 'queued':
      return [{ what: isOverdue(message.settles_at, now) ? 'overdue' : 'queued' }];
    case 'failed':
      return [...failureOf(explanation), ...awayOf(explanation)];
    default:
      return [];
  }
}

function isOverdue(settlesAt: string | null, now: number): boolean {
  return settlesAt !== null && now - Date.parse(settlesAt) > USUAL_MS;
}

function failureOf({ message: { error }, send }: Explanation): Finding[] {
  if (!error) return [];
  const codes = [error.code, send?.reason, error.provider?.code].filter((code) => typeof code === 'string');
  return [{ what: 'failed', why: error.message, codes }];
}

function awayOf({ channel }: Explanation): Finding[] {
  if (!channel) return [];
  const { kind, connection_status, session_status, changed_at, last_error } = channel;
  const isAway = kind === 'device' && session_status !== null && session_status !== 'CONNECTED';
  if (connection_status === 'connected' && !isAway) return [];
  return [{ what: 'away', since: changed_at, why: last_error }];
}

function toldOf(
  { message, deliveries, webhooks, searched_until, missing }: Explanation,
  now: number,
): Finding[] {
  const isWaiting = message.events.some(
    ({ published_at, created_at }) => published_at === null && now - Date.parse(created_at) > USUAL_MS,
  );
  if (isWaiting) return [{ what: 'waiting' }];
  if (deliveries.length > 0 || missing.includes('webhooks')) return [];
  if (webhooks.length === 0) return [{ what: 'nobody' }];
  return searched_until === null ? [{ what: 'unheard' }] : [{ what: 'searched', until: searched_until }];
}
