import type { MessageExplanation } from '@chat/contracts/message-explanation';

/** An event of the message that a service gave up. */
export interface ReportedLetter {
  service: string;
  id: number;
  consumer: string;
  event_type: string;
}

export interface MessageReport extends MessageExplanation {
  dead_letters: ReportedLetter[];
}

/** Returns what is known of the message itself, its channel and its hand-over, as one flat record. */
export function factsOf({ message, channel, send }: MessageReport): object {
  const { error } = message;
  const nested = ['error', 'events'];
  return {
    ...Object.fromEntries(Object.entries(message).filter(([name]) => !nested.includes(name))),
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    error_reason: send?.reason ?? null,
    provider_code: error?.provider?.code ?? null,
    provider_message: error?.provider?.message ?? null,
    channel_kind: channel?.kind ?? null,
    channel_status: channel?.connection_status ?? null,
    channel_session_status: channel?.session_status ?? null,
    channel_last_error: channel?.last_error ?? null,
    channel_changed_at: channel?.changed_at ?? null,
    send_state: send?.state ?? null,
    send_begun_at: send?.begun_at ?? null,
    send_updated_at: send?.updated_at ?? null,
  };
}
