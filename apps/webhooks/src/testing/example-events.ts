import type { EventType } from '@chat/contracts';
import {
  deviceConnected,
  deviceDisconnected,
  deviceStatusChanged,
  deviceTokenExpiring,
  deviceUpdated,
} from '@chat/contracts/channels';
import { accountLimitReached } from '@chat/contracts/gateway';
import {
  conversationMerged,
  messageDelivered,
  messageDeleted,
  messageFailed,
  messageRead,
  messageReceived,
  messageSent,
  messageUpdated,
  type Message,
} from '@chat/contracts/messaging';
import { templateCategoryChanged, templateStatusChanged, type Template } from '@chat/contracts/templates';
import { ticketCreated, ticketStatusChanged, type Ticket } from '@chat/contracts/tickets';
import { webhookDisabled, type Webhook } from '@chat/contracts/webhooks';
import { someConversation } from '@chat/test-kit';
import { deviceData, messageData } from './event-data';

const at = (seconds: number) => `2026-01-31T10:20:${30 + seconds}.000+00:00`;
const link = { ...deviceData(7).device, last_seen_at: at(0) };
const expiring = { ...link, token_expires_at: at(9) };

function inbound(changes: Partial<Message> = {}) {
  const data = messageData(7);
  return { ...data, message: { ...data.message, delivered_at: at(0), ...changes } };
}

function outbound(changes: Partial<Message>) {
  const data = messageData(7, 'Your order is on its way');
  const sent = { direction: 'outbound', source: 'api', status: 'sent' } as const;
  const own = { id: 18, chat_message_id: 'wamid.2', sequence: 2 };
  return { ...data, message: { ...data.message, ...own, ...sent, ...changes } };
}

const ticket: Ticket = {
  id: 12,
  number: 'TKT-000012',
  subject: 'Where is my parcel?',
  description: null,
  status: 'open',
  type: { id: 3, key: 'delivery', name: 'Delivery' },
  contact_id: 41,
  conversation_id: 5,
  assignee_id: null,
  csat: null,
  resolved_at: null,
  closed_at: null,
  created_at: at(0),
  updated_at: at(0),
};

const webhook: Webhook = {
  id: 5,
  label: 'Orders',
  url: 'https://shop.acme.test/hooks/chat',
  events: null,
  status: 'disabled',
  disabled_reason: 'gone',
  disabled_at: at(9),
  failing_since: at(9),
  created_by: null,
  created_at: at(0),
  updated_at: at(9),
};

const template: Template = {
  template_id: 'tpl_12',
  provider_template_id: '1234567890123456',
  chat_account_id: 7,
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  header_format: 'NONE',
  header_text: null,
  body: 'Your order is ready. Come and get it.',
  body_examples: [],
  footer: null,
  buttons: [],
  add_security_recommendation: false,
  code_expiration_minutes: null,
  status: 'APPROVED',
  provider_status: 'APPROVED',
  rejection_reason: null,
  quality_score: 'GREEN',
  sendable: true,
  created_at: at(0),
  updated_at: at(5),
};

export interface ExampleEvent {
  type: EventType;
  data: object;
}

const example = <T extends object>(type: EventType<T>, data: NoInfer<T>): ExampleEvent => ({ type, data });

/** One event of each type, as its service would publish it. */
export const exampleEvents: ExampleEvent[] = [
  example(accountLimitReached, { limit: 'contacts', used: 800_000, max: 1_000_000 }),
  example(deviceConnected, { device: link }),
  example(deviceDisconnected, { device: { ...link, connection_status: 'disconnected' } }),
  example(deviceStatusChanged, {
    device: link,
    from_status: 'pending',
    to_status: 'connected',
    reason: 'connected',
  }),
  example(deviceUpdated, { device: expiring, previous: { token_expires_at: null } }),
  example(deviceTokenExpiring, { device: expiring, expires_at: at(9) }),
  example(messageReceived, inbound()),
  example(messageSent, outbound({})),
  example(messageDelivered, outbound({ status: 'delivered', delivered_at: at(1), updated_at: at(1) })),
  example(messageRead, outbound({ status: 'read', delivered_at: at(1), read_at: at(2), updated_at: at(2) })),
  example(
    messageFailed,
    outbound({
      status: 'failed',
      failed_at: at(1),
      updated_at: at(1),
      error: {
        code: 'invalid_phone',
        message: 'This is not a reachable phone number.',
        reason: null,
        provider: null,
      },
    }),
  ),
  example(messageUpdated, inbound({ message: 'Hello, Ana', edited_at: at(8), updated_at: at(9) })),
  example(messageDeleted, inbound({ message: null, deleted_at: at(8), updated_at: at(9) })),
  example(conversationMerged, {
    conversation: { ...someConversation, last_message: inbound().message, updated_at: at(9) },
    merged_id: 9,
  }),
  example(templateStatusChanged, { template, from_status: 'PENDING', to_status: 'APPROVED' }),
  example(templateCategoryChanged, {
    template: { ...template, category: 'MARKETING', updated_at: at(9) },
    from_category: 'UTILITY',
    to_category: 'MARKETING',
  }),
  example(ticketCreated, { ticket }),
  example(ticketStatusChanged, {
    ticket: { ...ticket, status: 'in_progress', updated_at: at(9) },
    from_status: 'open',
    to_status: 'in_progress',
  }),
  example(webhookDisabled, { webhook, reason: 'gone' }),
];
