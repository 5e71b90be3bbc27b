import { operation } from '..';
import { MessageCounts, MessageCountsQuery } from './message-count.dto';

export const countMessages = operation({
  http: 'GET /v1/usage/messages',
  summary: 'Count messages',
  description:
    'How many messages were received, sent, delivered, read, or failed, by hour or day. Counts follow within seconds, and stay when ' +
    'messages or channels are deleted. At most 10,000 counts are returned: ask for a shorter time, or group by less.',
  scope: 'messages:read',
  subject: 'rpc.messaging.usage.count-messages',
  effect: 'read',
  query: MessageCountsQuery,
  output: MessageCounts,
});
