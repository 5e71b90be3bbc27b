/* Generated from docs/openapi.json. */

export const routes = {
  /**
   * Close a ticket.
   *
   * Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  closeTicket: {"method":"POST","path":"/v1/tickets/{number}/close"},
  /**
   * Count messages.
   *
   * How many messages were received, sent, delivered, read, or failed, by hour or day. Counts follow within seconds, and stay when messages or channels are deleted. At most 10,000 counts are returned: ask for a shorter time, or group by less.
   *
   * Needs the scope `messages:read`.
   */
  countMessages: {"method":"GET","path":"/v1/usage/messages"},
  /**
   * Create a Device channel.
   *
   * Next, request a QR code or a pairing code and poll the status until it is `connected`. A pending or disconnected channel with the same `phone_number` is reused under the new name: the response is 200 with `reused` true, and no further slot is used. An account can have at most 1,000 channels, whatever its plan.
   *
   * Needs the scope `devices:manage`.
   */
  createChannel: {"method":"POST","path":"/v1/devices","body":true},
  /**
   * Create a contact.
   *
   * Needs the scope `contacts:write`.
   */
  createContact: {"method":"POST","path":"/v1/contacts","body":true},
  /**
   * Create a CTA URL.
   *
   * A message with a button that opens a web page. Send it with `cta_url_id`, on Cloud channels.
   *
   * Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  createCtaUrl: {"method":"POST","path":"/v1/cta-urls","body":true},
  /**
   * Create an interactive list.
   *
   * A message with a menu to choose from. Send it with `interactive_list_id`, on Cloud channels.
   *
   * Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  createInteractiveList: {"method":"POST","path":"/v1/interactive-lists","body":true},
  /**
   * Start onboarding a Cloud number.
   *
   * Open `hosted_url` in a full browser window. The user signs in to the account, connects their number with the provider, and returns to `return_url` with `session_id`, `status`, `state` and `device_id` in the query string. Then get the session: do not trust what the browser sends. The session expires after 30 minutes.
   *
   * Needs the scope `devices:manage`.
   */
  createOnboardingSession: {"method":"POST","path":"/v1/devices/cloud/onboarding-sessions","body":true},
  /**
   * Create a pairing code.
   *
   * Enter the code on the phone, under linked devices, instead of scanning a QR code. Send the number as `phone` or `phone_number`. A disconnected channel becomes `pending` first.
   *
   * Needs the scope `devices:manage`.
   */
  createPairingCode: {"method":"POST","path":"/v1/devices/{id}/pairing-code","body":true},
  /**
   * Create a QR code.
   *
   * Scan the code with the phone, under linked devices. It expires after `qr_duration` seconds; request a new one then. If the channel is connected, `qr` is null. A disconnected channel becomes `pending` first.
   *
   * Needs the scope `qr:generate`.
   */
  createQr: {"method":"POST","path":"/v1/devices/{id}/qr"},
  /**
   * Create a template.
   *
   * Submits the template to the provider for review; `template.status_changed` reports the outcome. A retry with the same `Idempotency-Key` returns the same response and submits nothing.
   *
   * Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
   *
   * Send files as parts of a form: `header_media_file` of at most 100 MiB.
   */
  createTemplate: {"method":"POST","path":"/v1/templates","body":true,"idempotency":true},
  /**
   * Open a ticket.
   *
   * Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  createTicket: {"method":"POST","path":"/v1/tickets","body":true},
  /**
   * Create a ticket type.
   *
   * An account can have at most 500 ticket types.
   *
   * Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  createTicketType: {"method":"POST","path":"/v1/ticket-types","body":true},
  /**
   * Register a webhook endpoint.
   *
   * The response contains the `secret` that signs the deliveries. It is returned only once. An account can have 100 endpoints, 20 of them of the same app.
   *
   * Needs the scope `messages:webhook`.
   */
  createWebhook: {"method":"POST","path":"/v1/webhooks","body":true},
  /**
   * Delete a channel.
   *
   * This cannot be undone. The conversations and messages of the channel disappear with it, and its slot becomes free. If it was the default, the oldest remaining channel becomes the default.
   *
   * Needs the scope `devices:manage`.
   */
  deleteChannel: {"method":"DELETE","path":"/v1/devices/{id}"},
  /**
   * Delete a contact.
   *
   * Its conversations and tickets are kept.
   *
   * Needs the scope `contacts:write`.
   */
  deleteContact: {"method":"DELETE","path":"/v1/contacts/{id}"},
  /**
   * Delete a CTA URL.
   *
   * Messages that were sent before keep their content.
   *
   * Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  deleteCtaUrl: {"method":"DELETE","path":"/v1/cta-urls/{id}"},
  /**
   * Delete an interactive list.
   *
   * Messages that were sent before keep their content.
   *
   * Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  deleteInteractiveList: {"method":"DELETE","path":"/v1/interactive-lists/{id}"},
  /**
   * Delete a template.
   *
   * Deletes the template at the provider, which then blocks its name and language for 30 days.
   *
   * Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_PROVIDER_DELETE_V1` is off, which is the default.
   */
  deleteTemplate: {"method":"DELETE","path":"/v1/templates/{id}","idempotency":true},
  /**
   * Delete a webhook endpoint.
   *
   * Nothing more is sent to it. What was on its way already may still arrive for some seconds.
   *
   * Needs the scope `messages:webhook`.
   */
  deleteWebhook: {"method":"DELETE","path":"/v1/webhooks/{id}"},
  /**
   * Enable a disabled webhook endpoint.
   *
   * Sends three probes (`webhook.test` events). If each gets a 2xx response, the endpoint becomes active again; else the `conflict` has `probes`, too. If probes are switched off by policy, it becomes active at once. An active endpoint is left unchanged.
   *
   * Needs the scope `messages:webhook`.
   */
  enableWebhook: {"method":"POST","path":"/v1/webhooks/{id}/enable"},
  /**
   * Get the status of a channel.
   *
   * Queries the device session on every call. While a phone is being linked, poll every 2 to 3 seconds.
   *
   * Needs the scope `devices:read`.
   */
  getChannelStatus: {"method":"GET","path":"/v1/devices/{id}/status"},
  /**
   * Get the template capabilities of a channel.
   *
   * Needs the scope `templates:read` or `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  getChatAccountCapabilities: {"method":"GET","path":"/v1/chat-accounts/{id}/capabilities"},
  /**
   * Get a contact.
   *
   * Needs the scope `contacts:read`.
   */
  getContact: {"method":"GET","path":"/v1/contacts/{id}"},
  /**
   * Get a conversation.
   *
   * Needs the scope `conversations:read`.
   */
  getConversation: {"method":"GET","path":"/v1/conversations/{id}"},
  /**
   * Get a message.
   *
   * Needs the scope `messages:read`.
   */
  getMessage: {"method":"GET","path":"/v1/messages/{id}"},
  /**
   * Download the media of a message.
   *
   * Returns the bytes as a file download; browsers never display them. If the media is still on its way from the chat network, the request waits for it; `service_unavailable` means that it takes longer.
   *
   * Needs the scope `messages:read`.
   */
  getMessageMedia: {"method":"GET","path":"/v1/messages/{id}/media","download":true},
  /**
   * Get an onboarding session.
   *
   * Needs the scope `devices:manage`.
   */
  getOnboardingSession: {"method":"GET","path":"/v1/devices/cloud/onboarding-sessions/{id}"},
  /**
   * Get the account.
   *
   * Shows what the account may use, and what is left of it. Every credential of the account may read it.
   *
   * Needs no scope.
   */
  getOwnAccount: {"method":"GET","path":"/v1/account"},
  /**
   * Get a template.
   *
   * Needs the scope `templates:read`.
   */
  getTemplate: {"method":"GET","path":"/v1/templates/{id}"},
  /**
   * Get the template capabilities of a channel, by query.
   *
   * Needs the scope `templates:read` or `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  getTemplateCapabilities: {"method":"GET","path":"/v1/capabilities/templates"},
  /**
   * Get a ticket.
   *
   * Needs the scope `tickets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  getTicket: {"method":"GET","path":"/v1/tickets/{number}"},
  /**
   * Get a delivery with its attempts.
   *
   * Needs the scope `messages:webhook`.
   */
  getWebhookDelivery: {"method":"GET","path":"/v1/webhooks/{id}/deliveries/{deliveryId}"},
  /**
   * List channels.
   *
   * Includes the quota of the account. Returns the whole list, oldest first, unless the query asks for a page.
   *
   * Needs the scope `devices:read`.
   */
  listChannels: {"method":"GET","path":"/v1/devices","list":"devices"},
  /**
   * List contacts.
   *
   * Newest first.
   *
   * Needs the scope `contacts:read`.
   */
  listContacts: {"method":"GET","path":"/v1/contacts","list":"contacts"},
  /**
   * List conversations.
   *
   * Sorted by latest activity.
   *
   * Needs the scope `conversations:read`.
   */
  listConversations: {"method":"GET","path":"/v1/conversations","list":"conversations"},
  /**
   * List CTA URLs.
   *
   * In order of creation.
   *
   * Needs the scope `assets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  listCtaUrls: {"method":"GET","path":"/v1/cta-urls","list":"cta_urls"},
  /**
   * List interactive lists.
   *
   * In order of creation.
   *
   * Needs the scope `assets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  listInteractiveLists: {"method":"GET","path":"/v1/interactive-lists","list":"interactive_lists"},
  /**
   * List the messages of a conversation.
   *
   * Newest first, by the time at which the message was taken from the client or sent by the person. The `sent_at` of a send that took a while is later.
   *
   * Needs the scope `messages:read`.
   */
  listMessages: {"method":"GET","path":"/v1/conversations/{id}/messages","list":"messages"},
  /**
   * List templates.
   *
   * Returns the approved templates of Cloud channels, newest first. Use `status` to list others.
   *
   * Needs the scope `templates:read`.
   */
  listTemplates: {"method":"GET","path":"/v1/templates","list":"templates"},
  /**
   * List ticket types.
   *
   * Returns the whole list unless the query asks for a page.
   *
   * Needs the scope `tickets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  listTicketTypes: {"method":"GET","path":"/v1/ticket-types","list":"ticket_types"},
  /**
   * List tickets.
   *
   * Newest first.
   *
   * Needs the scope `tickets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  listTickets: {"method":"GET","path":"/v1/tickets","list":"tickets"},
  /**
   * List the people of the account.
   *
   * To whom tickets can be assigned (`assignee_id`). Newest first; people who were disabled are not listed.
   *
   * Needs the scope `tickets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  listUsers: {"method":"GET","path":"/v1/users","list":"users"},
  /**
   * List the deliveries of a webhook endpoint.
   *
   * Newest first. Deliveries are kept for 30 days.
   *
   * Needs the scope `messages:webhook`.
   */
  listWebhookDeliveries: {"method":"GET","path":"/v1/webhooks/{id}/deliveries","list":"deliveries"},
  /**
   * List webhook endpoints.
   *
   * Newest first. Returns the whole list unless the query asks for a page. An app sees and changes only the endpoints that it registered itself, here and in the operations below.
   *
   * Needs the scope `messages:webhook`.
   */
  listWebhooks: {"method":"GET","path":"/v1/webhooks","list":"webhooks"},
  /**
   * Check a credential.
   *
   * Shows how the service sees you. It accepts a valid credential from any address, so you can find out which address to allow. Requests from an address on the allowlist count toward the rate limit of the account, others toward a limit for that address. Needs no scope.
   */
  ping: {"method":"GET","path":"/v1/ping"},
  /**
   * Rate a ticket.
   *
   * A ticket can be rated once, when it is resolved or closed.
   *
   * Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  rateTicket: {"method":"POST","path":"/v1/tickets/{number}/csat","body":true},
  /**
   * Mark a conversation as read.
   *
   * Sets `unread_count` to 0 and shows the contact that the messages were read, as soon as the network can be reached. Repeating the request changes nothing.
   *
   * Needs the scope `messages:send`.
   */
  readConversation: {"method":"POST","path":"/v1/conversations/{id}/read"},
  /**
   * Reset a channel to link it again.
   *
   * The channel becomes `pending` and needs a new QR code or pairing code. A channel that is really connected is left unchanged, and `message` says so.
   *
   * Needs the scope `devices:manage`.
   */
  reconnectChannel: {"method":"POST","path":"/v1/devices/{id}/reconnect"},
  /**
   * Resend failed deliveries.
   *
   * Queues every failed or blocked delivery of the endpoint that failed at or after `since`.
   *
   * Needs the scope `messages:webhook`.
   */
  recoverWebhook: {"method":"POST","path":"/v1/webhooks/{id}/recover","body":true},
  /**
   * Reopen a ticket.
   *
   * Only a resolved or closed ticket can be reopened.
   *
   * Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  reopenTicket: {"method":"POST","path":"/v1/tickets/{number}/reopen"},
  /**
   * Resend a failed delivery.
   *
   * For failed or blocked deliveries. The delivery keeps its id and `webhook-id`, and gets as many attempts as a new one.
   *
   * Needs the scope `messages:webhook`.
   */
  resendWebhookDelivery: {"method":"POST","path":"/v1/webhooks/deliveries/{deliveryId}/resend"},
  /**
   * Rotate the signing secret.
   *
   * For 24 hours, deliveries carry two signatures: one with the new secret and one with the previous secret. If you rotate again within that time, the older of the two stops working at once.
   *
   * Needs the scope `messages:webhook`.
   */
  rotateWebhookSecret: {"method":"POST","path":"/v1/webhooks/{id}/rotate-secret"},
  /**
   * Send a message.
   *
   * The message is sent on the channel that `chat_account_id` or `from_number` names, or else on the default channel; `not_found` means that the account has no such channel, or none at all. The service never resends a message on its own: after `provider_outcome_unknown`, get the message before you decide to send it again. After a `retryable` error, the `Idempotency-Key` can be used again; while the outcome is unknown, retries with the key return that error and send nothing. Once a message exists, errors include its `message_id` and `conversation_id`.
   *
   * Needs the scope `messages:send`.
   *
   * Send files as parts of a form: `image` of at most 5 MiB, `document` of at most 100 MiB, `video` of at most 16 MiB, `audio` of at most 16 MiB, `sticker` of at most 500 KiB.
   */
  sendMessage: {"method":"POST","path":"/v1/messages","body":true,"idempotency":true},
  /**
   * Send a template.
   *
   * The template is sent on the Cloud channel that `chat_account_id` or `from_number` names, or else on the default channel. You can send templates at any time: they need no open customer care window and do not open one. The result is a message like any other. A retry with the same `Idempotency-Key` returns the same response and sends nothing; after `provider_outcome_unknown`, retries return that error until the outcome is known.
   *
   * Needs the scope `messages:send`.
   *
   * Send files as parts of a form: `header_media_file` of at most 100 MiB, `media_file` of at most 100 MiB.
   */
  sendTemplate: {"method":"POST","path":"/v1/templates/send","body":true,"idempotency":true},
  /**
   * Set the default channel for sending.
   *
   * Needs the scope `devices:manage`.
   */
  setDefaultChannel: {"method":"POST","path":"/v1/devices/{id}/default"},
  /**
   * Show that somebody types.
   *
   * The contact sees it until a message arrives, at most for 25 seconds. Repeating the request within 5 seconds changes nothing. On a Cloud channel it needs a message of the contact (else `capability_error`, reason `no_inbound_message`), marks the conversation as read and sets `unread_count` to 0.
   *
   * Needs the scope `messages:send`.
   */
  showTyping: {"method":"POST","path":"/v1/conversations/{id}/typing"},
  /**
   * Sync templates from the provider.
   *
   * Runs automatically every 15 minutes by default. Review statuses need no sync. Without `chat_account_id`, provider accounts at which no number is connected are skipped.
   *
   * Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
   */
  syncTemplates: {"method":"POST","path":"/v1/templates/sync","body":true},
  /**
   * Send a test event.
   *
   * Queues a `webhook.test` event for this endpoint, whatever events it subscribes to.
   *
   * Needs the scope `messages:webhook`.
   */
  testWebhook: {"method":"POST","path":"/v1/webhooks/{id}/test"},
  /**
   * Update a contact.
   *
   * Fields that you omit stay unchanged.
   *
   * Needs the scope `contacts:write`.
   */
  updateContact: {"method":"PATCH","path":"/v1/contacts/{id}","body":true},
  /**
   * Update a CTA URL.
   *
   * Fields that you omit stay unchanged. Messages that were sent before show what it was then.
   *
   * Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  updateCtaUrl: {"method":"PATCH","path":"/v1/cta-urls/{id}","body":true},
  /**
   * Update an interactive list.
   *
   * Fields that you omit stay unchanged. Messages that were sent before show what it was then.
   *
   * Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   */
  updateInteractiveList: {"method":"PATCH","path":"/v1/interactive-lists/{id}","body":true},
  /**
   * Edit a template.
   *
   * The provider reviews the template again unless the edit changes nothing. You can edit approved, rejected and paused templates; an approved template can be edited once a day and ten times in 30 days.
   *
   * Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
   *
   * Send files as parts of a form: `header_media_file` of at most 100 MiB.
   */
  updateTemplate: {"method":"PATCH","path":"/v1/templates/{id}","body":true},
  /**
   * Update a ticket.
   *
   * Fields that you omit stay unchanged. A status that cannot follow the current one is a `conflict`; sending the current status changes nothing.
   *
   * Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  updateTicket: {"method":"PATCH","path":"/v1/tickets/{number}","body":true},
  /**
   * Update a webhook endpoint.
   *
   * Fields that you omit stay unchanged. A new URL applies from the next attempt.
   *
   * Needs the scope `messages:webhook`.
   */
  updateWebhook: {"method":"PATCH","path":"/v1/webhooks/{id}","body":true},
  /**
   * Upload a file.
   *
   * Keeps a file for 24 hours, so that it can be sent by its `media_id`: many times, and in JSON. Each message gets a copy of its own, which stays. The bytes count toward what the account may keep.
   *
   * Needs the scope `messages:send`.
   *
   * Send files as parts of a form: `file` of at most 100 MiB.
   */
  uploadMedia: {"method":"POST","path":"/v1/media","body":true},
  /**
   * Validate a template.
   *
   * Checks the template against the provider's rules without calling the provider: nothing is stored, and URLs are not fetched. `errors` lists every problem.
   *
   * Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
   *
   * Send files as parts of a form: `header_media_file` of at most 100 MiB.
   */
  validateTemplate: {"method":"POST","path":"/v1/templates/validate","body":true},
} as const;
