import { toShownError, type MessageError } from '@chat/contracts/connector';
import type { EmittedEvent, InspectedMessage, mediaStates } from '@chat/contracts/messaging';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { isMediaLost, toStatus } from '../messages/message-status.rules';
import type { EventRow, InspectedRow } from './inspections.repository';

export function toInspectedMessage(row: InspectedRow, events: EventRow[]): InspectedMessage {
  const { origin } = row;
  return {
    id: row.id,
    account_id: row.account_id,
    channel_id: row.channel_id,
    conversation_id: row.conversation_id,
    direction: row.direction,
    source: row.source,
    type: row.type,
    status: toStatus(row.status),
    error: withoutNumbers(toShownError(row.error)),
    media: mediaStateOf(row),
    connector: row.connector,
    request_id: origin?.request_id ?? null,
    trace_id: origin?.trace_id ?? null,
    credential_type: origin?.credential_type ?? null,
    credential_id: origin?.credential_id ?? null,
    created_at: toTimestamp(row.created_at),
    sent_at: toNullableTimestamp(row.sent_at),
    delivered_at: toNullableTimestamp(row.delivered_at),
    read_at: toNullableTimestamp(row.read_at),
    failed_at: toNullableTimestamp(row.failed_at),
    updated_at: toTimestamp(row.updated_at),
    settles_at: row.status === 'sending' ? toNullableTimestamp(row.settle_at) : null,
    last_inbound_at: toNullableTimestamp(row.last_inbound_at),
    is_hidden: row.is_hidden,
    events: events.map(toEmittedEvent),
  };
}

function toEmittedEvent({ event_id, type, created_at, published_at }: EventRow): EmittedEvent {
  return {
    event_id,
    type,
    created_at: toTimestamp(created_at),
    published_at: toNullableTimestamp(published_at),
  };
}

function mediaStateOf(row: InspectedRow): (typeof mediaStates)[number] | null {
  if (!row.media) return null;
  if (isMediaLost(row)) return 'lost';
  return row.media.awaited ? 'awaited' : 'stored';
}

/** The provider's words may name the number of the recipient. */
function withoutNumbers(error: MessageError | null): MessageError | null {
  if (!error) return null;
  const { code, message, reason, provider } = error;
  return {
    code,
    message: hideNumbers(message),
    reason,
    provider: provider && { code: provider.code, message: hideNumbers(provider.message) },
  };
}

function hideNumbers(text: string): string {
  return text.replaceAll(/\+?\d[\d ()-]{5,}\d/g, '(number)');
}
