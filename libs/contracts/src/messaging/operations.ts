import { Empty, IdParams, operation, StoredMedia } from '..';
import { ImportedHistory, ImportHistory } from './history.dto';
import {
  ConversationList,
  ConversationRef,
  ConversationResult,
  HideChannel,
  ListConversationsQuery,
  ListMessagesQuery,
  MessageList,
  MessageResult,
  SentMessage,
} from './message.dto';
import { newerSendMembers, SendMessage } from './send-message.dto';
import { sendTools } from './send-tools';
import { newerTemplateMembers, SendTemplate } from './send-template.dto';

export const sendMessage = operation({
  http: 'POST /v1/messages',
  summary: 'Send a message',
  description:
    'The message is sent on the channel that `chat_account_id` or `from_number` names, or else on the default ' +
    'channel; `not_found` means that the account has no such channel, or none at all. The service never ' +
    'resends a message on its own: after `provider_outcome_unknown`, get the message before you decide to send ' +
    'it again. After a `retryable` error, the `Idempotency-Key` can be used again; while the outcome is ' +
    'unknown, retries with the key return that error and send nothing. Once a message exists, errors include ' +
    'its `message_id` and `conversation_id`.',
  scope: 'messages:send',
  subject: 'rpc.messaging.message.send',
  mcp: sendTools,
  unaudited: 'Each message names its origin itself.',
  newer: {
    subject: 'rpc.messaging.message.send-newer',
    isMeant: (body) => newerSendMembers.some((name) => name in body),
  },
  effect: 'send',
  upload: { image: 'image', document: 'document', video: 'video', audio: 'audio', sticker: 'sticker' },
  fetches: (['image', 'document', 'video', 'audio', 'sticker'] as const).flatMap((kind) => [
    `${kind}_url`,
    `${kind}_id`,
  ]),
  idempotency: 'optional',
  body: SendMessage,
  examples: {
    'A text': { mobile_code: '1', mobile: '4155550123', message: 'Your order is on its way.' },
    'A reply in a conversation': { conversation_id: 17, message: 'Until six.' },
    'An answer that quotes': { conversation_id: 17, message: 'Until six.', reply_to: 1042 },
    'A reaction': { conversation_id: 17, reaction: { message_id: 1042, emoji: '👍' } },
    'An image by URL, with a caption': {
      mobile_code: '1',
      mobile: '4155550123',
      image_url: 'https://shop.acme.test/roses.jpg',
      message: 'This is how they look.',
    },
    'A contact card': {
      conversation_id: 17,
      contacts: [
        {
          name: { formatted_name: 'Grace Hopper', first_name: 'Grace' },
          phones: [{ phone: '+1 415 555 0199' }],
        },
      ],
    },
    'Reply buttons, on a Cloud channel': {
      conversation_id: 17,
      interactive: {
        type: 'button',
        body: { text: 'Shall we deliver today?' },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 'today', title: 'Today' } },
            { type: 'reply', reply: { id: 'later', title: 'Another day' } },
          ],
        },
      },
    },
    'A location': {
      mobile_code: '1',
      mobile: '4155550123',
      latitude: 52.5163,
      longitude: 13.3777,
      name: 'Our shop',
      address: 'Pariser Platz, Berlin',
    },
    'A product, on a Cloud channel': {
      chat_account_id: 8,
      mobile_code: '1',
      mobile: '4155550123',
      product: { catalog_id: '538213901', product_retailer_id: 'rose-12', body: 'Twelve roses' },
    },
  },
  output: SentMessage,
  status: 201,
  timeoutMs: 30_000,
  errors: [
    'not_found',
    'invalid_phone',
    'capability_error',
    'billing_blocked',
    'marketing_suppressed',
    'template_required',
    'limit_reached',
    'device_service_error',
    'provider_error',
    'provider_outcome_unknown',
  ],
});

/** The endpoint that a `template_required` error points to. */
export const TEMPLATE_SEND_ENDPOINT = '/v1/templates/send';

export const sendTemplate = operation({
  http: `POST ${TEMPLATE_SEND_ENDPOINT}`,
  summary: 'Send a template',
  description:
    'The template is sent on the Cloud channel that `chat_account_id` or `from_number` names, or else on the ' +
    'default channel. You can send templates at any time: they need no open customer care window and do not ' +
    'open one. The result is a message like any other. A retry with the same `Idempotency-Key` returns the ' +
    'same response and sends nothing; after `provider_outcome_unknown`, retries return that error until the ' +
    'outcome is known.',
  scope: 'messages:send',
  subject: 'rpc.messaging.template.send',
  mcp: [
    {
      name: 'send_template',
      description:
        'Sends an approved template, to a number or in a conversation, also when the care window is closed.',
      level: 'write',
      takes: [
        'template_id',
        'mobile_code',
        'mobile',
        'conversation_id',
        'chat_account_id',
        'body_variables',
        'header_variables',
        'button_variables',
      ],
    },
  ],
  unaudited: 'Each message names its origin itself.',
  newer: {
    subject: 'rpc.messaging.template.send-newer',
    isMeant: (body) => newerTemplateMembers.some((name) => name in body),
  },
  effect: 'send',
  upload: { header_media_file: 'header', media_file: 'header' },
  fetches: ['header_media_url', 'header_media_id'],
  idempotency: 'required',
  body: SendTemplate,
  examples: {
    'With a variable': {
      template_id: 'tpl_7Hk2mQ9x',
      mobile_code: '1',
      mobile: '4155550123',
      body_variables: ['1042'],
    },
    'With named variables': {
      template_id: 'tpl_7Hk2mQ9x',
      mobile_code: '1',
      mobile: '4155550123',
      body_named_variables: { first_name: 'Ana', order: '1042' },
    },
    'With a document in its header': {
      template_id: 'tpl_7Hk2mQ9x',
      conversation_id: 17,
      header_media_url: 'https://shop.acme.test/invoice-1042.pdf',
      filename: 'Invoice 1042.pdf',
    },
  },
  output: SentMessage,
  status: 201,
  timeoutMs: 30_000,
  errors: [
    'not_found',
    'invalid_phone',
    'capability_error',
    'billing_blocked',
    'marketing_suppressed',
    'limit_reached',
    'provider_error',
    'provider_outcome_unknown',
  ],
});

export const getMessage = operation({
  http: 'GET /v1/messages/{id}',
  summary: 'Get a message',
  scope: 'messages:read',
  subject: 'rpc.messaging.message.get',
  mcp: [
    {
      name: 'get_message',
      description: 'Shows the message with this id, with its whole text and its status.',
      level: 'read',
      takes: ['id'],
    },
  ],
  effect: 'read',
  params: IdParams,
  output: MessageResult,
});

export const getMessageMedia = operation({
  http: 'GET /v1/messages/{id}/media',
  summary: 'Download the media of a message',
  description:
    'Returns the bytes as a file download; browsers never display them. If the media is still on its way from ' +
    'the chat network, the request waits for it; `service_unavailable` means that it takes longer.',
  scope: 'messages:read',
  subject: 'rpc.messaging.message.media',
  effect: 'read',
  download: true,
  params: IdParams,
  output: StoredMedia,
  errors: ['range_not_satisfiable'],
});

export const listConversations = operation({
  http: 'GET /v1/conversations',
  summary: 'List conversations',
  description: 'Sorted by latest activity.',
  scope: 'conversations:read',
  subject: 'rpc.messaging.conversation.list',
  mcp: [
    {
      name: 'list_conversations',
      description:
        'Lists conversations by latest activity, each with its last message. For more, pass next_cursor as cursor.',
      level: 'read',
      takes: ['search', 'unread', 'chat_account_id', 'per_page', 'cursor'],
    },
  ],
  effect: 'read',
  query: ListConversationsQuery,
  output: ConversationList,
});

export const getConversation = operation({
  http: 'GET /v1/conversations/{id}',
  summary: 'Get a conversation',
  scope: 'conversations:read',
  subject: 'rpc.messaging.conversation.show',
  mcp: [
    {
      name: 'get_conversation',
      description: 'Shows the conversation with this id.',
      level: 'read',
      takes: ['id'],
    },
  ],
  effect: 'read',
  params: IdParams,
  output: ConversationResult,
});

export const readConversation = operation({
  http: 'POST /v1/conversations/{id}/read',
  summary: 'Mark a conversation as read',
  description:
    'Sets `unread_count` to 0 and shows the contact that the messages were read, as soon as the network can be ' +
    'reached. Repeating the request changes nothing.',
  scope: 'messages:send',
  subject: 'rpc.messaging.conversation.read',
  mcp: [
    {
      name: 'mark_read',
      description: 'Marks the conversation with this id as read, which the contact may see.',
      level: 'answer',
      takes: ['id'],
      conversation: 'id',
    },
  ],
  unaudited: 'A read mark is part of everyday work.',
  effect: 'write',
  params: IdParams,
  output: ConversationResult,
  errors: ['limit_reached'],
});

export const showTyping = operation({
  http: 'POST /v1/conversations/{id}/typing',
  summary: 'Show that somebody types',
  description:
    'The contact sees it until a message arrives, at most for 25 seconds. Repeating the request within 5 seconds changes nothing. On ' +
    'a Cloud channel it needs a message of the contact (else `capability_error`, reason `no_inbound_message`), marks the ' +
    'conversation as read and sets `unread_count` to 0.',
  scope: 'messages:send',
  subject: 'rpc.messaging.conversation.typing',
  unaudited: 'It stores nothing.',
  effect: 'write',
  params: IdParams,
  output: ConversationResult,
  errors: ['capability_error', 'invalid_phone', 'device_service_error', 'limit_reached'],
});

/** Returns a conversation of the account to another service. */
export const resolveConversation = operation({
  subject: 'rpc.messaging.conversation.get',
  effect: 'read',
  body: ConversationRef,
  output: ConversationResult,
});

export const listMessages = operation({
  http: 'GET /v1/conversations/{id}/messages',
  summary: 'List the messages of a conversation',
  description:
    'Newest first, by the time at which the message was taken from the client or sent by the person. The `sent_at` of a ' +
    'send that took a while is later.',
  scope: 'messages:read',
  subject: 'rpc.messaging.message.list',
  mcp: [
    {
      name: 'list_messages',
      description: 'Lists the messages of the conversation with this id, newest first.',
      level: 'read',
      takes: ['id', 'per_page', 'cursor'],
    },
  ],
  effect: 'read',
  params: IdParams,
  query: ListMessagesQuery,
  output: MessageList,
});

/** Hides the data of a channel. Channels calls it during a deletion, so that nothing is visible after the answer. */
export const hideChannel = operation({
  subject: 'rpc.messaging.channel.hide',
  effect: 'write',
  body: HideChannel,
  output: Empty,
});

/**
 * Imports messages that a channel exchanged before it was connected. They trigger no notification and open no care
 * window, and messages that already exist stay unchanged.
 */
export const importHistory = operation({
  subject: 'rpc.messaging.history.import',
  effect: 'write',
  body: ImportHistory,
  output: ImportedHistory,
  timeoutMs: 20_000,
});
