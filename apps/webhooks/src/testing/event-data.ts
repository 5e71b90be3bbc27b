import type { DeviceEventData } from '@chat/contracts/channels';
import type { MessageEventData } from '@chat/contracts/messaging';
import { someChannel, someMessage } from '@chat/test-kit';

/** The body of a delivery that a spec inserts directly into the table. */
export const plantedBody = JSON.stringify({
  type: 'webhook.test',
  timestamp: someMessage.created_at,
  data: { webhook_id: 9 },
});

export function deviceData(channelId: number, businessName = 'Shop'): DeviceEventData {
  return {
    device: {
      ...someChannel,
      id: channelId,
      business_name: businessName,
      phone_number: '4915112345678',
      connection_status: 'connected',
    },
  };
}

export function messageData(channelId: number, text = 'Hello'): MessageEventData {
  const message = { ...someMessage, chat_account_id: channelId, message: text };
  return { message, contact: message.contact, conversation_id: message.conversation_id };
}
