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
import { SendMessage } from './send-message.dto';
import { SendTemplate } from './send-template.dto';

export const sendMessage = operation({
  http: 'POST /v1/messages',
  summary: 'Send a message',
  description:
    'Goes out on the channel that `chat_account_id` or `from_number` names, else on the default channel; ' +
    '`not_found` means that the account has no such channel, or none at all. ' +
    'A message is never sent twice on our own account: after `provider_outcome_unknown` read the message before you ' +
    'decide to send again. A `retryable` refusal frees the `Idempotency-Key`; while nobody knows what became of the ' +
    'message, repeats with the key answer so and send nothing. Once a message exists, errors carry its `message_id` ' +
    'and `conversation_id`.',
  scope: 'messages:send',
  subject: 'rpc.messaging.message.send',
  effect: 'send',
  upload: { image: 'image', document: 'document', video: 'video', audio: 'audio' },
  fetches: ['image_url', 'document_url', 'video_url', 'audio_url'],
  idempotency: 'optional',
  body: SendMessage,
  examples: {
    'A text': { mobile_code: '1', mobile: '4155550123', message: 'Your order is on its way.' },
    'An answer in a conversation': { conversation_id: 17, message: 'Until six.' },
    'A picture by its URL, with a caption': {
      mobile_code: '1',
      mobile: '4155550123',
      image_url: 'https://shop.acme.test/roses.jpg',
      message: 'This is how they look.',
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
    'device_service_error',
    'provider_error',
    'provider_outcome_unknown',
  ],
});

/** What `template_required` points to. */
export const TEMPLATE_SEND_ENDPOINT = '/v1/templates/send';

export const sendTemplate = operation({
  http: `POST ${TEMPLATE_SEND_ENDPOINT}`,
  summary: 'Send a template',
  description:
    'Goes out on the Cloud channel that `chat_account_id` or `from_number` names, else on the default channel, and at any ' +
    'time: templates need no open customer care window, and open none. It is a message like any other from then on. ' +
    'A repeat with the same `Idempotency-Key` answers the same and sends nothing; after `provider_outcome_unknown` ' +
    'repeats answer so until it is known what became of the message.',
  scope: 'messages:send',
  subject: 'rpc.messaging.template.send',
  effect: 'send',
  upload: { header_media_file: 'header', media_file: 'header' },
  fetches: ['header_media_url'],
  idempotency: 'required',
  body: SendTemplate,
  examples: {
    'With a variable': {
      template_id: 'tpl_7Hk2mQ9x',
      mobile_code: '1',
      mobile: '4155550123',
      body_variables: ['1042'],
    },
    'With a document in its header': {
      template_id: 'tpl_7Hk2mQ9x',
      conversation_id: 17,
      header_media_url: 'https://shop.acme.test/invoice-1042.pdf',
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
    'provider_error',
    'provider_outcome_unknown',
  ],
});

export const getMessage = operation({
  http: 'GET /v1/messages/{id}',
  summary: 'Read a message',
  scope: 'messages:read',
  subject: 'rpc.messaging.message.get',
  effect: 'read',
  params: IdParams,
  output: MessageResult,
});

export const getMessageMedia = operation({
  http: 'GET /v1/messages/{id}/media',
  summary: 'Download the media of a message',
  description:
    'Answers the bytes, to be saved as a file: browsers never show them. A message may tell of media that is still on ' +
    'its way from the chat network. It is waited for, and `service_unavailable` says that it takes longer.',
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
  description: 'By latest activity.',
  scope: 'conversations:read',
  subject: 'rpc.messaging.conversation.list',
  effect: 'read',
  query: ListConversationsQuery,
  output: ConversationList,
});

export const readConversation = operation({
  http: 'POST /v1/conversations/{id}/read',
  summary: 'Mark a conversation as read',
  description:
    'Its `unread_count` is 0 from then on, and the contact sees that the messages were read as soon as the network can ' +
    'be told. Repeats change nothing.',
  scope: 'messages:send',
  subject: 'rpc.messaging.conversation.read',
  effect: 'write',
  params: IdParams,
  output: ConversationResult,
});

/** A conversation of the account, for services that refer to one. */
export const getConversation = operation({
  subject: 'rpc.messaging.conversation.get',
  effect: 'read',
  body: ConversationRef,
  output: ConversationResult,
});

export const listMessages = operation({
  http: 'GET /v1/conversations/{id}/messages',
  summary: 'List the messages of a conversation',
  description: 'Newest first.',
  scope: 'messages:read',
  subject: 'rpc.messaging.message.list',
  effect: 'read',
  params: IdParams,
  query: ListMessagesQuery,
  output: MessageList,
});

/** Called by channels while it deletes one, so that nothing of it is seen after the answer. */
export const hideChannel = operation({
  subject: 'rpc.messaging.channel.hide',
  effect: 'write',
  body: HideChannel,
  output: Empty,
});

/**
 * Keeps messages that a channel exchanged before it was ours. Nobody is told of them, they open no care window, and
 * those that are here already stay as they are.
 */
export const importHistory = operation({
  subject: 'rpc.messaging.history.import',
  effect: 'write',
  body: ImportHistory,
  output: ImportedHistory,
  timeoutMs: 20_000,
});
