import type { MessageEventData } from '@chat/contracts/messaging';

const moment = '2026-01-31T10:20:30.000+00:00';

/** A message that came in, as messaging would tell of it, for specs of others that play that service. */
export const someMessage: MessageEventData['message'] = {
  id: 17,
  conversation_id: 5,
  chat_account_id: 7,
  contact: { id: null, name: 'Ana', phone: '5511987654321', provider_user_id: null, username: null },
  chat_message_id: 'wamid.1',
  direction: 'inbound',
  source: 'customer',
  type: 'text',
  message: 'Hello',
  message_truncated: false,
  media: null,
  media_url: null,
  location: null,
  template: null,
  interactive: null,
  context: null,
  referral: null,
  system: null,
  unsupported: null,
  pricing: null,
  status: 'delivered',
  error: null,
  sequence: 1,
  sent_at: moment,
  delivered_at: null,
  read_at: null,
  failed_at: null,
  edited_at: null,
  deleted_at: null,
  created_at: moment,
  updated_at: moment,
};
