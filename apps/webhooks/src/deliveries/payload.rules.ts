import type { CloudEvent } from '@chat/contracts';
import type { DeviceEventData } from '@chat/contracts/channels';
import type { MessageEventData } from '@chat/contracts/messaging';

/** The body that receivers get: these very bytes are signed, stored and sent on every attempt. */
export function toPayload({ type, time, data }: Pick<CloudEvent, 'type' | 'time' | 'data'>): string {
  return JSON.stringify({ type, timestamp: time.replace('Z', '+00:00'), data });
}

/** The channel that the event tells of: when it is deleted, the payload goes with it. */
export function channelOf(data: Partial<MessageEventData & DeviceEventData>): number | null {
  return data.message?.chat_account_id ?? data.device?.id ?? null;
}
