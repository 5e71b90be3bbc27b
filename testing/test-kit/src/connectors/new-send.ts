import type { ConnectorSend } from '@chat/contracts/connector';

let lastMessageId = 1_000_000;

/** A valid send of a new message. */
export function newSend(to: string, change: Partial<ConnectorSend> = {}): ConnectorSend {
  lastMessageId += 1;
  return {
    channel_id: 7,
    message_id: lastMessageId,
    to,
    content: { type: 'text', text: `message ${lastMessageId}` },
    deadline: Date.now() + 10_000,
    ...change,
  };
}
