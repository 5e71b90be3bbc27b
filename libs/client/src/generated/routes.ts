/* Generated from docs/openapi.json. */

export const routes = {
  /**
   * Close a ticket.
   *
   * Needs the scope `tickets:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  closeTicket: {"method":"POST","path":"/v1/tickets/{number}/close"},
  /**
   * Create a Device channel.
   *
   * Then ask for a QR code or a pairing code and poll the status until it is `connected`. A pending or disconnected channel with the same `phone_number` is used again under the new name: that answers 200, with `reused` true, and takes no further slot. An account has at most 1,000 channels, whatever its plan.
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
   * Start the onboarding of a number on the cloud.
   *
   * Open `hosted_url` in a full browser window. The person signs in to the account, connects their number with the provider, and comes back to `return_url` with `session_id`, `status`, `state` and `device_id`. Then read the session: what a browser brings is no proof. It lives 30 minutes.
   *
   * Needs the scope `devices:manage`.
   */
  createOnboardingSession: {"method":"POST","path":"/v1/devices/cloud/onboarding-sessions","body":true},
  /**
   * Make a pairing code.
   *
   * For typing into the phone under linked devices, instead of scanning. Send the number as `phone` or `phone_number`. A disconnected channel becomes `pending` first.
   *
   * Needs the scope `devices:manage`.
   */
  createPairingCode: {"method":"POST","path":"/v1/devices/{id}/pairing-code","body":true},
  /**
   * Make a QR code.
   *
   * The phone scans it under linked devices. The code expires after `qr_duration` seconds; ask again then. On a channel that is connected `qr` is null. A disconnected channel becomes `pending` first.
   *
   * Needs the scope `qr:generate`.
   */
  createQr: {"method":"POST","path":"/v1/devices/{id}/qr"},
  /**
   * Create a template.
   *
   * Submits it to the provider, who reviews it: `template.status_changed` tells of the end. A repeat with the same `Idempotency-Key` answers the same and submits nothing.
   *
   * Needs the scope `templates:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
   *
   * Send files as parts of a form: `header_media_file` of at most 100 MiB.
   */
  createTemplate: {"method":"POST","path":"/v1/templates","body":true,"idempotency":true},
  /**
   * Open a ticket.
   *
   * Needs the scope `tickets:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  createTicket: {"method":"POST","path":"/v1/tickets","body":true},
  /**
   * Create a ticket type.
   *
   * An account has at most 500.
   *
   * Needs the scope `tickets:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  createTicketType: {"method":"POST","path":"/v1/ticket-types","body":true},
  /**
   * Register a webhook endpoint.
   *
   * The answer has the `secret` that signs the deliveries. It is told only here.
   *
   * Needs the scope `messages:webhook`.
   */
  createWebhook: {"method":"POST","path":"/v1/webhooks","body":true},
  /**
   * Delete a channel.
   *
   * Cannot be undone. Its conversations and messages disappear with it, and its slot is free again. Was it the default, the oldest remaining channel becomes the default.
   *
   * Needs the scope `devices:manage`.
   */
  deleteChannel: {"method":"DELETE","path":"/v1/devices/{id}"},
  /**
   * Delete a contact.
   *
   * Its conversations and tickets stay.
   *
   * Needs the scope `contacts:write`.
   */
  deleteContact: {"method":"DELETE","path":"/v1/contacts/{id}"},
  /**
   * Delete a template.
   *
   * Deletes it at the provider, which then blocks its name and language for 30 days.
   *
   * Needs the scope `templates:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TEMPLATE_PROVIDER_DELETE_V1` is off, as it is unless set.
   */
  deleteTemplate: {"method":"DELETE","path":"/v1/templates/{id}","idempotency":true},
  /**
   * Delete a webhook endpoint.
   *
   * Nothing more is sent to it.
   *
   * Needs the scope `messages:webhook`.
   */
  deleteWebhook: {"method":"DELETE","path":"/v1/webhooks/{id}"},
  /**
   * Enable a disabled webhook endpoint.
   *
   * Sends three probes, events `webhook.test`. If each is answered with 2xx, the endpoint is active again. Where probes are switched off by policy it is active at once. An active endpoint stays as it is.
   *
   * Needs the scope `messages:webhook`.
   */
  enableWebhook: {"method":"POST","path":"/v1/webhooks/{id}/enable"},
  /**
   * Read the status of a channel.
   *
   * Asks the device session each time. While a phone is being linked, poll every 2 to 3 seconds.
   *
   * Needs the scope `devices:read`.
   */
  getChannelStatus: {"method":"GET","path":"/v1/devices/{id}/status"},
  /**
   * Read what a channel can do with templates.
   *
   * Needs the scope `templates:read` or `templates:write`. The key must list it: a key without a list of scopes is refused.
   */
  getChatAccountCapabilities: {"method":"GET","path":"/v1/chat-accounts/{id}/capabilities"},
  /**
   * Read a message.
   *
   * Needs the scope `messages:read`.
   */
  getMessage: {"method":"GET","path":"/v1/messages/{id}"},
  /**
   * Download the media of a message.
   *
   * Answers the bytes, to be saved as a file: browsers never show them. A message may tell of media that is still on its way from the chat network. It is waited for, and `service_unavailable` says that it takes longer.
   *
   * Needs the scope `messages:read`.
   */
  getMessageMedia: {"method":"GET","path":"/v1/messages/{id}/media","download":true},
  /**
   * Read an onboarding session.
   *
   * Needs the scope `devices:manage`.
   */
  getOnboardingSession: {"method":"GET","path":"/v1/devices/cloud/onboarding-sessions/{id}"},
  /**
   * Read a template.
   *
   * Needs the scope `templates:read`.
   */
  getTemplate: {"method":"GET","path":"/v1/templates/{id}"},
  /**
   * Read what a channel can do with templates, by query.
   *
   * Needs the scope `templates:read` or `templates:write`. The key must list it: a key without a list of scopes is refused.
   */
  getTemplateCapabilities: {"method":"GET","path":"/v1/capabilities/templates"},
  /**
   * Read a ticket.
   *
   * Needs the scope `tickets:read`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
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
   * With the quota of the account. The list is returned whole, oldest first, unless the query asks for a page.
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
   * By latest activity.
   *
   * Needs the scope `conversations:read`.
   */
  listConversations: {"method":"GET","path":"/v1/conversations","list":"conversations"},
  /**
   * List the messages of a conversation.
   *
   * Newest first.
   *
   * Needs the scope `messages:read`.
   */
  listMessages: {"method":"GET","path":"/v1/conversations/{id}/messages","list":"messages"},
  /**
   * List templates.
   *
   * The approved templates of Cloud channels, newest first; `status` asks for others.
   *
   * Needs the scope `templates:read`.
   */
  listTemplates: {"method":"GET","path":"/v1/templates","list":"templates"},
  /**
   * List ticket types.
   *
   * The list is returned whole unless the query asks for a page.
   *
   * Needs the scope `tickets:read`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  listTicketTypes: {"method":"GET","path":"/v1/ticket-types","list":"ticket_types"},
  /**
   * List tickets.
   *
   * Newest first.
   *
   * Needs the scope `tickets:read`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  listTickets: {"method":"GET","path":"/v1/tickets","list":"tickets"},
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
   * Newest first. The list is returned whole unless the query asks for a page.
   *
   * Needs the scope `messages:webhook`.
   */
  listWebhooks: {"method":"GET","path":"/v1/webhooks","list":"webhooks"},
  /**
   * Check a credential.
   *
   * Shows how the service sees you. It answers a valid credential from any address, so that you can find out which one to allow. From an address on the allowlist it counts against the rate limit of the account, from any other against a limit of that address. Needs no scope.
   */
  ping: {"method":"GET","path":"/v1/ping"},
  /**
   * Rate a ticket.
   *
   * Once, when the ticket is resolved or closed.
   *
   * Needs the scope `tickets:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  rateTicket: {"method":"POST","path":"/v1/tickets/{number}/csat","body":true},
  /**
   * Mark a conversation as read.
   *
   * Its `unread_count` is 0 from then on, and the contact sees that the messages were read as soon as the network can be told. Repeats change nothing.
   *
   * Needs the scope `messages:send`.
   */
  readConversation: {"method":"POST","path":"/v1/conversations/{id}/read"},
  /**
   * Reset a channel for linking anew.
   *
   * The channel becomes `pending` and needs a new QR code or pairing code. One that is truly connected is left as it is, and `message` says so.
   *
   * Needs the scope `devices:manage`.
   */
  reconnectChannel: {"method":"POST","path":"/v1/devices/{id}/reconnect"},
  /**
   * Send again what failed.
   *
   * Queues every failed or blocked delivery of the endpoint that failed since then.
   *
   * Needs the scope `messages:webhook`.
   */
  recoverWebhook: {"method":"POST","path":"/v1/webhooks/{id}/recover","body":true},
  /**
   * Reopen a ticket.
   *
   * Only a resolved or closed ticket can be reopened.
   *
   * Needs the scope `tickets:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  reopenTicket: {"method":"POST","path":"/v1/tickets/{number}/reopen"},
  /**
   * Send a failed delivery again.
   *
   * For a failed or blocked delivery. It keeps its id and its `webhook-id`, and is tried as often as a new one.
   *
   * Needs the scope `messages:webhook`.
   */
  resendWebhookDelivery: {"method":"POST","path":"/v1/webhooks/deliveries/{deliveryId}/resend"},
  /**
   * Rotate the signing secret.
   *
   * For 24 hours deliveries carry two signatures, by the new secret and by the one before. To rotate again within that time ends the older of the two at once.
   *
   * Needs the scope `messages:webhook`.
   */
  rotateWebhookSecret: {"method":"POST","path":"/v1/webhooks/{id}/rotate-secret"},
  /**
   * Send a message.
   *
   * Goes out on the channel that `chat_account_id` or `from_number` names, else on the default channel; `not_found` means that the account has no such channel, or none at all. A message is never sent twice on our own account: after `provider_outcome_unknown` read the message before you decide to send again. A `retryable` refusal frees the `Idempotency-Key`; while nobody knows what became of the message, repeats with the key answer so and send nothing. Once a message exists, errors carry its `message_id` and `conversation_id`.
   *
   * Needs the scope `messages:send`.
   *
   * Send files as parts of a form: `image` of at most 5 MiB, `document` of at most 100 MiB, `video` of at most 16 MiB, `audio` of at most 16 MiB.
   */
  sendMessage: {"method":"POST","path":"/v1/messages","body":true,"idempotency":true},
  /**
   * Send a template.
   *
   * Goes out on the Cloud channel that `chat_account_id` or `from_number` names, else on the default channel, and at any time: templates need no open customer care window, and open none. It is a message like any other from then on. A repeat with the same `Idempotency-Key` answers the same and sends nothing; after `provider_outcome_unknown` repeats answer so until it is known what became of the message.
   *
   * Needs the scope `messages:send`.
   *
   * Send files as parts of a form: `header_media_file` of at most 100 MiB, `media_file` of at most 100 MiB.
   */
  sendTemplate: {"method":"POST","path":"/v1/templates/send","body":true,"idempotency":true},
  /**
   * Make a channel the default for sending.
   *
   * Needs the scope `devices:manage`.
   */
  setDefaultChannel: {"method":"POST","path":"/v1/devices/{id}/default"},
  /**
   * Read the templates of the provider anew.
   *
   * Happens by itself every quarter of an hour. The statuses of reviews need no sync.
   *
   * Needs the scope `templates:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
   */
  syncTemplates: {"method":"POST","path":"/v1/templates/sync","body":true},
  /**
   * Send a test event.
   *
   * Queues the event `webhook.test` for this endpoint, whatever it subscribes to.
   *
   * Needs the scope `messages:webhook`.
   */
  testWebhook: {"method":"POST","path":"/v1/webhooks/{id}/test"},
  /**
   * Update a contact.
   *
   * Members that are left out stay as they are.
   *
   * Needs the scope `contacts:write`.
   */
  updateContact: {"method":"PATCH","path":"/v1/contacts/{id}","body":true},
  /**
   * Edit a template.
   *
   * The provider reviews it anew, unless the edit changes nothing. It takes edits of approved, rejected and paused templates, and of an approved one once a day and ten times in 30 days.
   *
   * Needs the scope `templates:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
   *
   * Send files as parts of a form: `header_media_file` of at most 100 MiB.
   */
  updateTemplate: {"method":"PATCH","path":"/v1/templates/{id}","body":true},
  /**
   * Update a ticket.
   *
   * Members that are left out stay as they are. A status that the present one does not lead to is a `conflict`; the same status again changes nothing.
   *
   * Needs the scope `tickets:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Answers `feature_disabled` where the setting `FEATURE_TENANT_TICKETS_V1` is off.
   */
  updateTicket: {"method":"PATCH","path":"/v1/tickets/{number}","body":true},
  /**
   * Update a webhook endpoint.
   *
   * Members that are left out stay as they are. A new URL counts from the next attempt on.
   *
   * Needs the scope `messages:webhook`.
   */
  updateWebhook: {"method":"PATCH","path":"/v1/webhooks/{id}","body":true},
  /**
   * Check a template.
   *
   * Holds it against the rules of the provider without asking it: nothing is stored, and a URL is not fetched. `errors` has everything that is wrong.
   *
   * Needs the scope `templates:write`. The key must list it: a key without a list of scopes is refused.
   *
   * Send files as parts of a form: `header_media_file` of at most 100 MiB.
   */
  validateTemplate: {"method":"POST","path":"/v1/templates/validate","body":true},
} as const;
