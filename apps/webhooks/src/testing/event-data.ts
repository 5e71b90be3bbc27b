import type { DeviceEventData } from '@chat/contracts/channels';
import type { MessageEventData } from '@chat/contracts/messaging';
import { someChannel } from '@chat/testing';

const moment = '2026-01-31T10:20:30.000+00:00';

/** The body of a delivery that a spec puts into the table by itself. */
export const plantedBody = JSON.stringify({
  type: 'webhook.test',
  timestamp: moment,
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
  const contact = { id: null, name: 'Ana', phone: '5511987654321', provider_user_id: null };
  return {
    message: {
      id: 17,
      conversation_id: 5,
      chat_account_id: channelId,
      contact,
      chat_message_id: 'wamid.1',
      direction: 'inbound',
      source: 'customer',
      type: 'text',
      message: text,
      message_truncated: false,
      media: null,
      media_url: null,
      location: null,
      template: null,
      interactive: null,
      context: null,
      status: 'delivered',
      error: null,
      sequence: 1,
      sent_at: moment,
      delivered_at: null,
      read_at: null,
      failed_at: null,
      created_at: moment,
      updated_at: moment,
    },
    contact,
    conversation_id: 5,
  };
}
