/* Generated from docs/openapi.json by openapi-typescript. */
/* eslint-disable */

export interface paths {
    "/device-api/v1/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @deprecated
         * @description Use `GET /v1/devices` instead.
         *
         *     Includes the quota of the account. Returns the whole list, oldest first, unless the query asks for a page.
         *
         *     Needs the scope `devices:read`.
         */
        get: operations["deviceApiV1Instances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device-api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a webhook endpoint
         * @deprecated
         * @description Use `POST /v1/webhooks` instead.
         *
         *     The response contains the `secret` that signs the deliveries. It is returned only once. An account can have 100 endpoints, 20 of them of the same app.
         *
         *     Needs the scope `messages:webhook`.
         */
        post: operations["deviceApiV1Webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/contact/delete/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @deprecated
         * @description Use `DELETE /v1/contacts/{id}` instead.
         *
         *     Its conversations and tickets are kept.
         *
         *     Needs the scope `contacts:write`.
         */
        delete: operations["externalApiContactDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/contact/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @deprecated
         * @description Use `GET /v1/contacts` instead.
         *
         *     Newest first.
         *
         *     Needs the scope `contacts:read`.
         */
        get: operations["externalApiContactList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/contact/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a contact
         * @deprecated
         * @description Use `POST /v1/contacts` instead.
         *
         *     Needs the scope `contacts:write`.
         */
        post: operations["externalApiContactStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/contact/update/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a contact
         * @deprecated
         * @description Use `PATCH /v1/contacts/{id}` instead.
         *
         *     Fields that you omit stay unchanged.
         *
         *     Needs the scope `contacts:write`.
         */
        post: operations["externalApiContactUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/inbox/conversation-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @deprecated
         * @description Use `GET /v1/conversations` instead.
         *
         *     Sorted by latest activity.
         *
         *     Needs the scope `conversations:read`.
         */
        get: operations["externalApiInboxConversationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/inbox/conversation-messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a conversation
         * @deprecated
         * @description Use `GET /v1/conversations/{id}/messages` instead.
         *
         *     Newest first, by the time at which the message was taken from the client or sent by the person. The `sent_at` of a send that took a while is later.
         *
         *     Needs the scope `messages:read`.
         */
        get: operations["externalApiInboxConversationMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/inbox/send-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message
         * @deprecated
         * @description Use `POST /v1/messages` instead.
         *
         *     The message is sent on the channel that `chat_account_id` or `from_number` names, or else on the default channel; `not_found` means that the account has no such channel, or none at all. The service never resends a message on its own: after `provider_outcome_unknown`, get the message before you decide to send it again. After a `retryable` error, the `Idempotency-Key` can be used again; while the outcome is unknown, retries with the key return that error and send nothing. Once a message exists, errors include its `message_id` and `conversation_id`.
         *
         *     Needs the scope `messages:send`.
         *
         *     Send files as parts of a form: `image` of at most 5 MiB, `document` of at most 100 MiB, `video` of at most 16 MiB, `audio` of at most 16 MiB.
         */
        post: operations["externalApiInboxSendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/inbox/send-template-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a template
         * @deprecated
         * @description Use `POST /v1/templates/send` instead.
         *
         *     The template is sent on the Cloud channel that `chat_account_id` or `from_number` names, or else on the default channel. You can send templates at any time: they need no open customer care window and do not open one. The result is a message like any other. A retry with the same `Idempotency-Key` returns the same response and sends nothing; after `provider_outcome_unknown`, retries return that error until the outcome is known.
         *
         *     Needs the scope `messages:send`.
         *
         *     Send files as parts of a form: `header_media_file` of at most 100 MiB, `media_file` of at most 100 MiB.
         */
        post: operations["externalApiInboxSendTemplateMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/inbox/template-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @deprecated
         * @description Use `GET /v1/templates` instead.
         *
         *     Returns the approved templates of Cloud channels, newest first. Use `status` to list others.
         *
         *     Needs the scope `templates:read`.
         */
        get: operations["externalApiInboxTemplateList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a credential
         * @deprecated
         * @description Use `GET /v1/ping` instead.
         *
         *     Shows how the service sees you. It accepts a valid credential from any address, so you can find out which address to allow. Requests from an address on the allowlist count toward the rate limit of the account, others toward a limit for that address. Needs no scope.
         */
        get: operations["externalApiPing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external-api/templates/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a template
         * @deprecated
         * @description Use `POST /v1/templates/send` instead.
         *
         *     The template is sent on the Cloud channel that `chat_account_id` or `from_number` names, or else on the default channel. You can send templates at any time: they need no open customer care window and do not open one. The result is a message like any other. A retry with the same `Idempotency-Key` returns the same response and sends nothing; after `provider_outcome_unknown`, retries return that error until the outcome is known.
         *
         *     Needs the scope `messages:send`.
         *
         *     Send files as parts of a form: `header_media_file` of at most 100 MiB, `media_file` of at most 100 MiB.
         */
        post: operations["externalApiTemplatesSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process is running
         * @description For supervisors. Restart a process that does not respond.
         */
        get: operations["isAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description In OpenAPI 3.1. The response has an `ETag`, so you can check whether the document has changed.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process can take requests
         * @description For load balancers.
         */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account
         * @description Shows what the account may use, and what is left of it. Every credential of the account may read it.
         *
         *     Needs no scope.
         */
        get: operations["getOwnAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capabilities/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the template capabilities of a channel, by query
         * @description Needs the scope `templates:read` or `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        get: operations["getTemplateCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat-accounts/{id}/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the template capabilities of a channel
         * @description Needs the scope `templates:read` or `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        get: operations["getChatAccountCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Newest first.
         *
         *     Needs the scope `contacts:read`.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create a contact
         * @description Needs the scope `contacts:write`.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact
         * @description Needs the scope `contacts:read`.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Its conversations and tickets are kept.
         *
         *     Needs the scope `contacts:write`.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Fields that you omit stay unchanged.
         *
         *     Needs the scope `contacts:write`.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description Sorted by latest activity.
         *
         *     Needs the scope `conversations:read`.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation
         * @description Needs the scope `conversations:read`.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a conversation
         * @description Newest first, by the time at which the message was taken from the client or sent by the person. The `sent_at` of a send that took a while is later.
         *
         *     Needs the scope `messages:read`.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a conversation as read
         * @description Sets `unread_count` to 0 and shows the contact that the messages were read, as soon as the network can be reached. Repeating the request changes nothing.
         *
         *     Needs the scope `messages:send`.
         */
        post: operations["readConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show that somebody types
         * @description The contact sees it until a message arrives, at most for 25 seconds. Repeating the request within 5 seconds changes nothing. On a Cloud channel it needs a message of the contact (else `capability_error`, reason `no_inbound_message`), marks the conversation as read and sets `unread_count` to 0.
         *
         *     Needs the scope `messages:send`.
         */
        post: operations["showTyping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cta-urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List CTA URLs
         * @description In order of creation.
         *
         *     Needs the scope `assets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        get: operations["listCtaUrls"];
        put?: never;
        /**
         * Create a CTA URL
         * @description A message with a button that opens a web page. Send it with `cta_url_id`, on Cloud channels.
         *
         *     Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        post: operations["createCtaUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cta-urls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a CTA URL
         * @description Messages that were sent before keep their content.
         *
         *     Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        delete: operations["deleteCtaUrl"];
        options?: never;
        head?: never;
        /**
         * Update a CTA URL
         * @description Fields that you omit stay unchanged. Messages that were sent before show what it was then.
         *
         *     Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        patch: operations["updateCtaUrl"];
        trace?: never;
    };
    "/v1/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description Includes the quota of the account. Returns the whole list, oldest first, unless the query asks for a page.
         *
         *     Needs the scope `devices:read`.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Create a Device channel
         * @description Next, request a QR code or a pairing code and poll the status until it is `connected`. A pending or disconnected channel with the same `phone_number` is reused under the new name: the response is 200 with `reused` true, and no further slot is used. An account can have at most 1,000 channels, whatever its plan.
         *
         *     Needs the scope `devices:manage`.
         */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/cloud/onboarding-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start onboarding a Cloud number
         * @description Open `hosted_url` in a full browser window. The user signs in to the account, connects their number with the provider, and returns to `return_url` with `session_id`, `status`, `state` and `device_id` in the query string. Then get the session: do not trust what the browser sends. The session expires after 30 minutes.
         *
         *     Needs the scope `devices:manage`.
         */
        post: operations["createOnboardingSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/cloud/onboarding-sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an onboarding session
         * @description Needs the scope `devices:manage`.
         */
        get: operations["getOnboardingSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description This cannot be undone. The conversations and messages of the channel disappear with it, and its slot becomes free. If it was the default, the oldest remaining channel becomes the default.
         *
         *     Needs the scope `devices:manage`.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{id}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the default channel for sending
         * @description Needs the scope `devices:manage`.
         */
        post: operations["setDefaultChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{id}/pairing-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a pairing code
         * @description Enter the code on the phone, under linked devices, instead of scanning a QR code. Send the number as `phone` or `phone_number`. A disconnected channel becomes `pending` first.
         *
         *     Needs the scope `devices:manage`.
         */
        post: operations["createPairingCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{id}/qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a QR code
         * @description Scan the code with the phone, under linked devices. It expires after `qr_duration` seconds; request a new one then. If the channel is connected, `qr` is null. A disconnected channel becomes `pending` first.
         *
         *     Needs the scope `qr:generate`.
         */
        post: operations["createQr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{id}/reconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a channel to link it again
         * @description The channel becomes `pending` and needs a new QR code or pairing code. A channel that is really connected is left unchanged, and `message` says so.
         *
         *     Needs the scope `devices:manage`.
         */
        post: operations["reconnectChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a channel
         * @description Queries the device session on every call. While a phone is being linked, poll every 2 to 3 seconds.
         *
         *     Needs the scope `devices:read`.
         */
        get: operations["getChannelStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Sends the events of the account as they happen, as server-sent events. `event` is the type of the event, `data` the body of its webhook with the event’s `id` as a further member; contacts have the events `contact.created`, `contact.updated` and `contact.deleted` here. A credential gets the events of what it may list: messages and conversations with `messages:read`, channels with `devices:read`, templates with `templates:read`, tickets with `tickets:read` (listed explicitly), contacts with `contacts:read`, endpoints with `messages:webhook`.
         *
         *     The first frame is `hello`. Every frame with an `id` is a point to resume from: after a break, send the last `id` as `Last-Event-ID` or `cursor`, and everything since follows, once. If that is not possible (after about 5 minutes, or because something in between was deleted), a single `reset` comes instead: read what you show again. `changed` is a hint that a `resource` changed without an event; hints are not replayed, so read such resources again after `hello`, too. While nothing happens, a comment with an `id` comes every 15 seconds.
         *
         *     A stream ends when its credential does, when its client reads too slowly, and when the service restarts. A person can have 5 streams, an account 100. Opening one counts as one request.
         *
         *     Needs the scope `messages:read` or `devices:read` or `templates:read` or `tickets:read` or `contacts:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/interactive-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List interactive lists
         * @description In order of creation.
         *
         *     Needs the scope `assets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        get: operations["listInteractiveLists"];
        put?: never;
        /**
         * Create an interactive list
         * @description A message with a menu to choose from. Send it with `interactive_list_id`, on Cloud channels.
         *
         *     Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        post: operations["createInteractiveList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/interactive-lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an interactive list
         * @description Messages that were sent before keep their content.
         *
         *     Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        delete: operations["deleteInteractiveList"];
        options?: never;
        head?: never;
        /**
         * Update an interactive list
         * @description Fields that you omit stay unchanged. Messages that were sent before show what it was then.
         *
         *     Needs the scope `assets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        patch: operations["updateInteractiveList"];
        trace?: never;
    };
    "/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description Keeps a file for 24 hours, so that it can be sent by its `media_id`: many times, and in JSON. Each message gets a copy of its own, which stays. The bytes count toward what the account may keep.
         *
         *     Needs the scope `messages:send`.
         *
         *     Send files as parts of a form: `file` of at most 100 MiB.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message
         * @description The message is sent on the channel that `chat_account_id` or `from_number` names, or else on the default channel; `not_found` means that the account has no such channel, or none at all. The service never resends a message on its own: after `provider_outcome_unknown`, get the message before you decide to send it again. After a `retryable` error, the `Idempotency-Key` can be used again; while the outcome is unknown, retries with the key return that error and send nothing. Once a message exists, errors include its `message_id` and `conversation_id`.
         *
         *     Needs the scope `messages:send`.
         *
         *     Send files as parts of a form: `image` of at most 5 MiB, `document` of at most 100 MiB, `video` of at most 16 MiB, `audio` of at most 16 MiB, `sticker` of at most 500 KiB.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a message
         * @description Needs the scope `messages:read`.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the media of a message
         * @description Returns the bytes as a file download; browsers never display them. If the media is still on its way from the chat network, the request waits for it; `service_unavailable` means that it takes longer.
         *
         *     Needs the scope `messages:read`.
         */
        get: operations["getMessageMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a credential
         * @description Shows how the service sees you. It accepts a valid credential from any address, so you can find out which address to allow. Requests from an address on the allowlist count toward the rate limit of the account, others toward a limit for that address. Needs no scope.
         */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Returns the approved templates of Cloud channels, newest first. Use `status` to list others.
         *
         *     Needs the scope `templates:read`.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description Submits the template to the provider for review; `template.status_changed` reports the outcome. A retry with the same `Idempotency-Key` returns the same response and submits nothing.
         *
         *     Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
         *
         *     Send files as parts of a form: `header_media_file` of at most 100 MiB.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a template
         * @description The template is sent on the Cloud channel that `chat_account_id` or `from_number` names, or else on the default channel. You can send templates at any time: they need no open customer care window and do not open one. The result is a message like any other. A retry with the same `Idempotency-Key` returns the same response and sends nothing; after `provider_outcome_unknown`, retries return that error until the outcome is known.
         *
         *     Needs the scope `messages:send`.
         *
         *     Send files as parts of a form: `header_media_file` of at most 100 MiB, `media_file` of at most 100 MiB.
         */
        post: operations["sendTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync templates from the provider
         * @description Runs automatically every 15 minutes by default. Review statuses need no sync. Without `chat_account_id`, provider accounts at which no number is connected are skipped.
         *
         *     Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
         */
        post: operations["syncTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a template
         * @description Checks the template against the provider's rules without calling the provider: nothing is stored, and URLs are not fetched. `errors` lists every problem.
         *
         *     Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Send files as parts of a form: `header_media_file` of at most 100 MiB.
         */
        post: operations["validateTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         * @description Needs the scope `templates:read`.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description Deletes the template at the provider, which then blocks its name and language for 30 days.
         *
         *     Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_PROVIDER_DELETE_V1` is off, which is the default.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Edit a template
         * @description The provider reviews the template again unless the edit changes nothing. You can edit approved, rejected and paused templates; an approved template can be edited once a day and ten times in 30 days.
         *
         *     Needs the scope `templates:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TEMPLATE_LIFECYCLE_V1` is off.
         *
         *     Send files as parts of a form: `header_media_file` of at most 100 MiB.
         */
        patch: operations["updateTemplate"];
        trace?: never;
    };
    "/v1/ticket-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ticket types
         * @description Returns the whole list unless the query asks for a page.
         *
         *     Needs the scope `tickets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        get: operations["listTicketTypes"];
        put?: never;
        /**
         * Create a ticket type
         * @description An account can have at most 500 ticket types.
         *
         *     Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        post: operations["createTicketType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets
         * @description Newest first.
         *
         *     Needs the scope `tickets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        get: operations["listTickets"];
        put?: never;
        /**
         * Open a ticket
         * @description Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a ticket
         * @description Needs the scope `tickets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a ticket
         * @description Fields that you omit stay unchanged. A status that cannot follow the current one is a `conflict`; sending the current status changes nothing.
         *
         *     Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        patch: operations["updateTicket"];
        trace?: never;
    };
    "/v1/tickets/{number}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a ticket
         * @description Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        post: operations["closeTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{number}/csat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rate a ticket
         * @description A ticket can be rated once, when it is resolved or closed.
         *
         *     Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        post: operations["rateTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{number}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a ticket
         * @description Only a resolved or closed ticket can be reopened.
         *
         *     Needs the scope `tickets:write`. The key must list it explicitly: a key without a list of scopes is rejected.
         *
         *     Returns `feature_disabled` if the setting `FEATURE_TENANT_TICKETS_V1` is off.
         */
        post: operations["reopenTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages
         * @description How many messages were received, sent, delivered, read, or failed, by hour or day. Counts follow within seconds, and stay when messages or channels are deleted. At most 10,000 counts are returned: ask for a shorter time, or group by less.
         *
         *     Needs the scope `messages:read`.
         */
        get: operations["countMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of the account
         * @description To whom tickets can be assigned (`assignee_id`). Newest first; people who were disabled are not listed.
         *
         *     Needs the scope `tickets:read`. The key must list it explicitly: a key without a list of scopes is rejected.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first. Returns the whole list unless the query asks for a page. An app sees and changes only the endpoints that it registered itself, here and in the operations below.
         *
         *     Needs the scope `messages:webhook`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description The response contains the `secret` that signs the deliveries. It is returned only once. An account can have 100 endpoints, 20 of them of the same app.
         *
         *     Needs the scope `messages:webhook`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a failed delivery
         * @description For failed or blocked deliveries. The delivery keeps its id and `webhook-id`, and gets as many attempts as a new one.
         *
         *     Needs the scope `messages:webhook`.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it. What was on its way already may still arrive for some seconds.
         *
         *     Needs the scope `messages:webhook`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Fields that you omit stay unchanged. A new URL applies from the next attempt.
         *
         *     Needs the scope `messages:webhook`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Newest first. Deliveries are kept for 30 days.
         *
         *     Needs the scope `messages:webhook`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its attempts
         * @description Needs the scope `messages:webhook`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a disabled webhook endpoint
         * @description Sends three probes (`webhook.test` events). If each gets a 2xx response, the endpoint becomes active again; else the `conflict` has `probes`, too. If probes are switched off by policy, it becomes active at once. An active endpoint is left unchanged.
         *
         *     Needs the scope `messages:webhook`.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend failed deliveries
         * @description Queues every failed or blocked delivery of the endpoint that failed at or after `since`.
         *
         *     Needs the scope `messages:webhook`.
         */
        post: operations["recoverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description For 24 hours, deliveries carry two signatures: one with the new secret and one with the previous secret. If you rotate again within that time, the older of the two stops working at once.
         *
         *     Needs the scope `messages:webhook`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Queues a `webhook.test` event for this endpoint, whatever events it subscribes to.
         *
         *     Needs the scope `messages:webhook`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "account.limit_reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The account keeps 80 or 100 % of what it may keep of one kind
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["account.limit_reached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.merged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Two conversations with one person became one
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["conversation.merged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A channel connected
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["device.connected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.disconnected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A connected channel lost its link
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["device.disconnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The connection status of a channel changed
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["device.status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.token_expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The token of a Cloud channel expires in 14, 7 or 1 days: renew the channel
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["device.token_expiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the provider says of a Cloud channel changed, such as when its token expires
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["device.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was deleted by its sender
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["message.deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message reached its recipient
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["message.delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was not delivered
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["message.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was read
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["message.read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was received
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["message.received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The network accepted a message
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["message.sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was edited by its sender
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["message.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "template.category_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The provider moved a template to another category
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["template.category_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "template.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a template changed
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["template.status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was opened
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["ticket.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a ticket changed
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["ticket.status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An endpoint was disabled, since it was gone or no delivery succeeded for 5 days
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["webhook.disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of the endpoint was requested
         * @description Verify the signature before you trust the payload, and respond with 2xx within 15 seconds.
         */
        post: operations["webhook.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description What the account may keep of one kind. */
        AccountLimit: {
            /** @enum {string} */
            limit: "contacts" | "media_bytes" | "onboarding_sessions" | "read_receipts" | "recoveries" | "send_keys" | "template_keys" | "templates" | "tickets" | "webhooks";
            /** @enum {string} */
            unit: "records" | "bytes";
            /**
             * Format: int64
             * @description May be more than `max`: what arrives is always kept.
             */
            used: number;
            /** Format: int64 */
            max: number;
            /** Format: int64 */
            remaining: number;
        };
        /** @description The account of a credential. */
        AccountName: {
            /** Format: int64 */
            id: number;
            name: string;
        };
        /** @description What the account may use. */
        AccountPlan: {
            device_channels: boolean;
            cloud_channels: boolean;
            coexistence: boolean;
            /** @description Whether webhooks may be tested and deliveries resent. */
            manual_probes: boolean;
        };
        /** @description The requests that all credentials of the account together may send. */
        AccountRateLimit: {
            /**
             * Format: int64
             * @description Requests in any minute.
             */
            limit: number;
            /**
             * Format: int64
             * @description What is left of it at this moment.
             */
            remaining: number;
        };
        /** @description The channels that the account may have. */
        AccountSlots: {
            /**
             * Format: int64
             * @description -1 if the plan is unlimited.
             */
            limit: number;
            /** Format: int64 */
            used: number;
            /**
             * Format: int64
             * @description -1 if the plan is unlimited.
             */
            remaining: number;
        };
        Capabilities: {
            /** Format: int64 */
            chat_account_id: number;
            /** @enum {string} */
            channel_type: "cloud" | "device";
            template_management_supported: boolean;
            /** @description Why template management is not supported. */
            blockers: ("template_api_cloud_only" | "credentials_missing")[];
        };
        CapabilitiesResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["Capabilities"];
            meta: components["schemas"]["Meta"];
        };
        CardAddress: {
            street?: string | null;
            city?: string | null;
            state?: string | null;
            zip?: string | null;
            country?: string | null;
            country_code?: string | null;
            /** @description Such as `HOME` or `WORK`. */
            type?: string | null;
        };
        CardEmail: {
            email: string;
            /** @description Such as `HOME` or `WORK`. */
            type?: string | null;
        };
        CardName: {
            /** @description The whole name, as it is shown. */
            formatted_name: string;
            first_name?: string | null;
            last_name?: string | null;
            middle_name?: string | null;
            prefix?: string | null;
            suffix?: string | null;
        };
        CardOrganization: {
            company?: string | null;
            department?: string | null;
            title?: string | null;
        };
        CardPhone: {
            phone: string;
            /** @description The number on the network, with country code: its owner can be written to from the card. */
            wa_id?: string | null;
            /** @description Such as `HOME` or `WORK`. */
            type?: string | null;
        };
        CardUrl: {
            url: string;
            /** @description Such as `HOME` or `WORK`. */
            type?: string | null;
        };
        /** @description A channel. The paths call it a device. */
        Channel: {
            /** Format: int64 */
            id: number;
            business_name: string;
            /** @description Digits with country code; absent until known. */
            phone_number?: string;
            /** @enum {string} */
            channel_type: "cloud" | "device";
            /**
             * @description Use this type to route: `channel_type` may disagree with `origin` in records from older versions.
             * @enum {string}
             */
            effective_channel_type: "cloud" | "device";
            /** @enum {string} */
            origin: "cloud" | "device";
            /** @enum {string} */
            connection_status: "pending" | "connected" | "disconnected";
            /** @description Messages are sent on this channel unless they name another. */
            is_default: boolean;
            /** Format: date-time */
            last_seen_at: string | null;
            /** @description A Cloud channel's quality at the provider, in its words: GREEN, YELLOW or RED; null: unknown. */
            quality_rating: string | null;
            /** @description How many people a Cloud channel may write to first in a day, in the provider's words; null: unknown. */
            messaging_limit: string | null;
            /** @description Whether the provider accepted a Cloud channel's display name, in its words; null: unknown. */
            name_status: string | null;
            /**
             * Format: date-time
             * @description When the token of a Cloud channel at the provider expires; null: never, or unknown.
             */
            token_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ChannelList: {
            devices: components["schemas"]["Channel"][];
            quota: components["schemas"]["Quota"];
        };
        ChannelListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ChannelList"];
            meta: components["schemas"]["WholeListMeta"];
        };
        ChannelResult: {
            device: components["schemas"]["Channel"];
        };
        ChannelResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ChannelResult"];
            meta: components["schemas"]["Meta"];
        };
        ChannelStatus: {
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            connection_status: "pending" | "connected" | "disconnected";
            /** Format: date-time */
            last_seen_at: string | null;
            /** Format: date-time */
            last_heartbeat_at: string | null;
            /** @description Why the link was lost or refused, and what to do. */
            last_error: string | null;
            /** @description The same in one word, from those of `reason` of `device.status_changed`, such as `logged_out` or `token_invalid`; null without `last_error`. Expect words that you do not know. */
            last_error_reason: string | null;
            phone_number: string | null;
            /** @description The device session's own status, for example CONNECTED; null for Cloud channels. */
            device_raw_status: string | null;
            /** @description True while a phone is being linked. */
            awaiting_link: boolean;
            /** @description Null for a channel whose number is not in the business app (Coexistence). */
            sync: components["schemas"]["NumberSync"] | null;
        };
        ChannelStatusResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ChannelStatus"];
            meta: components["schemas"]["Meta"];
        };
        /** @description An entry in the address book. */
        Contact: {
            /** Format: int64 */
            id: number;
            firstname: string;
            lastname: string | null;
            /** @description Dial code without +. */
            mobile_code: string;
            /** @description National number, as it was provided. */
            mobile: string;
            /** @description Dial code and national number, without a trunk prefix. */
            phone: string;
            /** @description Marketing templates are not sent to this contact: the account said so, or the person told the provider. Either is enough. */
            marketing_opted_out: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description A contact card, in the provider's format. */
        ContactCard: {
            name: components["schemas"]["CardName"];
            phones?: components["schemas"]["CardPhone"][] | null;
            emails?: components["schemas"]["CardEmail"][] | null;
            urls?: components["schemas"]["CardUrl"][] | null;
            addresses?: components["schemas"]["CardAddress"][] | null;
            org?: components["schemas"]["CardOrganization"] | null;
            /** @description As in 1906-12-09. */
            birthday?: string | null;
        };
        ContactList: {
            contacts: components["schemas"]["Contact"][];
        };
        ContactListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ContactList"];
            meta: components["schemas"]["ListMeta"];
        };
        ContactResult: {
            contact: components["schemas"]["Contact"];
        };
        ContactResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ContactResult"];
            meta: components["schemas"]["Meta"];
        };
        Conversation: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            chat_account_id: number;
            contact: components["schemas"]["MessageContact"];
            /** Format: int64 */
            unread_count: number;
            /**
             * Format: date-time
             * @description When the customer care window closes; null for Device channels, which have none.
             */
            window_expires_at: string | null;
            last_message: components["schemas"]["Message"] | null;
            /** Format: date-time */
            last_message_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ConversationList: {
            conversations: components["schemas"]["Conversation"][];
        };
        ConversationListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ConversationList"];
            meta: components["schemas"]["ListMeta"];
        };
        ConversationMergedData: {
            /** @description The older of the two, which has all messages now. */
            conversation: components["schemas"]["Conversation"];
            /**
             * Format: int64
             * @description The id of the other one. It leads to `conversation` for good.
             */
            merged_id: number;
        };
        ConversationResult: {
            conversation: components["schemas"]["Conversation"];
        };
        ConversationResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ConversationResult"];
            meta: components["schemas"]["Meta"];
        };
        CreateChannel: {
            name: string;
            /**
             * @description Must be `device`.
             * @default device
             */
            type?: string | null;
            /** @description Digits with country code. */
            phone_number?: string | null;
        };
        CreateContact: {
            firstname: string;
            lastname?: string | null;
            /** @description Dial code without +. */
            mobile_code: string;
            /** @description National number. A trunk prefix, such as the 0 in 07911 123456, is allowed. A number that wrote to you is accepted even if no numbering plan has it. */
            mobile: string;
            /** @description The word of the account. What the person told the provider counts beside it. */
            marketing_opted_out?: boolean | null;
        };
        CreateOnboardingSession: {
            /** @description Where the user goes afterward: https, or http on localhost and 127.0.0.1. The host must match a redirect URI of a developer app; port and path do not matter. */
            return_url: string;
            /** @description Your own value, to recognize the user who returns. */
            state?: string | null;
            /**
             * @description `coexistence`: the number stays active in the business app.
             * @default cloud
             * @enum {string|null}
             */
            mode?: "cloud" | "coexistence" | null;
            /**
             * Format: int64
             * @description With an API key: only the redirect URIs of this app count, not those of all apps of the account. Ignored with an access token, which uses those of its own app.
             */
            developer_app_id?: number | null;
        };
        /** @description A template to create or validate. If you include a file, send a form with lists encoded as JSON. */
        CreateTemplate: {
            /**
             * Format: int64
             * @description The Cloud channel whose provider account the template belongs to. Defaults to the default channel.
             */
            chat_account_id?: number | null;
            /** @description 1 to 512 lowercase letters, digits and underscores. */
            name: string;
            /** @description A language code of the provider, for example `en_US`. */
            language: string;
            /** @enum {string} */
            category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /**
             * @default NONE
             * @enum {string}
             */
            header_format?: "NONE" | "TEXT" | "DOCUMENT" | "IMAGE" | "VIDEO";
            /** @description For TEXT headers: at most 60 characters, with at most one variable, {{1}}. */
            header_text?: string | null;
            /** @description An example value for the header variable. */
            header_example?: string | null;
            /** @description A public https URL of the sample for a DOCUMENT, IMAGE or VIDEO header. */
            header_media_url?: string | null;
            /** @description The `media_id` of the sample, which was uploaded with `POST /v1/media` within the last 24 hours. The template keeps a copy. */
            header_media_id?: string | null;
            /** @description 1 to 1024 characters, with variables {{1}}, {{2}} and so on, none of them at the start or end. Authentication templates have no body: the provider supplies their text. */
            body?: string | null;
            /** @description An example value for each body variable. */
            body_examples?: string[] | null;
            /** @description At most 60 characters, without variables. */
            footer?: string | null;
            buttons?: components["schemas"]["TemplateButton"][] | null;
            /** @description For authentication templates: adds a recommendation not to share the code. */
            add_security_recommendation?: boolean | null;
            /**
             * Format: int64
             * @description For authentication templates: states in the footer how long the code is valid, 1 to 90 minutes.
             */
            code_expiration_minutes?: number | null;
        };
        /** @description A template to create or validate. If you include a file, send a form with lists encoded as JSON. */
        CreateTemplateForm: {
            /**
             * Format: int64
             * @description The Cloud channel whose provider account the template belongs to. Defaults to the default channel.
             */
            chat_account_id?: number | null;
            /** @description 1 to 512 lowercase letters, digits and underscores. */
            name: string;
            /** @description A language code of the provider, for example `en_US`. */
            language: string;
            /** @enum {string} */
            category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /**
             * @default NONE
             * @enum {string}
             */
            header_format?: "NONE" | "TEXT" | "DOCUMENT" | "IMAGE" | "VIDEO";
            /** @description For TEXT headers: at most 60 characters, with at most one variable, {{1}}. */
            header_text?: string | null;
            /** @description An example value for the header variable. */
            header_example?: string | null;
            /** @description A public https URL of the sample for a DOCUMENT, IMAGE or VIDEO header. */
            header_media_url?: string | null;
            /** @description The `media_id` of the sample, which was uploaded with `POST /v1/media` within the last 24 hours. The template keeps a copy. */
            header_media_id?: string | null;
            /**
             * Format: binary
             * @description The sample as a file.
             */
            header_media_file?: Blob;
            /** @description 1 to 1024 characters, with variables {{1}}, {{2}} and so on, none of them at the start or end. Authentication templates have no body: the provider supplies their text. */
            body?: string | null;
            /** @description An example value for each body variable. */
            body_examples?: string[] | null;
            /** @description At most 60 characters, without variables. */
            footer?: string | null;
            buttons?: components["schemas"]["TemplateButton"][] | null;
            /** @description For authentication templates: adds a recommendation not to share the code. */
            add_security_recommendation?: boolean | null;
            /**
             * Format: int64
             * @description For authentication templates: states in the footer how long the code is valid, 1 to 90 minutes.
             */
            code_expiration_minutes?: number | null;
        };
        CreateTicket: {
            /** @description The key of a ticket type, of which a new account has none. */
            type_key: string;
            subject: string;
            description?: string | null;
            /** Format: int64 */
            contact_id?: number | null;
            /** Format: int64 */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description A user of the account.
             */
            assignee_id?: number | null;
        };
        CreateTicketType: {
            key: string;
            name: string;
        };
        CreateWebhook: {
            label: string;
            /** @description A public https URL, without user name and password, that accepts POST requests. It is stored in normalized form. */
            url: string;
            /** @description Exact event names, such as `message.received`, and families, such as `message.*`. Omitted or empty: all events. */
            events?: string[] | null;
        };
        CreatedChannel: {
            device: components["schemas"]["Channel"];
            /** @description True if an existing channel with this number was reused. */
            reused: boolean;
            message: string;
        };
        CreatedChannelResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["CreatedChannel"];
            meta: components["schemas"]["Meta"];
        };
        CreatedOnboardingSession: {
            /** Format: uuid */
            session_id: string;
            /** @enum {string} */
            mode: "cloud" | "coexistence";
            /** @description Open it in a full browser window, not in a frame. */
            hosted_url: string;
            /** Format: date-time */
            expires_at: string;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "expired";
        };
        CreatedOnboardingSessionResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["CreatedOnboardingSession"];
            meta: components["schemas"]["Meta"];
        };
        CreatedWebhook: {
            webhook: components["schemas"]["Webhook"];
            /** @description `whsec_…`, returned only once. */
            secret: string;
        };
        CreatedWebhookResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["CreatedWebhook"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Customer satisfaction. */
        Csat: {
            rating: number;
            comment: string | null;
        };
        CtaUrl: {
            display_text: string;
            url: string;
            /** Format: int64 */
            id: number;
            name: string;
            header: string | null;
            body: string;
            footer: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CtaUrlList: {
            cta_urls: components["schemas"]["CtaUrl"][];
        };
        CtaUrlListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["CtaUrlList"];
            meta: components["schemas"]["WholeListMeta"];
        };
        CtaUrlResult: {
            cta_url: components["schemas"]["CtaUrl"];
        };
        CtaUrlResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["CtaUrlResult"];
            meta: components["schemas"]["Meta"];
        };
        CtaUrlSettings: {
            /** @description On the button. */
            display_text: string;
            /** @description What the button opens, with http:// or https://. */
            url: string;
            /** @description What the account calls it. It is not sent. */
            name: string;
            header?: string | null;
            body: string;
            footer?: string | null;
        };
        Deleted: {
            deleted: boolean;
            /** Format: int64 */
            id: number;
        };
        DeletedChannel: {
            deleted: boolean;
            /** @enum {string} */
            channel_type: "cloud" | "device";
            /** @description False if the plan is unlimited. */
            quota_restored: boolean;
            /** Format: int64 */
            device_id: number;
        };
        DeletedChannelResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["DeletedChannel"];
            meta: components["schemas"]["Meta"];
        };
        DeletedResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["Deleted"];
            meta: components["schemas"]["Meta"];
        };
        DeletedTemplate: {
            deleted: boolean;
            id: string;
        };
        DeletedTemplateResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["DeletedTemplate"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The delivery of one event to one endpoint, with the result of the latest attempt. */
        Delivery: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            webhook_id: number;
            /** @description The `webhook-id` of every attempt. */
            event_id: string;
            /** @description The name of the event. */
            event: string;
            /** @description The body of every attempt. Null once the channel is deleted or the person erased, and in lists if it is long. */
            payload: {
                [key: string]: unknown;
            } | null;
            /** @description True if the payload was left out of a list because it is long. Get the delivery by its id to see it. */
            payload_truncated: boolean;
            /**
             * @description `blocked`: calls to this address are not allowed.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "blocked";
            /**
             * Format: int64
             * @description Number of attempts so far.
             */
            attempts: number;
            /** Format: int64 */
            response_status: number | null;
            /** @description The first KiB of the response. */
            response_body: string | null;
            /** @description Why the delivery did not succeed: `http_status`, `redirect`, `timeout`, `dns`, `connect`, `tls`, `reset`, `protocol`, `blocked`, `internal`, `endpoint_disabled`, or `person_erased`. */
            error: string | null;
            /** Format: int64 */
            duration_ms: number | null;
            /** Format: date-time */
            next_retry_at: string | null;
            /** Format: date-time */
            delivered_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DeliveryAttempt: {
            /**
             * Format: int64
             * @description Starts at 1. Resends continue the count.
             */
            number: number;
            /**
             * Format: date-time
             * @description When the attempt ended.
             */
            at: string;
            /** Format: int64 */
            response_status: number | null;
            error: string | null;
            /** Format: int64 */
            duration_ms: number;
        };
        DeliveryDetails: {
            delivery: components["schemas"]["DeliveryWithAttempts"];
        };
        DeliveryDetailsResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["DeliveryDetails"];
            meta: components["schemas"]["Meta"];
        };
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
        };
        DeliveryListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["DeliveryList"];
            meta: components["schemas"]["ListMeta"];
        };
        DeliveryResult: {
            delivery: components["schemas"]["Delivery"];
        };
        DeliveryResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["DeliveryResult"];
            meta: components["schemas"]["Meta"];
        };
        DeliveryWithAttempts: {
            /** @description The latest 100 attempts, oldest first. */
            attempt_log: components["schemas"]["DeliveryAttempt"][];
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            webhook_id: number;
            /** @description The `webhook-id` of every attempt. */
            event_id: string;
            /** @description The name of the event. */
            event: string;
            /** @description The body of every attempt. Null once the channel is deleted or the person erased, and in lists if it is long. */
            payload: {
                [key: string]: unknown;
            } | null;
            /** @description True if the payload was left out of a list because it is long. Get the delivery by its id to see it. */
            payload_truncated: boolean;
            /**
             * @description `blocked`: calls to this address are not allowed.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "blocked";
            /**
             * Format: int64
             * @description Number of attempts so far.
             */
            attempts: number;
            /** Format: int64 */
            response_status: number | null;
            /** @description The first KiB of the response. */
            response_body: string | null;
            /** @description Why the delivery did not succeed: `http_status`, `redirect`, `timeout`, `dns`, `connect`, `tls`, `reset`, `protocol`, `blocked`, `internal`, `endpoint_disabled`, or `person_erased`. */
            error: string | null;
            /** Format: int64 */
            duration_ms: number | null;
            /** Format: date-time */
            next_retry_at: string | null;
            /** Format: date-time */
            delivered_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DeviceEventData: {
            device: components["schemas"]["Channel"];
        };
        DeviceStatusChangedData: {
            /** @enum {string} */
            from_status: "pending" | "connected" | "disconnected";
            /** @enum {string} */
            to_status: "pending" | "connected" | "disconnected";
            /** @description Why, in one word, such as `logged_out` or `token_invalid`. Expect words that you do not know. */
            reason: string | null;
            device: components["schemas"]["Channel"];
        };
        DeviceTokenExpiringData: {
            /** Format: date-time */
            expires_at: string;
            device: components["schemas"]["Channel"];
        };
        DeviceUpdatedData: {
            /** @description The members that changed, with their former values. */
            previous: {
                [key: string]: unknown;
            };
            device: components["schemas"]["Channel"];
        };
        EnabledWebhook: {
            webhook: components["schemas"]["Webhook"];
            /** @description The probes that were sent: none to an active endpoint, or if they are switched off by policy. */
            probes?: components["schemas"]["Probe"][] | null;
        };
        EnabledWebhookResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["EnabledWebhook"];
            meta: components["schemas"]["Meta"];
        };
        Error: {
            /**
             * @description Machine-readable error code.
             * @enum {string}
             */
            code: "bad_request" | "unauthenticated" | "ip_not_whitelisted" | "billing_blocked" | "insufficient_scope" | "csrf_failed" | "step_up_required" | "feature_disabled" | "limit_reached" | "outbound_blocked" | "account_mismatch" | "not_found" | "duplicate_device" | "duplicate_contact" | "idempotency_conflict" | "idempotency_in_flight" | "conflict" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "validation_error" | "unsupported_type" | "invalid_channel_type" | "return_url_not_allowed" | "idempotency_key_required" | "template_required" | "capability_error" | "marketing_suppressed" | "invalid_phone" | "rate_limit_exceeded" | "server_error" | "device_service_error" | "qr_failed" | "pairing_failed" | "provider_outcome_unknown" | "provider_error" | "service_unavailable";
            /** @description Human-readable message that says what to do next. */
            message: string;
            /** @description Whether the same request may succeed later. */
            retryable: boolean;
            /** @description The problems with each field, by its path: with `validation_error`, and with `not_found` and `invalid_phone` if a field causes them. */
            errors?: {
                [key: string]: string[];
            };
            /** @description A more specific code. */
            reason?: string;
            /**
             * Format: int64
             * @description Seconds to wait before you retry.
             */
            retry_after?: number;
            /**
             * Format: date-time
             * @description When the restriction ends, if it is known.
             */
            until?: string;
            /** @description With `insufficient_scope`. */
            required_scope?: string;
            /** @description With `ip_not_whitelisted`: the address of the caller. */
            ip?: string;
            /** @description With `return_url_not_allowed`. */
            allowed_hosts?: string[];
            /** @description With `template_required`. */
            template_send_endpoint?: string;
            /** @description The error from the chat network that caused this one, in its own words. */
            provider?: {
                code: string;
                message: string;
            };
            /**
             * Format: int64
             * @description With `duplicate_contact`: the contact that has the number.
             */
            contact_id?: number;
            /**
             * Format: int64
             * @description The message that the failed request created.
             */
            message_id?: number;
            /**
             * Format: int64
             * @description The conversation of that message.
             */
            conversation_id?: number;
            /** @description With the `conflict` of enabling a webhook endpoint: how each probe ended. */
            probes?: {
                /** Format: int64 */
                response_status: number | null;
                error: string | null;
                /** Format: int64 */
                duration_ms: number;
            }[];
        };
        Failure: {
            /** @constant */
            ok: false;
            error: components["schemas"]["Error"];
            meta: components["schemas"]["Meta"];
        };
        InteractiveList: {
            button: string;
            sections: components["schemas"]["ListedSection"][];
            /** Format: int64 */
            id: number;
            name: string;
            header: string | null;
            body: string;
            footer: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        InteractiveListList: {
            interactive_lists: components["schemas"]["InteractiveList"][];
        };
        InteractiveListListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["InteractiveListList"];
            meta: components["schemas"]["WholeListMeta"];
        };
        InteractiveListResult: {
            interactive_list: components["schemas"]["InteractiveList"];
        };
        InteractiveListResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["InteractiveListResult"];
            meta: components["schemas"]["Meta"];
        };
        InteractiveListRow: {
            /** @description Returned when somebody chooses the row; each of the list has another one. */
            id: string;
            title: string;
            description?: string | null;
        };
        InteractiveListSection: {
            /** @description Required when there are several sections. */
            title?: string | null;
            rows: components["schemas"]["InteractiveListRow"][];
        };
        InteractiveListSettings: {
            /** @description On the button that opens the list. */
            button: string;
            sections: components["schemas"]["InteractiveListSection"][];
            /** @description What the account calls it. It is not sent. */
            name: string;
            header?: string | null;
            body: string;
            footer?: string | null;
        };
        LegacyChannelList: {
            devices: components["schemas"]["Channel"][];
            quota: components["schemas"]["Quota"];
            pagination?: components["schemas"]["Pagination"];
        };
        LegacyChannelListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["LegacyChannelList"];
        };
        LegacyContactList: {
            contacts: components["schemas"]["Contact"][];
            pagination: components["schemas"]["Pagination"];
        };
        LegacyContactListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["LegacyContactList"];
        };
        LegacyContactResultResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ContactResult"];
        };
        LegacyConversationList: {
            conversations: components["schemas"]["Conversation"][];
            pagination: components["schemas"]["Pagination"];
        };
        LegacyConversationListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["LegacyConversationList"];
        };
        LegacyCreateContact: {
            firstname: string;
            lastname?: string | null;
            /** @description Dial code without +. */
            mobile_code: string;
            /** @description National number. A trunk prefix, such as the 0 in 07911 123456, is allowed. A number that wrote to you is accepted even if no numbering plan has it. */
            mobile: string;
            /** @description The word of the account. What the person told the provider counts beside it. */
            marketing_opted_out?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        LegacyCreateWebhook: {
            label: string;
            /** @description A public https URL, without user name and password, that accepts POST requests. It is stored in normalized form. */
            url: string;
            /** @description Exact event names, such as `message.received`, and families, such as `message.*`. Omitted or empty: all events. */
            events?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        LegacyCreatedWebhookResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["CreatedWebhook"];
        };
        LegacyDeletedResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Deleted"];
        };
        LegacyFailure: {
            /** @constant */
            status: "error";
            /** @description Human-readable message that says what to do next. */
            message: string;
            /**
             * @description Machine-readable error code.
             * @enum {string}
             */
            code: "bad_request" | "unauthenticated" | "ip_not_whitelisted" | "billing_blocked" | "insufficient_scope" | "csrf_failed" | "step_up_required" | "feature_disabled" | "limit_reached" | "outbound_blocked" | "account_mismatch" | "not_found" | "duplicate_device" | "duplicate_contact" | "idempotency_conflict" | "idempotency_in_flight" | "conflict" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "validation_error" | "unsupported_type" | "invalid_channel_type" | "return_url_not_allowed" | "idempotency_key_required" | "template_required" | "capability_error" | "marketing_suppressed" | "invalid_phone" | "rate_limit_exceeded" | "server_error" | "device_service_error" | "qr_failed" | "pairing_failed" | "provider_outcome_unknown" | "provider_error" | "service_unavailable";
            data: components["schemas"]["LegacyFailureData"];
        };
        /** @description The fields of a v1 `error` other than code and message. */
        LegacyFailureData: {
            /** @description Whether the same request may succeed later. */
            retryable: boolean;
            /** @description The problems with each field, by its path: with `validation_error`, and with `not_found` and `invalid_phone` if a field causes them. */
            errors?: {
                [key: string]: string[];
            };
            /** @description A more specific code. */
            reason?: string;
            /**
             * Format: int64
             * @description Seconds to wait before you retry.
             */
            retry_after?: number;
            /**
             * Format: date-time
             * @description When the restriction ends, if it is known.
             */
            until?: string;
            /** @description With `insufficient_scope`. */
            required_scope?: string;
            /** @description With `ip_not_whitelisted`: the address of the caller. */
            ip?: string;
            /** @description With `return_url_not_allowed`. */
            allowed_hosts?: string[];
            /** @description With `template_required`. */
            template_send_endpoint?: string;
            /** @description The error from the chat network that caused this one, in its own words. */
            provider?: {
                code: string;
                message: string;
            };
            /**
             * Format: int64
             * @description With `duplicate_contact`: the contact that has the number.
             */
            contact_id?: number;
            /**
             * Format: int64
             * @description The message that the failed request created.
             */
            message_id?: number;
            /**
             * Format: int64
             * @description The conversation of that message.
             */
            conversation_id?: number;
            /** @description With the `conflict` of enabling a webhook endpoint: how each probe ended. */
            probes?: {
                /** Format: int64 */
                response_status: number | null;
                error: string | null;
                /** Format: int64 */
                duration_ms: number;
            }[];
        };
        LegacyMessageList: {
            messages: components["schemas"]["Message"][];
            pagination: components["schemas"]["Pagination"];
        };
        LegacyMessageListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["LegacyMessageList"];
        };
        LegacyPingResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Ping"];
        };
        /** @description A product from a catalog. */
        LegacyProductToSend: {
            catalog_id: string;
            product_retailer_id: string;
            body?: string | null;
            footer?: string | null;
        } & {
            [key: string]: unknown;
        };
        LegacySendMessage: {
            /** @description Dial code without +. Required unless you send `conversation_id`. */
            mobile_code?: string | null;
            /** @description National number. A trunk prefix, such as the 0 in 07911 123456, is allowed. Required with `mobile_code`. */
            mobile?: string | null;
            /**
             * Format: int64
             * @description The recipient, given by a conversation instead of a number. The message is sent on the channel of the conversation.
             */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description Id of the channel to send from.
             */
            chat_account_id?: number | null;
            /** @description Number of the channel to send from, with country code. */
            from_number?: string | null;
            /** @description The text, or the caption of an image, document or video: 1 to 4096 characters, sent unchanged. Required unless there is other content. */
            message?: string | null;
            /** @description A public https URL. The download may take up to 30 seconds. */
            image_url?: string | null;
            /** @description Like `image_url`. */
            document_url?: string | null;
            /** @description Like `image_url`. */
            video_url?: string | null;
            /** @description Like `image_url`. */
            audio_url?: string | null;
            /** @description Sends the audio as a voice note. It must be Opus, in Ogg or WebM. Without `ptt`, WebM is sent as a file. Device channels only; Cloud channels take no WebM either. */
            ptt?: boolean | null;
            /** @description The name shown for the document, without folders and characters that reorder text. Defaults to the name of the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type if its name has none. */
            filename?: string | null;
            /** @description The latitude of a location. Send it with `longitude`. */
            latitude?: number | null;
            /** @description The longitude of a location. Send it with `latitude`. */
            longitude?: number | null;
            /** @description The title of the location. */
            name?: string | null;
            /** @description The address of the location. */
            address?: string | null;
            /**
             * Format: int64
             * @description A CTA URL stored in the account. Cloud channels only.
             */
            cta_url_id?: number | null;
            /**
             * Format: int64
             * @description An interactive list stored in the account. Cloud channels only.
             */
            interactive_list_id?: number | null;
            /** @description Cloud channels only. */
            product?: components["schemas"]["LegacyProductToSend"] | null;
            /** @description The parameters of the provider's `order_details`, plus a `body`. Cloud channels only. */
            created_order_data?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        LegacySendMessageForm: {
            /** @description Dial code without +. Required unless you send `conversation_id`. */
            mobile_code?: string | null;
            /** @description National number. A trunk prefix, such as the 0 in 07911 123456, is allowed. Required with `mobile_code`. */
            mobile?: string | null;
            /**
             * Format: int64
             * @description The recipient, given by a conversation instead of a number. The message is sent on the channel of the conversation.
             */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description Id of the channel to send from.
             */
            chat_account_id?: number | null;
            /** @description Number of the channel to send from, with country code. */
            from_number?: string | null;
            /** @description The text, or the caption of an image, document or video: 1 to 4096 characters, sent unchanged. Required unless there is other content. */
            message?: string | null;
            /** Format: binary */
            image?: Blob;
            /**
             * Format: binary
             * @description A file of any type; a Cloud channel takes no sound, film or picture as a document that it does not take as what it is, except WebP. If its declared type says little (none, `application/octet-stream`, an archive, `text/plain`), the bytes decide, then the extension of its name.
             */
            document?: Blob;
            /** Format: binary */
            video?: Blob;
            /** Format: binary */
            audio?: Blob;
            /** @description A public https URL. The download may take up to 30 seconds. */
            image_url?: string | null;
            /** @description Like `image_url`. */
            document_url?: string | null;
            /** @description Like `image_url`. */
            video_url?: string | null;
            /** @description Like `image_url`. */
            audio_url?: string | null;
            /** @description Sends the audio as a voice note. It must be Opus, in Ogg or WebM. Without `ptt`, WebM is sent as a file. Device channels only; Cloud channels take no WebM either. */
            ptt?: boolean | null;
            /** @description The name shown for the document, without folders and characters that reorder text. Defaults to the name of the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type if its name has none. */
            filename?: string | null;
            /** @description The latitude of a location. Send it with `longitude`. */
            latitude?: number | null;
            /** @description The longitude of a location. Send it with `latitude`. */
            longitude?: number | null;
            /** @description The title of the location. */
            name?: string | null;
            /** @description The address of the location. */
            address?: string | null;
            /**
             * Format: int64
             * @description A CTA URL stored in the account. Cloud channels only.
             */
            cta_url_id?: number | null;
            /**
             * Format: int64
             * @description An interactive list stored in the account. Cloud channels only.
             */
            interactive_list_id?: number | null;
            /** @description Cloud channels only. */
            product?: components["schemas"]["LegacyProductToSend"] | null;
            /** @description The parameters of the provider's `order_details`, plus a `body`. Cloud channels only. */
            created_order_data?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        LegacySendTemplate: {
            /** @description Our identifier (`tpl_…`) or the provider's. It identifies one name in one language. */
            template_id: string;
            /** @description Dial code without +. Required unless you send `conversation_id`. */
            mobile_code?: string | null;
            /** @description National number. Required with `mobile_code`. */
            mobile?: string | null;
            /**
             * Format: int64
             * @description The recipient, given by a conversation instead of a number. The template is sent on the channel of the conversation.
             */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description Id of the Cloud channel to send from.
             */
            chat_account_id?: number | null;
            /** @description Number of the Cloud channel to send from, with country code. */
            from_number?: string | null;
            /** @description The values of the body variables, in order. For an authentication template: the code, 4 to 8 digits. */
            body_variables?: string[] | null;
            /** @description The value of the variable in a text header. */
            header_variables?: string[] | null;
            /** @description One value for each button that takes one: the end of a URL, or the code to copy. */
            button_variables?: string[] | null;
            /** @description A public https URL for a DOCUMENT, IMAGE or VIDEO header. Without media, the sample of the template is sent. */
            header_media_url?: string | null;
            /** @description The name shown for the document in a DOCUMENT header, without folders and characters that reorder text. Defaults to the name of the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type if its name has none. */
            filename?: string | null;
        } & {
            [key: string]: unknown;
        };
        LegacySendTemplateForm: {
            /** @description Our identifier (`tpl_…`) or the provider's. It identifies one name in one language. */
            template_id: string;
            /** @description Dial code without +. Required unless you send `conversation_id`. */
            mobile_code?: string | null;
            /** @description National number. Required with `mobile_code`. */
            mobile?: string | null;
            /**
             * Format: int64
             * @description The recipient, given by a conversation instead of a number. The template is sent on the channel of the conversation.
             */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description Id of the Cloud channel to send from.
             */
            chat_account_id?: number | null;
            /** @description Number of the Cloud channel to send from, with country code. */
            from_number?: string | null;
            /** @description The values of the body variables, in order. For an authentication template: the code, 4 to 8 digits. */
            body_variables?: string[] | null;
            /** @description The value of the variable in a text header. */
            header_variables?: string[] | null;
            /** @description One value for each button that takes one: the end of a URL, or the code to copy. */
            button_variables?: string[] | null;
            /** @description A public https URL for a DOCUMENT, IMAGE or VIDEO header. Without media, the sample of the template is sent. */
            header_media_url?: string | null;
            /**
             * Format: binary
             * @description The header file, instead of its URL.
             */
            header_media_file?: Blob;
            /** @description The name shown for the document in a DOCUMENT header, without folders and characters that reorder text. Defaults to the name of the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type if its name has none. */
            filename?: string | null;
            /**
             * Format: binary
             * @description Alias of `header_media_file`.
             */
            media_file?: Blob;
        } & {
            [key: string]: unknown;
        };
        LegacySentMessageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["SentMessage"];
        };
        LegacyTemplateList: {
            templates: components["schemas"]["Template"][];
            pagination: components["schemas"]["Pagination"];
        };
        LegacyTemplateListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["LegacyTemplateList"];
        };
        /** @description Fields that you omit stay unchanged. Null clears the last name. The number cannot be changed. */
        LegacyUpdateContact: {
            firstname?: string;
            lastname?: string | null;
            /** @description The word of the account. false takes it back, and the contact stays opted out if the person told the provider so. */
            marketing_opted_out?: boolean;
        } & {
            [key: string]: unknown;
        };
        LimitReachedData: {
            /** @enum {string} */
            limit: "contacts" | "media_bytes" | "onboarding_sessions" | "read_receipts" | "recoveries" | "send_keys" | "template_keys" | "templates" | "tickets" | "webhooks";
            /** Format: int64 */
            used: number;
            /** Format: int64 */
            max: number;
        };
        ListMeta: {
            /**
             * Format: uuid
             * @description Identifies this request in every log line. Include it when you ask for help.
             */
            request_id: string;
            pagination: components["schemas"]["Pagination"];
        };
        ListedRow: {
            id: string;
            title: string;
            description: string | null;
        };
        ListedSection: {
            title: string | null;
            rows: components["schemas"]["ListedRow"][];
        };
        Message: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            conversation_id: number;
            /**
             * Format: int64
             * @description The channel.
             */
            chat_account_id: number;
            contact: components["schemas"]["MessageContact"];
            /** @description The provider's identifier; null until the provider has accepted the message. */
            chat_message_id: string | null;
            /** @enum {string} */
            direction: "inbound" | "outbound";
            /** @enum {string} */
            source: "api" | "template" | "app" | "customer";
            /** @enum {string} */
            type: "text" | "image" | "document" | "video" | "audio" | "location" | "interactive" | "template" | "product" | "order" | "contacts" | "reaction" | "sticker" | "system" | "unsupported";
            /** @description The text, or the caption of the media. */
            message: string | null;
            /** @description True if the text was cut: in lists and in `last_message`, it is limited to 4,096 characters. Get the message by its id for the full text. */
            message_truncated: boolean;
            media: components["schemas"]["MessageMedia"] | null;
            /** @description Download URL of the media, for authenticated clients. */
            media_url: string | null;
            location: components["schemas"]["MessageLocation"] | null;
            template: {
                [key: string]: unknown;
            } | null;
            /** @description Interactive content, including contacts, orders and reactions, in the provider's format. */
            interactive: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int64
             * @description Our id of the message that this one answers; null if it answers none, or one that is not there.
             */
            reply_to: number | null;
            /** @description What a message refers to, in the provider's format: `id` of the message it replies to, `forwarded`, `referred_product`. Null if it refers to nothing. */
            context: {
                [key: string]: unknown;
            } | null;
            /** @description The reactions to this message that were not taken back: at most one of each side. */
            reactions: components["schemas"]["MessageReaction"][];
            /** @description The ad or post from which the person came, in the format of the provider: `source_url`, `source_id`, `ctwa_clid`. Null if there is none. */
            referral: {
                [key: string]: unknown;
            } | null;
            /** @description With `type` `system`: the notice of the network about the person, in the format of the provider, with its own `type`, such as `user_changed_number`. Nobody wrote it: it is not unread, and never the `last_message`. */
            system: {
                [key: string]: unknown;
            } | null;
            /** @description With `type` `unsupported`: what the message was. */
            unsupported: components["schemas"]["UnsupportedMessage"] | null;
            /** @description What the provider says of the price of an outbound message on a Cloud channel; null until it does. */
            pricing: components["schemas"]["MessagePricing"] | null;
            /** @description Who sent an outbound message; null for inbound ones, and for those that were sent by version 0.2 or earlier. */
            author: components["schemas"]["MessageAuthor"] | null;
            /**
             * @description `unknown`: it is not known whether the message was sent.
             * @enum {string}
             */
            status: "queued" | "sent" | "delivered" | "read" | "failed" | "unknown";
            error: components["schemas"]["MessageError"] | null;
            /**
             * Format: int64
             * @description Position in the conversation, by arrival: 1, 2, 3 … without gaps.
             */
            sequence: number;
            /** Format: date-time */
            sent_at: string | null;
            /** Format: date-time */
            delivered_at: string | null;
            /** Format: date-time */
            read_at: string | null;
            /** Format: date-time */
            failed_at: string | null;
            /**
             * Format: date-time
             * @description When its sender last changed the text; null if never. Earlier texts are not kept.
             */
            edited_at: string | null;
            /**
             * Format: date-time
             * @description When its sender deleted it; null if it is not deleted. A deleted message has no content any more.
             */
            deleted_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description Who sent a message. */
        MessageAuthor: {
            /**
             * @description `phone`: it was written on the phone or in the business app of the channel.
             * @enum {string}
             */
            type: "api_key" | "oauth_app" | "user" | "phone";
            /** @description The client id of the key or app, or the id of the user; null for a phone. */
            id: string | null;
            /** @description As it was at that moment; null if there is none. Apps and webhooks are not told the names of users. */
            name: string | null;
        };
        /** @description The other party in a conversation. */
        MessageContact: {
            /**
             * Format: int64
             * @description The contact in the address book with this number, however it is written; null if there is none.
             */
            id: number | null;
            /** @description First and last name in the address book; without an entry there, the name that the contact uses. */
            name: string | null;
            /** @description Digits with country code; null if the network hides the number. */
            phone: string | null;
            /** @description The provider's identifier for a person whose number it hides. */
            provider_user_id: string | null;
            /** @description The user name that the person chose on the network; null if it does not tell one. */
            username: string | null;
        };
        /** @description How many messages became this in this hour or day. It has the members that `group_by` names. */
        MessageCount: {
            /**
             * Format: date-time
             * @description The beginning of the hour or day, in UTC.
             */
            start: string;
            /**
             * Format: int64
             * @description The channel; also one that was deleted since.
             */
            chat_account_id?: number;
            /** @enum {string} */
            direction?: "inbound" | "outbound";
            /** @enum {string} */
            type?: "text" | "image" | "document" | "video" | "audio" | "location" | "interactive" | "template" | "product" | "order" | "contacts" | "reaction" | "sticker" | "system" | "unsupported";
            /**
             * @description What the messages became: a message that was sent, delivered and read is counted once as each of them.
             * @enum {string}
             */
            status?: "received" | "sent" | "delivered" | "read" | "failed";
            /** @description The category of the price, as far as the provider had told it by then; null if it had not. */
            pricing_category?: string | null;
            /** Format: int64 */
            count: number;
        };
        MessageCounts: {
            /**
             * Format: date-time
             * @description Messages are counted since then.
             */
            counted_since: string;
            /** @description In order of time. What was 0 is left out. */
            usage: components["schemas"]["MessageCount"][];
        };
        MessageCountsResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["MessageCounts"];
            meta: components["schemas"]["Meta"];
        };
        MessageError: {
            code: string;
            message: string;
            /** @description A more specific code; null if there is none. */
            reason: string | null;
            provider: components["schemas"]["ProviderError"] | null;
        };
        MessageEventData: {
            message: components["schemas"]["Message"];
            contact: components["schemas"]["MessageContact"];
            /** Format: int64 */
            conversation_id: number;
        };
        MessageList: {
            messages: components["schemas"]["Message"][];
        };
        MessageListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["MessageList"];
            meta: components["schemas"]["ListMeta"];
        };
        MessageLocation: {
            latitude: number;
            longitude: number;
            name: string | null;
            address: string | null;
        };
        MessageMedia: {
            mime_type: string;
            filename: string | null;
            /**
             * Format: int64
             * @description Size in bytes.
             */
            size: number;
            /** @description Hash of the bytes, in hexadecimal. */
            sha256: string;
            /** @description Whether it is a voice note. */
            ptt: boolean;
        };
        MessagePricing: {
            /** @description The rate that applies. */
            category: string | null;
            /** @description `regular`, or why the message is free. */
            type: string | null;
            /** @description How messages are priced. */
            model: string | null;
        };
        /** @description The current reaction of one side to a message. */
        MessageReaction: {
            /**
             * @description `inbound`: the customer reacted.
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            emoji: string;
            /**
             * Format: int64
             * @description The message that is the reaction.
             */
            message_id: number;
            /** Format: date-time */
            at: string;
        };
        MessageResult: {
            message: components["schemas"]["WholeMessage"];
        };
        MessageResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["MessageResult"];
            meta: components["schemas"]["Meta"];
        };
        Meta: {
            /**
             * Format: uuid
             * @description Identifies this request in every log line. Include it when you ask for help.
             */
            request_id: string;
        };
        /** @description Progress of sharing the contacts and chat history of a number that stays active in the business app. */
        NumberSync: {
            /**
             * @description `declined`: the business does not share its history.
             * @enum {string}
             */
            status: "requested" | "running" | "completed" | "declined" | "failed";
            /** @description How much of the history is stored, in percent. */
            progress: number;
            /**
             * Format: date-time
             * @description When the first contacts arrived.
             */
            contacts_at: string | null;
            /**
             * Format: date-time
             * @description The provider shares data until then, 24 hours after onboarding.
             */
            expires_at: string;
            /** Format: date-time */
            completed_at: string | null;
            /** @description With `failed`: the reason, and what to do. */
            error: string | null;
        };
        OnboardingError: {
            /** @description A code such as `limit_reached` or `number_in_use`. */
            code: string;
            message: string;
        };
        OnboardingSession: {
            /** Format: uuid */
            session_id: string;
            /** @enum {string} */
            mode: "cloud" | "coexistence";
            /**
             * @description A number that connects after the session expires still completes it.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            completed_at: string | null;
            /** @description The channel, once the session is completed. */
            device?: components["schemas"]["Channel"];
            /** @description Why the session failed. */
            error: components["schemas"]["OnboardingError"] | null;
        };
        OnboardingSessionResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["OnboardingSession"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The account, what it may use, and what is left of it. */
        OwnAccount: {
            plan: components["schemas"]["AccountPlan"];
            slots: components["schemas"]["AccountSlots"];
            limits: components["schemas"]["AccountLimit"][];
            rate_limit: components["schemas"]["AccountRateLimit"];
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            id: number;
            name: string;
        };
        OwnAccountResult: {
            account: components["schemas"]["OwnAccount"];
        };
        OwnAccountResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["OwnAccountResult"];
            meta: components["schemas"]["Meta"];
        };
        Pagination: {
            /**
             * Format: int64
             * @description Null when you page by `cursor`.
             */
            current_page: number | null;
            /** Format: int64 */
            per_page: number;
            /**
             * Format: int64
             * @description Null when you page by `cursor`.
             */
            last_page: number | null;
            /**
             * Format: int64
             * @description Exact up to 10,000. Null when you page by `cursor`.
             */
            total: number | null;
            /**
             * @description There are more records than `total` counts. Absent otherwise.
             * @constant
             */
            total_capped?: true;
            /** @description Send it as `cursor` to get the next page. Null on the last page. */
            next_cursor: string | null;
        };
        PairingCode: {
            /** Format: int64 */
            device_id: number;
            /** @description In the format that the phone shows: `ABCD-EFGH`. */
            pairing_code: string;
            phone_number: string;
            message: string;
        };
        PairingCodeResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["PairingCode"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A person of the account. */
        Person: {
            /** Format: int64 */
            id: number;
            name: string | null;
        };
        PersonList: {
            users: components["schemas"]["Person"][];
        };
        PersonListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["PersonList"];
            meta: components["schemas"]["WholeListMeta"];
        };
        Ping: {
            /** @description The caller's address as the service sees it. */
            ip: string;
            /** @description Whether the address is on the allowlist of the key; always true for an access token. */
            allowlisted: boolean;
            /** @enum {string} */
            credential_type: "api_key" | "bearer";
            account: components["schemas"]["AccountName"];
        };
        PingResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["Ping"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A `webhook.test` event that was sent before an endpoint was enabled. */
        Probe: {
            /** Format: int64 */
            response_status: number | null;
            /** @description Why it did not get a 2xx response, as in deliveries; null if it did. */
            error: string | null;
            /** Format: int64 */
            duration_ms: number;
        };
        /** @description A product from a catalog. */
        ProductToSend: {
            catalog_id: string;
            product_retailer_id: string;
            body?: string | null;
            footer?: string | null;
        };
        ProviderError: {
            code: string;
            message: string;
        };
        QrCode: {
            /** Format: int64 */
            device_id: number;
            /** @description `data:image/png;base64,…`; null if the channel is already connected. */
            qr: string | null;
            /** @enum {string} */
            status: "PENDING" | "CONNECTED";
            connected: boolean;
            /**
             * Format: int64
             * @description Seconds until the code expires; request a new one then.
             */
            qr_duration: number;
        };
        QrCodeResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["QrCode"];
            meta: components["schemas"]["Meta"];
        };
        Quota: {
            /**
             * Format: int64
             * @description Free channel slots; -1 if the plan is unlimited.
             */
            account_limit_remaining: number;
            /** Format: int64 */
            channels_in_use: number;
            /** @description Whether the plan includes Cloud channels. */
            cloud_api_available: boolean;
            /** @description Whether the plan includes Device channels. */
            device_channels_available: boolean;
        };
        RateTicket: {
            rating: number;
            comment?: string | null;
        };
        /** @description A reaction to a message of the same conversation. */
        ReactionToSend: {
            /**
             * Format: int64
             * @description Our id of the message. The network must have it, and it must not be deleted.
             */
            message_id: number;
            /** @description One emoji. An empty text takes the reaction back. */
            emoji: string;
        };
        ReconnectedChannel: {
            message: string;
            device: components["schemas"]["Channel"];
        };
        ReconnectedChannelResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ReconnectedChannel"];
            meta: components["schemas"]["Meta"];
        };
        RecoverWebhook: {
            /** @description Deliveries that failed at or after this time (ISO 8601 with an offset) are sent again. */
            since: string;
        };
        RecoveryResult: {
            /** Format: int64 */
            webhook_id: number;
            /** Format: date-time */
            since: string;
        };
        RecoveryResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["RecoveryResult"];
            meta: components["schemas"]["Meta"];
        };
        RequestPairingCode: {
            /** @description Digits with country code. One of `phone` and `phone_number` is required. */
            phone?: string | null;
            /** @description Alias of `phone`. */
            phone_number?: string | null;
        };
        RotatedSecret: {
            webhook: components["schemas"]["Webhook"];
            /** @description The new `whsec_…`, returned only once. */
            secret: string;
            /**
             * Format: date-time
             * @description Until then, deliveries are also signed with the previous secret.
             */
            previous_secret_expires_at: string;
        };
        RotatedSecretResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["RotatedSecret"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A message with exactly one kind of content. You can also send every field as a form part. */
        SendMessage: {
            /** @description Dial code without +. Required unless you send `conversation_id`. */
            mobile_code?: string | null;
            /** @description National number. A trunk prefix, such as the 0 in 07911 123456, is allowed. Required with `mobile_code`. */
            mobile?: string | null;
            /**
             * Format: int64
             * @description The recipient, given by a conversation instead of a number. The message is sent on the channel of the conversation.
             */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description Id of the channel to send from.
             */
            chat_account_id?: number | null;
            /** @description Number of the channel to send from, with country code. */
            from_number?: string | null;
            /** @description The text, or the caption of an image, document or video: 1 to 4096 characters, sent unchanged. Required unless there is other content. */
            message?: string | null;
            /**
             * Format: int64
             * @description Our id of the message that this one answers: of the same conversation, not deleted, and on the network. Anything but a reaction can be an answer.
             */
            reply_to?: number | null;
            /** @description Whether the text shows a preview of its first link. Cloud channels only. */
            link_preview?: boolean | null;
            /** @description A public https URL. The download may take up to 30 seconds. */
            image_url?: string | null;
            /** @description Like `image_url`. */
            document_url?: string | null;
            /** @description Like `image_url`. */
            video_url?: string | null;
            /** @description Like `image_url`. */
            audio_url?: string | null;
            /** @description Like `image_url`. */
            sticker_url?: string | null;
            /** @description The `media_id` of a file that was uploaded with `POST /v1/media` within the last 24 hours. */
            image_id?: string | null;
            /** @description Like `image_id`. */
            document_id?: string | null;
            /** @description Like `image_id`. */
            video_id?: string | null;
            /** @description Like `image_id`. */
            audio_id?: string | null;
            /** @description Like `image_id`. */
            sticker_id?: string | null;
            /** @description Sends the audio as a voice note. It must be Opus, in Ogg or WebM. Without `ptt`, WebM is sent as a file. Device channels only; Cloud channels take no WebM either. */
            ptt?: boolean | null;
            /** @description The name shown for the document, without folders and characters that reorder text. Defaults to the name of the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type if its name has none. */
            filename?: string | null;
            /** @description The latitude of a location. Send it with `longitude`. */
            latitude?: number | null;
            /** @description The longitude of a location. Send it with `latitude`. */
            longitude?: number | null;
            /** @description The title of the location. */
            name?: string | null;
            /** @description The address of the location. */
            address?: string | null;
            /** @description Contact cards, together at most 15,000 characters of JSON. */
            contacts?: components["schemas"]["ContactCard"][] | null;
            /** @description An interactive message in the provider's format, by its `type`: `button` (up to three reply buttons), `list`, `cta_url`, `location_request_message`, `address_message`, `flow`, `product`, `product_list` or `catalog_message`. It is judged by the provider's limits before anything is sent. Cloud channels only. */
            interactive?: {
                [key: string]: unknown;
            } | null;
            reaction?: components["schemas"]["ReactionToSend"] | null;
            /**
             * Format: int64
             * @description A CTA URL stored in the account. Cloud channels only.
             */
            cta_url_id?: number | null;
            /**
             * Format: int64
             * @description An interactive list stored in the account. Cloud channels only.
             */
            interactive_list_id?: number | null;
            /** @description Cloud channels only. */
            product?: components["schemas"]["ProductToSend"] | null;
            /** @description The parameters of the provider's `order_details`, plus a `body`. Cloud channels only. */
            created_order_data?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A message with exactly one kind of content. You can also send every field as a form part. */
        SendMessageForm: {
            /** @description Dial code without +. Required unless you send `conversation_id`. */
            mobile_code?: string | null;
            /** @description National number. A trunk prefix, such as the 0 in 07911 123456, is allowed. Required with `mobile_code`. */
            mobile?: string | null;
            /**
             * Format: int64
             * @description The recipient, given by a conversation instead of a number. The message is sent on the channel of the conversation.
             */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description Id of the channel to send from.
             */
            chat_account_id?: number | null;
            /** @description Number of the channel to send from, with country code. */
            from_number?: string | null;
            /** @description The text, or the caption of an image, document or video: 1 to 4096 characters, sent unchanged. Required unless there is other content. */
            message?: string | null;
            /**
             * Format: int64
             * @description Our id of the message that this one answers: of the same conversation, not deleted, and on the network. Anything but a reaction can be an answer.
             */
            reply_to?: number | null;
            /** @description Whether the text shows a preview of its first link. Cloud channels only. */
            link_preview?: boolean | null;
            /** Format: binary */
            image?: Blob;
            /**
             * Format: binary
             * @description A file of any type; a Cloud channel takes no sound, film or picture as a document that it does not take as what it is, except WebP. If its declared type says little (none, `application/octet-stream`, an archive, `text/plain`), the bytes decide, then the extension of its name.
             */
            document?: Blob;
            /** Format: binary */
            video?: Blob;
            /** Format: binary */
            audio?: Blob;
            /**
             * Format: binary
             * @description A sticker: WebP of at most 100 KiB, or of 500 KiB if it moves.
             */
            sticker?: Blob;
            /** @description A public https URL. The download may take up to 30 seconds. */
            image_url?: string | null;
            /** @description Like `image_url`. */
            document_url?: string | null;
            /** @description Like `image_url`. */
            video_url?: string | null;
            /** @description Like `image_url`. */
            audio_url?: string | null;
            /** @description Like `image_url`. */
            sticker_url?: string | null;
            /** @description The `media_id` of a file that was uploaded with `POST /v1/media` within the last 24 hours. */
            image_id?: string | null;
            /** @description Like `image_id`. */
            document_id?: string | null;
            /** @description Like `image_id`. */
            video_id?: string | null;
            /** @description Like `image_id`. */
            audio_id?: string | null;
            /** @description Like `image_id`. */
            sticker_id?: string | null;
            /** @description Sends the audio as a voice note. It must be Opus, in Ogg or WebM. Without `ptt`, WebM is sent as a file. Device channels only; Cloud channels take no WebM either. */
            ptt?: boolean | null;
            /** @description The name shown for the document, without folders and characters that reorder text. Defaults to the name of the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type if its name has none. */
            filename?: string | null;
            /** @description The latitude of a location. Send it with `longitude`. */
            latitude?: number | null;
            /** @description The longitude of a location. Send it with `latitude`. */
            longitude?: number | null;
            /** @description The title of the location. */
            name?: string | null;
            /** @description The address of the location. */
            address?: string | null;
            /** @description Contact cards, together at most 15,000 characters of JSON. */
            contacts?: components["schemas"]["ContactCard"][] | null;
            /** @description An interactive message in the provider's format, by its `type`: `button` (up to three reply buttons), `list`, `cta_url`, `location_request_message`, `address_message`, `flow`, `product`, `product_list` or `catalog_message`. It is judged by the provider's limits before anything is sent. Cloud channels only. */
            interactive?: {
                [key: string]: unknown;
            } | null;
            reaction?: components["schemas"]["ReactionToSend"] | null;
            /**
             * Format: int64
             * @description A CTA URL stored in the account. Cloud channels only.
             */
            cta_url_id?: number | null;
            /**
             * Format: int64
             * @description An interactive list stored in the account. Cloud channels only.
             */
            interactive_list_id?: number | null;
            /** @description Cloud channels only. */
            product?: components["schemas"]["ProductToSend"] | null;
            /** @description The parameters of the provider's `order_details`, plus a `body`. Cloud channels only. */
            created_order_data?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A template to send. If you include a file, send a form with lists encoded as JSON. */
        SendTemplate: {
            /** @description Our identifier (`tpl_…`) or the provider's. It identifies one name in one language. */
            template_id: string;
            /** @description Dial code without +. Required unless you send `conversation_id`. */
            mobile_code?: string | null;
            /** @description National number. Required with `mobile_code`. */
            mobile?: string | null;
            /**
             * Format: int64
             * @description The recipient, given by a conversation instead of a number. The template is sent on the channel of the conversation.
             */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description Id of the Cloud channel to send from.
             */
            chat_account_id?: number | null;
            /** @description Number of the Cloud channel to send from, with country code. */
            from_number?: string | null;
            /** @description The values of the body variables, in order. For an authentication template: the code, 4 to 8 digits. */
            body_variables?: string[] | null;
            /** @description The values of the body variables by their names, for a template with named variables. */
            body_named_variables?: {
                [key: string]: string;
            } | null;
            /** @description The value of the variable in a text header. */
            header_variables?: string[] | null;
            /** @description The value of the variable in a text header by its name, for a template with named variables. */
            header_named_variables?: {
                [key: string]: string;
            } | null;
            /** @description One value for each button that takes one: the end of a URL, or the code to copy. */
            button_variables?: string[] | null;
            /** @description A public https URL for a DOCUMENT, IMAGE or VIDEO header. Without media, the sample of the template is sent. */
            header_media_url?: string | null;
            /** @description The `media_id` of the header file, which was uploaded with `POST /v1/media` within the last 24 hours. */
            header_media_id?: string | null;
            /** @description The name shown for the document in a DOCUMENT header, without folders and characters that reorder text. Defaults to the name of the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type if its name has none. */
            filename?: string | null;
        };
        /** @description A template to send. If you include a file, send a form with lists encoded as JSON. */
        SendTemplateForm: {
            /** @description Our identifier (`tpl_…`) or the provider's. It identifies one name in one language. */
            template_id: string;
            /** @description Dial code without +. Required unless you send `conversation_id`. */
            mobile_code?: string | null;
            /** @description National number. Required with `mobile_code`. */
            mobile?: string | null;
            /**
             * Format: int64
             * @description The recipient, given by a conversation instead of a number. The template is sent on the channel of the conversation.
             */
            conversation_id?: number | null;
            /**
             * Format: int64
             * @description Id of the Cloud channel to send from.
             */
            chat_account_id?: number | null;
            /** @description Number of the Cloud channel to send from, with country code. */
            from_number?: string | null;
            /** @description The values of the body variables, in order. For an authentication template: the code, 4 to 8 digits. */
            body_variables?: string[] | null;
            /** @description The values of the body variables by their names, for a template with named variables. */
            body_named_variables?: {
                [key: string]: string;
            } | null;
            /** @description The value of the variable in a text header. */
            header_variables?: string[] | null;
            /** @description The value of the variable in a text header by its name, for a template with named variables. */
            header_named_variables?: {
                [key: string]: string;
            } | null;
            /** @description One value for each button that takes one: the end of a URL, or the code to copy. */
            button_variables?: string[] | null;
            /** @description A public https URL for a DOCUMENT, IMAGE or VIDEO header. Without media, the sample of the template is sent. */
            header_media_url?: string | null;
            /** @description The `media_id` of the header file, which was uploaded with `POST /v1/media` within the last 24 hours. */
            header_media_id?: string | null;
            /**
             * Format: binary
             * @description The header file, instead of its URL.
             */
            header_media_file?: Blob;
            /** @description The name shown for the document in a DOCUMENT header, without folders and characters that reorder text. Defaults to the name of the upload; of a file behind a URL, to that in its Content-Disposition, else in its path. A file behind a URL gets the extension of its type if its name has none. */
            filename?: string | null;
            /**
             * Format: binary
             * @description Alias of `header_media_file`.
             */
            media_file?: Blob;
        };
        SentMessage: {
            /** Format: int64 */
            message_id: number;
            /** Format: int64 */
            conversation_id: number;
            chat_message_id: string;
        };
        SentMessageResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["SentMessage"];
            meta: components["schemas"]["Meta"];
        };
        ShownButton: {
            type: string;
            text: string | null;
            url: string | null;
            phone_number: string | null;
            example: string | null;
            /** @enum {string|null} */
            otp_type: "COPY_CODE" | "ONE_TAP" | "ZERO_TAP" | null;
        };
        /** @description An Android app that may receive a code. */
        SupportedApp: {
            package_name: string;
            signature_hash: string;
        };
        SyncTemplates: {
            /**
             * Format: int64
             * @description A channel of the provider account to sync. Omit it to sync all provider accounts.
             */
            chat_account_id?: number | null;
        };
        SyncedTemplates: {
            /**
             * Format: int64
             * @description Number of provider accounts that were read.
             */
            accounts: number;
            /**
             * Format: int64
             * @description Number of templates that they have.
             */
            templates: number;
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            updated: number;
            /**
             * Format: int64
             * @description Deleted at the provider.
             */
            deleted: number;
        };
        SyncedTemplatesResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["SyncedTemplates"];
            meta: components["schemas"]["Meta"];
        };
        Template: {
            /** @description Our identifier, `tpl_…`. The provider's identifier works anywhere in its place. */
            template_id: string;
            provider_template_id: string | null;
            /**
             * Format: int64
             * @description A channel of the provider account that owns the template.
             */
            chat_account_id: number;
            name: string;
            language: string;
            /** @enum {string} */
            category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /** @enum {string} */
            header_format: "NONE" | "TEXT" | "DOCUMENT" | "IMAGE" | "VIDEO" | "LOCATION";
            header_text: string | null;
            /** @description Null for authentication templates, whose text the provider supplies. */
            body: string | null;
            body_examples: string[];
            footer: string | null;
            /** @description In the provider's order. Types that requests do not accept are shown unchanged. */
            buttons: components["schemas"]["ShownButton"][];
            add_security_recommendation: boolean;
            /** Format: int64 */
            code_expiration_minutes: number | null;
            /** @enum {string} */
            status: "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED";
            /** @description The provider's own status; `status` is the closest match. */
            provider_status: string | null;
            rejection_reason: string | null;
            /** @description What the provider makes of the reactions to the template: `GREEN`, `YELLOW`, `RED`, or `UNKNOWN` while it has too few. Null if the provider has not told it. */
            quality_score: string | null;
            /** @description Whether the template can be sent now. False while it is not approved, and for templates that cannot be sent from here, such as carousels. */
            sendable: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description A button of a template. */
        TemplateButton: {
            /**
             * @description OTP only in authentication templates, which have exactly one.
             * @enum {string}
             */
            type: "QUICK_REPLY" | "URL" | "PHONE_NUMBER" | "COPY_CODE" | "OTP";
            /** @description The label of the button, at most 25 characters. Not required for COPY_CODE and OTP buttons. */
            text?: string | null;
            /** @description For URL buttons. May end with the variable {{1}}. */
            url?: string | null;
            /** @description For PHONE_NUMBER buttons, with country code. */
            phone_number?: string | null;
            /** @description A text, or a list with one text: the full URL for a URL button with a variable, or the code for COPY_CODE. */
            example?: unknown;
            /** @enum {string|null} */
            otp_type?: "COPY_CODE" | "ONE_TAP" | "ZERO_TAP" | null;
            /** @description With ONE_TAP: the label of the button that fills in the code. */
            autofill_text?: string | null;
            /** @description For ONE_TAP and ZERO_TAP, at most 5. */
            supported_apps?: components["schemas"]["SupportedApp"][] | null;
            /** @description Required with ZERO_TAP: you accept the provider's terms for it. */
            zero_tap_terms_accepted?: boolean | null;
        };
        TemplateCategoryEventData: {
            template: components["schemas"]["Template"];
            /** @enum {string} */
            from_category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /** @enum {string} */
            to_category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
        };
        TemplateList: {
            templates: components["schemas"]["Template"][];
        };
        TemplateListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["TemplateList"];
            meta: components["schemas"]["ListMeta"];
        };
        TemplateResult: {
            template: components["schemas"]["Template"];
        };
        TemplateResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["TemplateResult"];
            meta: components["schemas"]["Meta"];
        };
        TemplateStatusEventData: {
            template: components["schemas"]["Template"];
            /** @enum {string} */
            from_status: "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED";
            /** @enum {string} */
            to_status: "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED";
        };
        Ticket: {
            /** Format: int64 */
            id: number;
            /** @description For example `TKT-000123`. Numbered per account. */
            number: string;
            subject: string;
            description: string | null;
            /** @enum {string} */
            status: "open" | "in_progress" | "waiting_customer" | "resolved" | "closed" | "reopened";
            type: components["schemas"]["TypeOfTicket"];
            /**
             * Format: int64
             * @description Kept when the contact is deleted.
             */
            contact_id: number | null;
            /** Format: int64 */
            conversation_id: number | null;
            /**
             * Format: int64
             * @description A user of the account.
             */
            assignee_id: number | null;
            csat: components["schemas"]["Csat"] | null;
            /**
             * Format: date-time
             * @description Reset to null when the ticket is reopened.
             */
            resolved_at: string | null;
            /**
             * Format: date-time
             * @description Reset to null when the ticket is reopened.
             */
            closed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TicketEventData: {
            ticket: components["schemas"]["Ticket"];
        };
        TicketList: {
            tickets: components["schemas"]["Ticket"][];
        };
        TicketListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["TicketList"];
            meta: components["schemas"]["ListMeta"];
        };
        TicketResult: {
            ticket: components["schemas"]["Ticket"];
        };
        TicketResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["TicketResult"];
            meta: components["schemas"]["Meta"];
        };
        TicketStatusChangedData: {
            /** @enum {string} */
            from_status: "open" | "in_progress" | "waiting_customer" | "resolved" | "closed" | "reopened";
            /** @enum {string} */
            to_status: "open" | "in_progress" | "waiting_customer" | "resolved" | "closed" | "reopened";
            ticket: components["schemas"]["Ticket"];
        };
        TicketType: {
            /** Format: int64 */
            id: number;
            key: string;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TicketTypeList: {
            ticket_types: components["schemas"]["TicketType"][];
        };
        TicketTypeListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["TicketTypeList"];
            meta: components["schemas"]["WholeListMeta"];
        };
        TicketTypeResult: {
            ticket_type: components["schemas"]["TicketType"];
        };
        TicketTypeResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["TicketTypeResult"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The ticket type, as shown in a ticket. */
        TypeOfTicket: {
            /** Format: int64 */
            id: number;
            key: string;
            name: string;
        };
        /** @description What a message of a kind that this service does not know was, in the words of the network. */
        UnsupportedMessage: {
            type: string | null;
            code: string | null;
            title: string | null;
            details: string | null;
            /** @description Everything that the network said of it; null if that is larger than 16 KiB. */
            payload: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Fields that you omit stay unchanged. Null clears the last name. The number cannot be changed. */
        UpdateContact: {
            firstname?: string;
            lastname?: string | null;
            /** @description The word of the account. false takes it back, and the contact stays opted out if the person told the provider so. */
            marketing_opted_out?: boolean;
        };
        /** @description Fields that you omit stay unchanged. Null clears the header or the footer. */
        UpdateCtaUrl: {
            display_text?: string;
            url?: string;
            name?: string;
            header?: string | null;
            body?: string;
            footer?: string | null;
        };
        /** @description Fields that you omit stay unchanged. Null clears the header or the footer. `sections` replaces all of them. */
        UpdateInteractiveList: {
            button?: string;
            sections?: components["schemas"]["InteractiveListSection"][];
            name?: string;
            header?: string | null;
            body?: string;
            footer?: string | null;
        };
        /** @description Changes to a template. Fields that you omit stay unchanged; null removes a part. Name and language cannot be changed. */
        UpdateTemplate: {
            /**
             * @description The category of an approved template cannot be changed.
             * @enum {string}
             */
            category?: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /** @enum {string} */
            header_format?: "NONE" | "TEXT" | "DOCUMENT" | "IMAGE" | "VIDEO";
            header_text?: string | null;
            header_example?: string | null;
            /** @description A new sample, by URL. */
            header_media_url?: string | null;
            /** @description A new sample, by its `media_id` from `POST /v1/media`. */
            header_media_id?: string | null;
            body?: string | null;
            body_examples?: string[] | null;
            footer?: string | null;
            buttons?: components["schemas"]["TemplateButton"][] | null;
            add_security_recommendation?: boolean | null;
            /** Format: int64 */
            code_expiration_minutes?: number | null;
        };
        /** @description Changes to a template. Fields that you omit stay unchanged; null removes a part. Name and language cannot be changed. */
        UpdateTemplateForm: {
            /**
             * @description The category of an approved template cannot be changed.
             * @enum {string}
             */
            category?: "UTILITY" | "MARKETING" | "AUTHENTICATION";
            /** @enum {string} */
            header_format?: "NONE" | "TEXT" | "DOCUMENT" | "IMAGE" | "VIDEO";
            header_text?: string | null;
            header_example?: string | null;
            /** @description A new sample, by URL. */
            header_media_url?: string | null;
            /** @description A new sample, by its `media_id` from `POST /v1/media`. */
            header_media_id?: string | null;
            /**
             * Format: binary
             * @description A new sample, as a file.
             */
            header_media_file?: Blob;
            body?: string | null;
            body_examples?: string[] | null;
            footer?: string | null;
            buttons?: components["schemas"]["TemplateButton"][] | null;
            add_security_recommendation?: boolean | null;
            /** Format: int64 */
            code_expiration_minutes?: number | null;
        };
        /** @description Fields that you omit stay unchanged. Null clears a field that may be empty. */
        UpdateTicket: {
            type_key?: string;
            subject?: string;
            description?: string | null;
            /** Format: int64 */
            contact_id?: number | null;
            /** Format: int64 */
            conversation_id?: number | null;
            /** Format: int64 */
            assignee_id?: number | null;
            /** @enum {string} */
            status?: "open" | "in_progress" | "waiting_customer" | "resolved" | "closed" | "reopened";
        };
        UpdateWebhook: {
            label?: string;
            /** @description A public https URL, without user name and password, that accepts POST requests. It is stored in normalized form. */
            url?: string;
            /** @description Replaces the subscription. Empty or null: all events. */
            events?: string[] | null;
        };
        UploadMediaForm: {
            /**
             * Format: binary
             * @description The file. Whether it can be sent as an image, a video, an audio or a sticker is decided when it is sent.
             */
            file: Blob;
        };
        UploadedMediaRef: {
            /** @description Send it as `image_id`, `document_id`, `video_id`, `audio_id`, `sticker_id` or `header_media_id`, as often as you like. */
            media_id: string;
            /**
             * Format: date-time
             * @description Until when it can be sent: for 24 hours.
             */
            expires_at: string;
        };
        UploadedMediaRefResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["UploadedMediaRef"];
            meta: components["schemas"]["Meta"];
        };
        ValidTemplate: {
            valid: boolean;
        };
        ValidTemplateResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["ValidTemplate"];
            meta: components["schemas"]["Meta"];
        };
        /** @description An endpoint that receives events. */
        Webhook: {
            /** Format: int64 */
            id: number;
            label: string;
            url: string;
            /** @description Exact event names, and families such as `message.*`; null means all events. */
            events: string[] | null;
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `failing`: no delivery succeeded for 5 days. `gone`: the receiver returned 410. */
            disabled_reason: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description No delivery has succeeded since this time.
             */
            failing_since: string | null;
            /** @description Who registered the endpoint. An endpoint of an app is deleted when the grant that it was registered under ends; all others belong to the account. Null if it was registered before this was recorded. */
            created_by: components["schemas"]["WebhookCreator"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description The credential that registered an endpoint. */
        WebhookCreator: {
            /**
             * @description An API key, a developer app, or a person of the account.
             * @enum {string}
             */
            type: "key" | "app" | "user";
            /** @description The client id of a key or an app, or the id of a person. */
            id: string;
            /** @description The name at the time of the registration. API keys have none. */
            name: string | null;
        };
        WebhookDisabledData: {
            webhook: components["schemas"]["Webhook"];
            /** @enum {string} */
            reason: "failing" | "gone";
        };
        /** @description Ignore types that you do not recognize: new ones may be added. */
        WebhookEvent: {
            type: string;
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            data: {
                [key: string]: unknown;
            };
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookListResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["WebhookList"];
            meta: components["schemas"]["WholeListMeta"];
        };
        WebhookResult: {
            webhook: components["schemas"]["Webhook"];
        };
        WebhookResultResponse: {
            /** @constant */
            ok: true;
            data: components["schemas"]["WebhookResult"];
            meta: components["schemas"]["Meta"];
        };
        WebhookTestData: {
            /** Format: int64 */
            webhook_id: number;
        };
        /** @description Includes `pagination` if the query asks for a page. */
        WholeListMeta: {
            /**
             * Format: uuid
             * @description Identifies this request in every log line. Include it when you ask for help.
             */
            request_id: string;
            pagination?: components["schemas"]["Pagination"];
        };
        /** @description A message with everything that the network said of it. */
        WholeMessage: {
            /** @description Members of the message that this service does not know, in the format of the network; absent if there are none. */
            extra?: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            conversation_id: number;
            /**
             * Format: int64
             * @description The channel.
             */
            chat_account_id: number;
            contact: components["schemas"]["MessageContact"];
            /** @description The provider's identifier; null until the provider has accepted the message. */
            chat_message_id: string | null;
            /** @enum {string} */
            direction: "inbound" | "outbound";
            /** @enum {string} */
            source: "api" | "template" | "app" | "customer";
            /** @enum {string} */
            type: "text" | "image" | "document" | "video" | "audio" | "location" | "interactive" | "template" | "product" | "order" | "contacts" | "reaction" | "sticker" | "system" | "unsupported";
            /** @description The text, or the caption of the media. */
            message: string | null;
            /** @description True if the text was cut: in lists and in `last_message`, it is limited to 4,096 characters. Get the message by its id for the full text. */
            message_truncated: boolean;
            media: components["schemas"]["MessageMedia"] | null;
            /** @description Download URL of the media, for authenticated clients. */
            media_url: string | null;
            location: components["schemas"]["MessageLocation"] | null;
            template: {
                [key: string]: unknown;
            } | null;
            /** @description Interactive content, including contacts, orders and reactions, in the provider's format. */
            interactive: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int64
             * @description Our id of the message that this one answers; null if it answers none, or one that is not there.
             */
            reply_to: number | null;
            /** @description What a message refers to, in the provider's format: `id` of the message it replies to, `forwarded`, `referred_product`. Null if it refers to nothing. */
            context: {
                [key: string]: unknown;
            } | null;
            /** @description The reactions to this message that were not taken back: at most one of each side. */
            reactions: components["schemas"]["MessageReaction"][];
            /** @description The ad or post from which the person came, in the format of the provider: `source_url`, `source_id`, `ctwa_clid`. Null if there is none. */
            referral: {
                [key: string]: unknown;
            } | null;
            /** @description With `type` `system`: the notice of the network about the person, in the format of the provider, with its own `type`, such as `user_changed_number`. Nobody wrote it: it is not unread, and never the `last_message`. */
            system: {
                [key: string]: unknown;
            } | null;
            /** @description With `type` `unsupported`: what the message was. */
            unsupported: components["schemas"]["UnsupportedMessage"] | null;
            /** @description What the provider says of the price of an outbound message on a Cloud channel; null until it does. */
            pricing: components["schemas"]["MessagePricing"] | null;
            /** @description Who sent an outbound message; null for inbound ones, and for those that were sent by version 0.2 or earlier. */
            author: components["schemas"]["MessageAuthor"] | null;
            /**
             * @description `unknown`: it is not known whether the message was sent.
             * @enum {string}
             */
            status: "queued" | "sent" | "delivered" | "read" | "failed" | "unknown";
            error: components["schemas"]["MessageError"] | null;
            /**
             * Format: int64
             * @description Position in the conversation, by arrival: 1, 2, 3 … without gaps.
             */
            sequence: number;
            /** Format: date-time */
            sent_at: string | null;
            /** Format: date-time */
            delivered_at: string | null;
            /** Format: date-time */
            read_at: string | null;
            /** Format: date-time */
            failed_at: string | null;
            /**
             * Format: date-time
             * @description When its sender last changed the text; null if never. Earlier texts are not kept.
             */
            edited_at: string | null;
            /**
             * Format: date-time
             * @description When its sender deleted it; null if it is not deleted. A deleted message has no content any more.
             */
            deleted_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
    };
    responses: {
        /** @description The request succeeded. */
        CapabilitiesResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CapabilitiesResponse"];
            };
        };
        /** @description The request succeeded. */
        ChannelListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChannelListResponse"];
            };
        };
        /** @description The request succeeded. */
        ChannelResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChannelResultResponse"];
            };
        };
        /** @description The request succeeded. */
        ChannelStatusResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChannelStatusResponse"];
            };
        };
        /** @description The request succeeded. */
        ContactListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContactListResponse"];
            };
        };
        /** @description The request succeeded. */
        ContactResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContactResultResponse"];
            };
        };
        /** @description The request succeeded. */
        ConversationListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConversationListResponse"];
            };
        };
        /** @description The request succeeded. */
        ConversationResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConversationResultResponse"];
            };
        };
        /** @description The request succeeded. */
        CreatedChannelResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CreatedChannelResponse"];
            };
        };
        /** @description The request succeeded. */
        CreatedOnboardingSessionResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CreatedOnboardingSessionResponse"];
            };
        };
        /** @description The request succeeded. */
        CreatedWebhookResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CreatedWebhookResponse"];
            };
        };
        /** @description The request succeeded. */
        CtaUrlListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CtaUrlListResponse"];
            };
        };
        /** @description The request succeeded. */
        CtaUrlResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CtaUrlResultResponse"];
            };
        };
        /** @description The request succeeded. */
        DeletedChannelResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeletedChannelResponse"];
            };
        };
        /** @description The request succeeded. */
        DeletedResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeletedResponse"];
            };
        };
        /** @description The request succeeded. */
        DeletedTemplateResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeletedTemplateResponse"];
            };
        };
        /** @description The request succeeded. */
        DeliveryDetailsResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryDetailsResponse"];
            };
        };
        /** @description The request succeeded. */
        DeliveryListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryListResponse"];
            };
        };
        /** @description The request succeeded. */
        DeliveryResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryResultResponse"];
            };
        };
        /** @description The request succeeded. */
        EnabledWebhookResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EnabledWebhookResponse"];
            };
        };
        /** @description The request succeeded. */
        InteractiveListListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InteractiveListListResponse"];
            };
        };
        /** @description The request succeeded. */
        InteractiveListResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InteractiveListResultResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyChannelListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyChannelListResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyContactListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyContactListResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyContactResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyContactResultResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyConversationListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyConversationListResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyCreatedWebhookResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyCreatedWebhookResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyDeletedResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyDeletedResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyMessageListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyMessageListResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyPingResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyPingResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacySentMessageResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacySentMessageResponse"];
            };
        };
        /** @description The request succeeded. */
        LegacyTemplateListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyTemplateListResponse"];
            };
        };
        /** @description `bad_request`: The request could not be read. Check its format and send it again. */
        Legacybad_request: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "bad_request";
                };
            };
        };
        /** @description `billing_blocked`: Settle the payment method of this number with the provider, then send again. */
        Legacybilling_blocked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "billing_blocked";
                };
            };
        };
        /**
         * @description `device_service_error`: The device session service could not complete this. Try again shortly.
         *
         *     `provider_outcome_unknown`: It is not known whether the message was sent. Get the message before you decide to send it again.
         *
         *     `provider_error`: The provider could not complete this. See provider for its error.
         */
        Legacydevice_service_error_or_provider_outcome_unknown_or_provider_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "device_service_error" | "provider_outcome_unknown" | "provider_error";
                };
            };
        };
        /** @description `duplicate_contact`: A contact with this phone number already exists. Update that contact. */
        Legacyduplicate_contact: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "duplicate_contact";
                };
            };
        };
        /** @description `feature_disabled`: This feature is not part of the account. Ask an administrator to enable it. */
        Legacyfeature_disabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "feature_disabled";
                };
            };
        };
        /**
         * @description `idempotency_conflict`: This Idempotency-Key was already used with a different payload. Use a new key for a new operation.
         *
         *     `idempotency_in_flight`: The first request with this Idempotency-Key is still running. Try again shortly.
         */
        Legacyidempotency_conflict_or_idempotency_in_flight: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "idempotency_in_flight";
                };
            };
        };
        /**
         * @description `insufficient_scope`: Use a credential that carries the scope named in required_scope.
         *
         *     `feature_disabled`: This feature is not part of the account. Ask an administrator to enable it.
         */
        Legacyinsufficient_scope_or_feature_disabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_scope" | "feature_disabled";
                };
            };
        };
        /**
         * @description `insufficient_scope`: Use a credential that carries the scope named in required_scope.
         *
         *     `feature_disabled`: This feature is not part of the account. Ask an administrator to enable it.
         *
         *     `limit_reached`: The account has reached its limit for this resource. Delete one, or have the limit raised.
         */
        Legacyinsufficient_scope_or_feature_disabled_or_limit_reached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_scope" | "feature_disabled" | "limit_reached";
                };
            };
        };
        /** @description `not_found`: Nothing was found for this credential. Check the method, the path and the identifiers. */
        Legacynot_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "not_found";
                };
            };
        };
        /** @description `payload_too_large`: The request body is too large. Send a smaller one. */
        Legacypayload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "payload_too_large";
                };
            };
        };
        /**
         * @description `provider_outcome_unknown`: It is not known whether the message was sent. Get the message before you decide to send it again.
         *
         *     `provider_error`: The provider could not complete this. See provider for its error.
         */
        Legacyprovider_outcome_unknown_or_provider_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "provider_outcome_unknown" | "provider_error";
                };
            };
        };
        /** @description `rate_limit_exceeded`: The account has used up its requests for this minute. Wait retry_after seconds. */
        Legacyrate_limit_exceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "rate_limit_exceeded";
                };
            };
        };
        /** @description `server_error`: Something failed on our side. Report the request_id if it happens again. */
        Legacyserver_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "server_error";
                };
            };
        };
        /** @description `service_unavailable`: The service is currently unavailable. Nothing was done. Try again. */
        Legacyservice_unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "service_unavailable";
                };
            };
        };
        /** @description `unauthenticated`: Send a valid API key in the headers client-id and client-secret, or an access token as Authorization: Bearer. */
        Legacyunauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "unauthenticated";
                };
            };
        };
        /**
         * @description `unauthenticated`: Send a valid API key in the headers client-id and client-secret, or an access token as Authorization: Bearer.
         *
         *     `ip_not_whitelisted`: Add the caller's address to the allowlist of this API key.
         */
        Legacyunauthenticated_or_ip_not_whitelisted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "unauthenticated" | "ip_not_whitelisted";
                };
            };
        };
        /** @description `unsupported_media_type`: Send the body as application/json. */
        Legacyunsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /** @description `validation_error`: Correct the fields listed in errors and send the request again. */
        Legacyvalidation_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "validation_error";
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `capability_error`: The channel cannot do this now. Check reason and choose another channel.
         *
         *     `marketing_suppressed`: The contact opted out of marketing. Do not send marketing to it.
         *
         *     `invalid_phone`: This is not a reachable phone number. Check the dial code and the number.
         */
        Legacyvalidation_error_or_capability_error_or_marketing_suppressed_or_invalid_phone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "validation_error" | "capability_error" | "marketing_suppressed" | "invalid_phone";
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `invalid_phone`: This is not a reachable phone number. Check the dial code and the number.
         */
        Legacyvalidation_error_or_invalid_phone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "validation_error" | "invalid_phone";
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `template_required`: The customer care window is closed. Send an approved template instead.
         *
         *     `capability_error`: The channel cannot do this now. Check reason and choose another channel.
         *
         *     `marketing_suppressed`: The contact opted out of marketing. Do not send marketing to it.
         *
         *     `invalid_phone`: This is not a reachable phone number. Check the dial code and the number.
         */
        Legacyvalidation_error_or_template_required_or_capability_error_or_marketing_suppressed_or_invalid_phone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyFailure"] & {
                    /** @enum {unknown} */
                    code?: "validation_error" | "template_required" | "capability_error" | "marketing_suppressed" | "invalid_phone";
                };
            };
        };
        /** @description The request succeeded. */
        MessageCountsResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageCountsResponse"];
            };
        };
        /** @description The request succeeded. */
        MessageListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageListResponse"];
            };
        };
        /** @description The request succeeded. */
        MessageResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageResultResponse"];
            };
        };
        /** @description The request succeeded. */
        OnboardingSessionResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OnboardingSessionResponse"];
            };
        };
        /** @description The request succeeded. */
        OwnAccountResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OwnAccountResultResponse"];
            };
        };
        /** @description The request succeeded. */
        PairingCodeResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PairingCodeResponse"];
            };
        };
        /** @description The request succeeded. */
        PersonListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PersonListResponse"];
            };
        };
        /** @description The request succeeded. */
        PingResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PingResponse"];
            };
        };
        /** @description The request succeeded. */
        QrCodeResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QrCodeResponse"];
            };
        };
        /** @description The request succeeded. */
        ReconnectedChannelResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ReconnectedChannelResponse"];
            };
        };
        /** @description The request succeeded. */
        RecoveryResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RecoveryResultResponse"];
            };
        };
        /** @description The request succeeded. */
        RotatedSecretResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RotatedSecretResponse"];
            };
        };
        /** @description The request succeeded. */
        SentMessageResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SentMessageResponse"];
            };
        };
        /** @description The request succeeded. */
        SyncedTemplatesResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SyncedTemplatesResponse"];
            };
        };
        /** @description The request succeeded. */
        TemplateListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TemplateListResponse"];
            };
        };
        /** @description The request succeeded. */
        TemplateResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TemplateResultResponse"];
            };
        };
        /** @description The request succeeded. */
        TicketListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TicketListResponse"];
            };
        };
        /** @description The request succeeded. */
        TicketResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TicketResultResponse"];
            };
        };
        /** @description The request succeeded. */
        TicketTypeListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TicketTypeListResponse"];
            };
        };
        /** @description The request succeeded. */
        TicketTypeResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TicketTypeResultResponse"];
            };
        };
        /** @description The request succeeded. */
        UploadedMediaRefResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UploadedMediaRefResponse"];
            };
        };
        /** @description The request succeeded. */
        ValidTemplateResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidTemplateResponse"];
            };
        };
        /** @description The request succeeded. */
        WebhookListResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookListResponse"];
            };
        };
        /** @description The request succeeded. */
        WebhookResultResponse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookResultResponse"];
            };
        };
        /** @description `bad_request`: The request could not be read. Check its format and send it again. */
        bad_request: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "bad_request";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `billing_blocked`: Settle the payment method of this number with the provider, then send again. */
        billing_blocked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "billing_blocked";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `conflict`: The current state does not allow this. Get the record, then decide what to do. */
        conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "conflict";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `device_service_error`: The device session service could not complete this. Try again shortly. */
        device_service_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "device_service_error";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `device_service_error`: The device session service could not complete this. Try again shortly.
         *
         *     `pairing_failed`: The pairing code could not be created. Try again, or use the QR code.
         */
        device_service_error_or_pairing_failed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "device_service_error" | "pairing_failed";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `device_service_error`: The device session service could not complete this. Try again shortly.
         *
         *     `provider_outcome_unknown`: It is not known whether the message was sent. Get the message before you decide to send it again.
         *
         *     `provider_error`: The provider could not complete this. See provider for its error.
         */
        device_service_error_or_provider_outcome_unknown_or_provider_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "device_service_error" | "provider_outcome_unknown" | "provider_error";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `device_service_error`: The device session service could not complete this. Try again shortly.
         *
         *     `qr_failed`: The QR code could not be created. Try again, or reconnect the channel first.
         */
        device_service_error_or_qr_failed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "device_service_error" | "qr_failed";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `duplicate_contact`: A contact with this phone number already exists. Update that contact. */
        duplicate_contact: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "duplicate_contact";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `duplicate_device`: A connected channel already has this phone number. Use that channel. */
        duplicate_device: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "duplicate_device";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `feature_disabled`: This feature is not part of the account. Ask an administrator to enable it. */
        feature_disabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "feature_disabled";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `idempotency_conflict`: This Idempotency-Key was already used with a different payload. Use a new key for a new operation.
         *
         *     `idempotency_in_flight`: The first request with this Idempotency-Key is still running. Try again shortly.
         */
        idempotency_conflict_or_idempotency_in_flight: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "idempotency_conflict" | "idempotency_in_flight";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `idempotency_conflict`: This Idempotency-Key was already used with a different payload. Use a new key for a new operation.
         *
         *     `idempotency_in_flight`: The first request with this Idempotency-Key is still running. Try again shortly.
         *
         *     `conflict`: The current state does not allow this. Get the record, then decide what to do.
         */
        idempotency_conflict_or_idempotency_in_flight_or_conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "idempotency_conflict" | "idempotency_in_flight" | "conflict";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `insufficient_scope`: Use a credential that carries the scope named in required_scope.
         *
         *     `feature_disabled`: This feature is not part of the account. Ask an administrator to enable it.
         */
        insufficient_scope_or_feature_disabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "insufficient_scope" | "feature_disabled";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `insufficient_scope`: Use a credential that carries the scope named in required_scope.
         *
         *     `feature_disabled`: This feature is not part of the account. Ask an administrator to enable it.
         *
         *     `limit_reached`: The account has reached its limit for this resource. Delete one, or have the limit raised.
         */
        insufficient_scope_or_feature_disabled_or_limit_reached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "insufficient_scope" | "feature_disabled" | "limit_reached";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `insufficient_scope`: Use a credential that carries the scope named in required_scope.
         *
         *     `feature_disabled`: This feature is not part of the account. Ask an administrator to enable it.
         *
         *     `limit_reached`: The account has reached its limit for this resource. Delete one, or have the limit raised.
         *
         *     `outbound_blocked`: Manual probes are switched off by policy. Automatic deliveries continue.
         */
        insufficient_scope_or_feature_disabled_or_limit_reached_or_outbound_blocked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "insufficient_scope" | "feature_disabled" | "limit_reached" | "outbound_blocked";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `insufficient_scope`: Use a credential that carries the scope named in required_scope.
         *
         *     `feature_disabled`: This feature is not part of the account. Ask an administrator to enable it.
         *
         *     `outbound_blocked`: Manual probes are switched off by policy. Automatic deliveries continue.
         */
        insufficient_scope_or_feature_disabled_or_outbound_blocked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "insufficient_scope" | "feature_disabled" | "outbound_blocked";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `not_found`: Nothing was found for this credential. Check the method, the path and the identifiers. */
        not_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "not_found";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `payload_too_large`: The request body is too large. Send a smaller one. */
        payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `provider_error`: The provider could not complete this. See provider for its error. */
        provider_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "provider_error";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `provider_outcome_unknown`: It is not known whether the message was sent. Get the message before you decide to send it again.
         *
         *     `provider_error`: The provider could not complete this. See provider for its error.
         */
        provider_outcome_unknown_or_provider_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "provider_outcome_unknown" | "provider_error";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `range_not_satisfiable`: The range is beyond the end of the file. Request a range within its size. */
        range_not_satisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "range_not_satisfiable";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `rate_limit_exceeded`: The account has used up its requests for this minute. Wait retry_after seconds. */
        rate_limit_exceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "rate_limit_exceeded";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `server_error`: Something failed on our side. Report the request_id if it happens again. */
        server_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "server_error";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `service_unavailable`: The service is currently unavailable. Nothing was done. Try again. */
        service_unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "service_unavailable";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `unauthenticated`: Send a valid API key in the headers client-id and client-secret, or an access token as Authorization: Bearer. */
        unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `unauthenticated`: Send a valid API key in the headers client-id and client-secret, or an access token as Authorization: Bearer.
         *
         *     `ip_not_whitelisted`: Add the caller's address to the allowlist of this API key.
         */
        unauthenticated_or_ip_not_whitelisted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "unauthenticated" | "ip_not_whitelisted";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `unsupported_media_type`: Send the body as application/json. */
        unsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /** @description `validation_error`: Correct the fields listed in errors and send the request again. */
        validation_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `capability_error`: The channel cannot do this now. Check reason and choose another channel.
         */
        validation_error_or_capability_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "capability_error";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `capability_error`: The channel cannot do this now. Check reason and choose another channel.
         *
         *     `invalid_phone`: This is not a reachable phone number. Check the dial code and the number.
         */
        validation_error_or_capability_error_or_invalid_phone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "capability_error" | "invalid_phone";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `idempotency_key_required`: Send an Idempotency-Key header of 1 to 255 visible characters with this operation.
         *
         *     `capability_error`: The channel cannot do this now. Check reason and choose another channel.
         */
        validation_error_or_idempotency_key_required_or_capability_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "idempotency_key_required" | "capability_error";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `idempotency_key_required`: Send an Idempotency-Key header of 1 to 255 visible characters with this operation.
         *
         *     `capability_error`: The channel cannot do this now. Check reason and choose another channel.
         *
         *     `marketing_suppressed`: The contact opted out of marketing. Do not send marketing to it.
         *
         *     `invalid_phone`: This is not a reachable phone number. Check the dial code and the number.
         */
        validation_error_or_idempotency_key_required_or_capability_error_or_marketing_suppressed_or_invalid_phone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "idempotency_key_required" | "capability_error" | "marketing_suppressed" | "invalid_phone";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `invalid_channel_type`: This operation works on device channels only.
         */
        validation_error_or_invalid_channel_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "invalid_channel_type";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `invalid_phone`: This is not a reachable phone number. Check the dial code and the number.
         */
        validation_error_or_invalid_phone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "invalid_phone";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `return_url_not_allowed`: Register the host of return_url as a redirect URI of a developer app first.
         */
        validation_error_or_return_url_not_allowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "return_url_not_allowed";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `template_required`: The customer care window is closed. Send an approved template instead.
         *
         *     `capability_error`: The channel cannot do this now. Check reason and choose another channel.
         *
         *     `marketing_suppressed`: The contact opted out of marketing. Do not send marketing to it.
         *
         *     `invalid_phone`: This is not a reachable phone number. Check the dial code and the number.
         */
        validation_error_or_template_required_or_capability_error_or_marketing_suppressed_or_invalid_phone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "template_required" | "capability_error" | "marketing_suppressed" | "invalid_phone";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        /**
         * @description `validation_error`: Correct the fields listed in errors and send the request again.
         *
         *     `unsupported_type`: Only type device can be created here. Use an onboarding session for cloud numbers.
         */
        validation_error_or_unsupported_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    error?: {
                        /** @enum {unknown} */
                        code?: "validation_error" | "unsupported_type";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    parameters: {
        /**
         * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
         * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
         */
        WebhookId: string;
        /**
         * @description When this attempt was signed, as a Unix timestamp in seconds.
         * @example 1769854830
         */
        WebhookTimestamp: string;
        /**
         * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /** @description Same as `meta.request_id`. If the request has a UUID in this header, that UUID is used. */
        "X-Request-Id": string;
        /** @description Requests that the account may send in any minute. */
        "RateLimit-Limit": number;
        /** @description Requests left now. */
        "RateLimit-Remaining": number;
        /** @description Seconds until one more request is available. */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before you retry. */
        "Retry-After": number;
        /** @description As in RFC 6750. What is wrong with the access token of the request: `Bearer error="invalid_token"`, `Bearer error="invalid_request"` if it came with another credential, or `Bearer error="insufficient_scope", scope="…"` with a scope that would be enough. A 401 to a request without a token has `Bearer` alone; other answers to such requests have no such header. */
        "WWW-Authenticate": string;
        /** @description The v1 route that replaces this one, for example `</v1/contacts>; rel="successor-version"`. Absent if the path cannot be parsed. */
        Link: string;
    };
    pathItems: never;
}
export type AccountLimit = components['schemas']['AccountLimit'];
export type AccountName = components['schemas']['AccountName'];
export type AccountPlan = components['schemas']['AccountPlan'];
export type AccountRateLimit = components['schemas']['AccountRateLimit'];
export type AccountSlots = components['schemas']['AccountSlots'];
export type Capabilities = components['schemas']['Capabilities'];
export type CapabilitiesResponse = components['schemas']['CapabilitiesResponse'];
export type CardAddress = components['schemas']['CardAddress'];
export type CardEmail = components['schemas']['CardEmail'];
export type CardName = components['schemas']['CardName'];
export type CardOrganization = components['schemas']['CardOrganization'];
export type CardPhone = components['schemas']['CardPhone'];
export type CardUrl = components['schemas']['CardUrl'];
export type Channel = components['schemas']['Channel'];
export type ChannelList = components['schemas']['ChannelList'];
export type ChannelListResponse = components['schemas']['ChannelListResponse'];
export type ChannelResult = components['schemas']['ChannelResult'];
export type ChannelResultResponse = components['schemas']['ChannelResultResponse'];
export type ChannelStatus = components['schemas']['ChannelStatus'];
export type ChannelStatusResponse = components['schemas']['ChannelStatusResponse'];
export type Contact = components['schemas']['Contact'];
export type ContactCard = components['schemas']['ContactCard'];
export type ContactList = components['schemas']['ContactList'];
export type ContactListResponse = components['schemas']['ContactListResponse'];
export type ContactResult = components['schemas']['ContactResult'];
export type ContactResultResponse = components['schemas']['ContactResultResponse'];
export type Conversation = components['schemas']['Conversation'];
export type ConversationList = components['schemas']['ConversationList'];
export type ConversationListResponse = components['schemas']['ConversationListResponse'];
export type ConversationMergedData = components['schemas']['ConversationMergedData'];
export type ConversationResult = components['schemas']['ConversationResult'];
export type ConversationResultResponse = components['schemas']['ConversationResultResponse'];
export type CreateChannel = components['schemas']['CreateChannel'];
export type CreateContact = components['schemas']['CreateContact'];
export type CreateOnboardingSession = components['schemas']['CreateOnboardingSession'];
export type CreateTemplate = components['schemas']['CreateTemplate'];
export type CreateTemplateForm = components['schemas']['CreateTemplateForm'];
export type CreateTicket = components['schemas']['CreateTicket'];
export type CreateTicketType = components['schemas']['CreateTicketType'];
export type CreateWebhook = components['schemas']['CreateWebhook'];
export type CreatedChannel = components['schemas']['CreatedChannel'];
export type CreatedChannelResponse = components['schemas']['CreatedChannelResponse'];
export type CreatedOnboardingSession = components['schemas']['CreatedOnboardingSession'];
export type CreatedOnboardingSessionResponse = components['schemas']['CreatedOnboardingSessionResponse'];
export type CreatedWebhook = components['schemas']['CreatedWebhook'];
export type CreatedWebhookResponse = components['schemas']['CreatedWebhookResponse'];
export type Csat = components['schemas']['Csat'];
export type CtaUrl = components['schemas']['CtaUrl'];
export type CtaUrlList = components['schemas']['CtaUrlList'];
export type CtaUrlListResponse = components['schemas']['CtaUrlListResponse'];
export type CtaUrlResult = components['schemas']['CtaUrlResult'];
export type CtaUrlResultResponse = components['schemas']['CtaUrlResultResponse'];
export type CtaUrlSettings = components['schemas']['CtaUrlSettings'];
export type Deleted = components['schemas']['Deleted'];
export type DeletedChannel = components['schemas']['DeletedChannel'];
export type DeletedChannelResponse = components['schemas']['DeletedChannelResponse'];
export type DeletedResponse = components['schemas']['DeletedResponse'];
export type DeletedTemplate = components['schemas']['DeletedTemplate'];
export type DeletedTemplateResponse = components['schemas']['DeletedTemplateResponse'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryDetails = components['schemas']['DeliveryDetails'];
export type DeliveryDetailsResponse = components['schemas']['DeliveryDetailsResponse'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DeliveryListResponse = components['schemas']['DeliveryListResponse'];
export type DeliveryResult = components['schemas']['DeliveryResult'];
export type DeliveryResultResponse = components['schemas']['DeliveryResultResponse'];
export type DeliveryWithAttempts = components['schemas']['DeliveryWithAttempts'];
export type DeviceEventData = components['schemas']['DeviceEventData'];
export type DeviceStatusChangedData = components['schemas']['DeviceStatusChangedData'];
export type DeviceTokenExpiringData = components['schemas']['DeviceTokenExpiringData'];
export type DeviceUpdatedData = components['schemas']['DeviceUpdatedData'];
export type EnabledWebhook = components['schemas']['EnabledWebhook'];
export type EnabledWebhookResponse = components['schemas']['EnabledWebhookResponse'];
export type Error = components['schemas']['Error'];
export type Failure = components['schemas']['Failure'];
export type InteractiveList = components['schemas']['InteractiveList'];
export type InteractiveListList = components['schemas']['InteractiveListList'];
export type InteractiveListListResponse = components['schemas']['InteractiveListListResponse'];
export type InteractiveListResult = components['schemas']['InteractiveListResult'];
export type InteractiveListResultResponse = components['schemas']['InteractiveListResultResponse'];
export type InteractiveListRow = components['schemas']['InteractiveListRow'];
export type InteractiveListSection = components['schemas']['InteractiveListSection'];
export type InteractiveListSettings = components['schemas']['InteractiveListSettings'];
export type LegacyChannelList = components['schemas']['LegacyChannelList'];
export type LegacyChannelListResponse = components['schemas']['LegacyChannelListResponse'];
export type LegacyContactList = components['schemas']['LegacyContactList'];
export type LegacyContactListResponse = components['schemas']['LegacyContactListResponse'];
export type LegacyContactResultResponse = components['schemas']['LegacyContactResultResponse'];
export type LegacyConversationList = components['schemas']['LegacyConversationList'];
export type LegacyConversationListResponse = components['schemas']['LegacyConversationListResponse'];
export type LegacyCreateContact = components['schemas']['LegacyCreateContact'];
export type LegacyCreateWebhook = components['schemas']['LegacyCreateWebhook'];
export type LegacyCreatedWebhookResponse = components['schemas']['LegacyCreatedWebhookResponse'];
export type LegacyDeletedResponse = components['schemas']['LegacyDeletedResponse'];
export type LegacyFailure = components['schemas']['LegacyFailure'];
export type LegacyFailureData = components['schemas']['LegacyFailureData'];
export type LegacyMessageList = components['schemas']['LegacyMessageList'];
export type LegacyMessageListResponse = components['schemas']['LegacyMessageListResponse'];
export type LegacyPingResponse = components['schemas']['LegacyPingResponse'];
export type LegacyProductToSend = components['schemas']['LegacyProductToSend'];
export type LegacySendMessage = components['schemas']['LegacySendMessage'];
export type LegacySendMessageForm = components['schemas']['LegacySendMessageForm'];
export type LegacySendTemplate = components['schemas']['LegacySendTemplate'];
export type LegacySendTemplateForm = components['schemas']['LegacySendTemplateForm'];
export type LegacySentMessageResponse = components['schemas']['LegacySentMessageResponse'];
export type LegacyTemplateList = components['schemas']['LegacyTemplateList'];
export type LegacyTemplateListResponse = components['schemas']['LegacyTemplateListResponse'];
export type LegacyUpdateContact = components['schemas']['LegacyUpdateContact'];
export type LimitReachedData = components['schemas']['LimitReachedData'];
export type ListMeta = components['schemas']['ListMeta'];
export type ListedRow = components['schemas']['ListedRow'];
export type ListedSection = components['schemas']['ListedSection'];
export type Message = components['schemas']['Message'];
export type MessageAuthor = components['schemas']['MessageAuthor'];
export type MessageContact = components['schemas']['MessageContact'];
export type MessageCount = components['schemas']['MessageCount'];
export type MessageCounts = components['schemas']['MessageCounts'];
export type MessageCountsResponse = components['schemas']['MessageCountsResponse'];
export type MessageError = components['schemas']['MessageError'];
export type MessageEventData = components['schemas']['MessageEventData'];
export type MessageList = components['schemas']['MessageList'];
export type MessageListResponse = components['schemas']['MessageListResponse'];
export type MessageLocation = components['schemas']['MessageLocation'];
export type MessageMedia = components['schemas']['MessageMedia'];
export type MessagePricing = components['schemas']['MessagePricing'];
export type MessageReaction = components['schemas']['MessageReaction'];
export type MessageResult = components['schemas']['MessageResult'];
export type MessageResultResponse = components['schemas']['MessageResultResponse'];
export type Meta = components['schemas']['Meta'];
export type NumberSync = components['schemas']['NumberSync'];
export type OnboardingError = components['schemas']['OnboardingError'];
export type OnboardingSession = components['schemas']['OnboardingSession'];
export type OnboardingSessionResponse = components['schemas']['OnboardingSessionResponse'];
export type OwnAccount = components['schemas']['OwnAccount'];
export type OwnAccountResult = components['schemas']['OwnAccountResult'];
export type OwnAccountResultResponse = components['schemas']['OwnAccountResultResponse'];
export type Pagination = components['schemas']['Pagination'];
export type PairingCode = components['schemas']['PairingCode'];
export type PairingCodeResponse = components['schemas']['PairingCodeResponse'];
export type Person = components['schemas']['Person'];
export type PersonList = components['schemas']['PersonList'];
export type PersonListResponse = components['schemas']['PersonListResponse'];
export type Ping = components['schemas']['Ping'];
export type PingResponse = components['schemas']['PingResponse'];
export type Probe = components['schemas']['Probe'];
export type ProductToSend = components['schemas']['ProductToSend'];
export type ProviderError = components['schemas']['ProviderError'];
export type QrCode = components['schemas']['QrCode'];
export type QrCodeResponse = components['schemas']['QrCodeResponse'];
export type Quota = components['schemas']['Quota'];
export type RateTicket = components['schemas']['RateTicket'];
export type ReactionToSend = components['schemas']['ReactionToSend'];
export type ReconnectedChannel = components['schemas']['ReconnectedChannel'];
export type ReconnectedChannelResponse = components['schemas']['ReconnectedChannelResponse'];
export type RecoverWebhook = components['schemas']['RecoverWebhook'];
export type RecoveryResult = components['schemas']['RecoveryResult'];
export type RecoveryResultResponse = components['schemas']['RecoveryResultResponse'];
export type RequestPairingCode = components['schemas']['RequestPairingCode'];
export type RotatedSecret = components['schemas']['RotatedSecret'];
export type RotatedSecretResponse = components['schemas']['RotatedSecretResponse'];
export type SendMessage = components['schemas']['SendMessage'];
export type SendMessageForm = components['schemas']['SendMessageForm'];
export type SendTemplate = components['schemas']['SendTemplate'];
export type SendTemplateForm = components['schemas']['SendTemplateForm'];
export type SentMessage = components['schemas']['SentMessage'];
export type SentMessageResponse = components['schemas']['SentMessageResponse'];
export type ShownButton = components['schemas']['ShownButton'];
export type SupportedApp = components['schemas']['SupportedApp'];
export type SyncTemplates = components['schemas']['SyncTemplates'];
export type SyncedTemplates = components['schemas']['SyncedTemplates'];
export type SyncedTemplatesResponse = components['schemas']['SyncedTemplatesResponse'];
export type Template = components['schemas']['Template'];
export type TemplateButton = components['schemas']['TemplateButton'];
export type TemplateCategoryEventData = components['schemas']['TemplateCategoryEventData'];
export type TemplateList = components['schemas']['TemplateList'];
export type TemplateListResponse = components['schemas']['TemplateListResponse'];
export type TemplateResult = components['schemas']['TemplateResult'];
export type TemplateResultResponse = components['schemas']['TemplateResultResponse'];
export type TemplateStatusEventData = components['schemas']['TemplateStatusEventData'];
export type Ticket = components['schemas']['Ticket'];
export type TicketEventData = components['schemas']['TicketEventData'];
export type TicketList = components['schemas']['TicketList'];
export type TicketListResponse = components['schemas']['TicketListResponse'];
export type TicketResult = components['schemas']['TicketResult'];
export type TicketResultResponse = components['schemas']['TicketResultResponse'];
export type TicketStatusChangedData = components['schemas']['TicketStatusChangedData'];
export type TicketType = components['schemas']['TicketType'];
export type TicketTypeList = components['schemas']['TicketTypeList'];
export type TicketTypeListResponse = components['schemas']['TicketTypeListResponse'];
export type TicketTypeResult = components['schemas']['TicketTypeResult'];
export type TicketTypeResultResponse = components['schemas']['TicketTypeResultResponse'];
export type TypeOfTicket = components['schemas']['TypeOfTicket'];
export type UnsupportedMessage = components['schemas']['UnsupportedMessage'];
export type UpdateContact = components['schemas']['UpdateContact'];
export type UpdateCtaUrl = components['schemas']['UpdateCtaUrl'];
export type UpdateInteractiveList = components['schemas']['UpdateInteractiveList'];
export type UpdateTemplate = components['schemas']['UpdateTemplate'];
export type UpdateTemplateForm = components['schemas']['UpdateTemplateForm'];
export type UpdateTicket = components['schemas']['UpdateTicket'];
export type UpdateWebhook = components['schemas']['UpdateWebhook'];
export type UploadMediaForm = components['schemas']['UploadMediaForm'];
export type UploadedMediaRef = components['schemas']['UploadedMediaRef'];
export type UploadedMediaRefResponse = components['schemas']['UploadedMediaRefResponse'];
export type ValidTemplate = components['schemas']['ValidTemplate'];
export type ValidTemplateResponse = components['schemas']['ValidTemplateResponse'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookCreator = components['schemas']['WebhookCreator'];
export type WebhookDisabledData = components['schemas']['WebhookDisabledData'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookListResponse = components['schemas']['WebhookListResponse'];
export type WebhookResult = components['schemas']['WebhookResult'];
export type WebhookResultResponse = components['schemas']['WebhookResultResponse'];
export type WebhookTestData = components['schemas']['WebhookTestData'];
export type WholeListMeta = components['schemas']['WholeListMeta'];
export type WholeMessage = components['schemas']['WholeMessage'];
export type ResponseCapabilitiesResponse = components['responses']['CapabilitiesResponse'];
export type ResponseChannelListResponse = components['responses']['ChannelListResponse'];
export type ResponseChannelResultResponse = components['responses']['ChannelResultResponse'];
export type ResponseChannelStatusResponse = components['responses']['ChannelStatusResponse'];
export type ResponseContactListResponse = components['responses']['ContactListResponse'];
export type ResponseContactResultResponse = components['responses']['ContactResultResponse'];
export type ResponseConversationListResponse = components['responses']['ConversationListResponse'];
export type ResponseConversationResultResponse = components['responses']['ConversationResultResponse'];
export type ResponseCreatedChannelResponse = components['responses']['CreatedChannelResponse'];
export type ResponseCreatedOnboardingSessionResponse = components['responses']['CreatedOnboardingSessionResponse'];
export type ResponseCreatedWebhookResponse = components['responses']['CreatedWebhookResponse'];
export type ResponseCtaUrlListResponse = components['responses']['CtaUrlListResponse'];
export type ResponseCtaUrlResultResponse = components['responses']['CtaUrlResultResponse'];
export type ResponseDeletedChannelResponse = components['responses']['DeletedChannelResponse'];
export type ResponseDeletedResponse = components['responses']['DeletedResponse'];
export type ResponseDeletedTemplateResponse = components['responses']['DeletedTemplateResponse'];
export type ResponseDeliveryDetailsResponse = components['responses']['DeliveryDetailsResponse'];
export type ResponseDeliveryListResponse = components['responses']['DeliveryListResponse'];
export type ResponseDeliveryResultResponse = components['responses']['DeliveryResultResponse'];
export type ResponseEnabledWebhookResponse = components['responses']['EnabledWebhookResponse'];
export type ResponseInteractiveListListResponse = components['responses']['InteractiveListListResponse'];
export type ResponseInteractiveListResultResponse = components['responses']['InteractiveListResultResponse'];
export type ResponseLegacyChannelListResponse = components['responses']['LegacyChannelListResponse'];
export type ResponseLegacyContactListResponse = components['responses']['LegacyContactListResponse'];
export type ResponseLegacyContactResultResponse = components['responses']['LegacyContactResultResponse'];
export type ResponseLegacyConversationListResponse = components['responses']['LegacyConversationListResponse'];
export type ResponseLegacyCreatedWebhookResponse = components['responses']['LegacyCreatedWebhookResponse'];
export type ResponseLegacyDeletedResponse = components['responses']['LegacyDeletedResponse'];
export type ResponseLegacyMessageListResponse = components['responses']['LegacyMessageListResponse'];
export type ResponseLegacyPingResponse = components['responses']['LegacyPingResponse'];
export type ResponseLegacySentMessageResponse = components['responses']['LegacySentMessageResponse'];
export type ResponseLegacyTemplateListResponse = components['responses']['LegacyTemplateListResponse'];
export type ResponseLegacybadRequest = components['responses']['Legacybad_request'];
export type ResponseLegacybillingBlocked = components['responses']['Legacybilling_blocked'];
export type ResponseLegacydeviceServiceErrorOrProviderOutcomeUnknownOrProviderError = components['responses']['Legacydevice_service_error_or_provider_outcome_unknown_or_provider_error'];
export type ResponseLegacyduplicateContact = components['responses']['Legacyduplicate_contact'];
export type ResponseLegacyfeatureDisabled = components['responses']['Legacyfeature_disabled'];
export type ResponseLegacyidempotencyConflictOrIdempotencyInFlight = components['responses']['Legacyidempotency_conflict_or_idempotency_in_flight'];
export type ResponseLegacyinsufficientScopeOrFeatureDisabled = components['responses']['Legacyinsufficient_scope_or_feature_disabled'];
export type ResponseLegacyinsufficientScopeOrFeatureDisabledOrLimitReached = components['responses']['Legacyinsufficient_scope_or_feature_disabled_or_limit_reached'];
export type ResponseLegacynotFound = components['responses']['Legacynot_found'];
export type ResponseLegacypayloadTooLarge = components['responses']['Legacypayload_too_large'];
export type ResponseLegacyproviderOutcomeUnknownOrProviderError = components['responses']['Legacyprovider_outcome_unknown_or_provider_error'];
export type ResponseLegacyrateLimitExceeded = components['responses']['Legacyrate_limit_exceeded'];
export type ResponseLegacyserverError = components['responses']['Legacyserver_error'];
export type ResponseLegacyserviceUnavailable = components['responses']['Legacyservice_unavailable'];
export type ResponseLegacyunauthenticated = components['responses']['Legacyunauthenticated'];
export type ResponseLegacyunauthenticatedOrIpNotWhitelisted = components['responses']['Legacyunauthenticated_or_ip_not_whitelisted'];
export type ResponseLegacyunsupportedMediaType = components['responses']['Legacyunsupported_media_type'];
export type ResponseLegacyvalidationError = components['responses']['Legacyvalidation_error'];
export type ResponseLegacyvalidationErrorOrCapabilityErrorOrMarketingSuppressedOrInvalidPhone = components['responses']['Legacyvalidation_error_or_capability_error_or_marketing_suppressed_or_invalid_phone'];
export type ResponseLegacyvalidationErrorOrInvalidPhone = components['responses']['Legacyvalidation_error_or_invalid_phone'];
export type ResponseLegacyvalidationErrorOrTemplateRequiredOrCapabilityErrorOrMarketingSuppressedOrInvalidPhone = components['responses']['Legacyvalidation_error_or_template_required_or_capability_error_or_marketing_suppressed_or_invalid_phone'];
export type ResponseMessageCountsResponse = components['responses']['MessageCountsResponse'];
export type ResponseMessageListResponse = components['responses']['MessageListResponse'];
export type ResponseMessageResultResponse = components['responses']['MessageResultResponse'];
export type ResponseOnboardingSessionResponse = components['responses']['OnboardingSessionResponse'];
export type ResponseOwnAccountResultResponse = components['responses']['OwnAccountResultResponse'];
export type ResponsePairingCodeResponse = components['responses']['PairingCodeResponse'];
export type ResponsePersonListResponse = components['responses']['PersonListResponse'];
export type ResponsePingResponse = components['responses']['PingResponse'];
export type ResponseQrCodeResponse = components['responses']['QrCodeResponse'];
export type ResponseReconnectedChannelResponse = components['responses']['ReconnectedChannelResponse'];
export type ResponseRecoveryResultResponse = components['responses']['RecoveryResultResponse'];
export type ResponseRotatedSecretResponse = components['responses']['RotatedSecretResponse'];
export type ResponseSentMessageResponse = components['responses']['SentMessageResponse'];
export type ResponseSyncedTemplatesResponse = components['responses']['SyncedTemplatesResponse'];
export type ResponseTemplateListResponse = components['responses']['TemplateListResponse'];
export type ResponseTemplateResultResponse = components['responses']['TemplateResultResponse'];
export type ResponseTicketListResponse = components['responses']['TicketListResponse'];
export type ResponseTicketResultResponse = components['responses']['TicketResultResponse'];
export type ResponseTicketTypeListResponse = components['responses']['TicketTypeListResponse'];
export type ResponseTicketTypeResultResponse = components['responses']['TicketTypeResultResponse'];
export type ResponseUploadedMediaRefResponse = components['responses']['UploadedMediaRefResponse'];
export type ResponseValidTemplateResponse = components['responses']['ValidTemplateResponse'];
export type ResponseWebhookListResponse = components['responses']['WebhookListResponse'];
export type ResponseWebhookResultResponse = components['responses']['WebhookResultResponse'];
export type ResponseBadRequest = components['responses']['bad_request'];
export type ResponseBillingBlocked = components['responses']['billing_blocked'];
export type ResponseConflict = components['responses']['conflict'];
export type ResponseDeviceServiceError = components['responses']['device_service_error'];
export type ResponseDeviceServiceErrorOrPairingFailed = components['responses']['device_service_error_or_pairing_failed'];
export type ResponseDeviceServiceErrorOrProviderOutcomeUnknownOrProviderError = components['responses']['device_service_error_or_provider_outcome_unknown_or_provider_error'];
export type ResponseDeviceServiceErrorOrQrFailed = components['responses']['device_service_error_or_qr_failed'];
export type ResponseDuplicateContact = components['responses']['duplicate_contact'];
export type ResponseDuplicateDevice = components['responses']['duplicate_device'];
export type ResponseFeatureDisabled = components['responses']['feature_disabled'];
export type ResponseIdempotencyConflictOrIdempotencyInFlight = components['responses']['idempotency_conflict_or_idempotency_in_flight'];
export type ResponseIdempotencyConflictOrIdempotencyInFlightOrConflict = components['responses']['idempotency_conflict_or_idempotency_in_flight_or_conflict'];
export type ResponseInsufficientScopeOrFeatureDisabled = components['responses']['insufficient_scope_or_feature_disabled'];
export type ResponseInsufficientScopeOrFeatureDisabledOrLimitReached = components['responses']['insufficient_scope_or_feature_disabled_or_limit_reached'];
export type ResponseInsufficientScopeOrFeatureDisabledOrLimitReachedOrOutboundBlocked = components['responses']['insufficient_scope_or_feature_disabled_or_limit_reached_or_outbound_blocked'];
export type ResponseInsufficientScopeOrFeatureDisabledOrOutboundBlocked = components['responses']['insufficient_scope_or_feature_disabled_or_outbound_blocked'];
export type ResponseNotFound = components['responses']['not_found'];
export type ResponsePayloadTooLarge = components['responses']['payload_too_large'];
export type ResponseProviderError = components['responses']['provider_error'];
export type ResponseProviderOutcomeUnknownOrProviderError = components['responses']['provider_outcome_unknown_or_provider_error'];
export type ResponseRangeNotSatisfiable = components['responses']['range_not_satisfiable'];
export type ResponseRateLimitExceeded = components['responses']['rate_limit_exceeded'];
export type ResponseServerError = components['responses']['server_error'];
export type ResponseServiceUnavailable = components['responses']['service_unavailable'];
export type ResponseUnauthenticated = components['responses']['unauthenticated'];
export type ResponseUnauthenticatedOrIpNotWhitelisted = components['responses']['unauthenticated_or_ip_not_whitelisted'];
export type ResponseUnsupportedMediaType = components['responses']['unsupported_media_type'];
export type ResponseValidationError = components['responses']['validation_error'];
export type ResponseValidationErrorOrCapabilityError = components['responses']['validation_error_or_capability_error'];
export type ResponseValidationErrorOrCapabilityErrorOrInvalidPhone = components['responses']['validation_error_or_capability_error_or_invalid_phone'];
export type ResponseValidationErrorOrIdempotencyKeyRequiredOrCapabilityError = components['responses']['validation_error_or_idempotency_key_required_or_capability_error'];
export type ResponseValidationErrorOrIdempotencyKeyRequiredOrCapabilityErrorOrMarketingSuppressedOrInvalidPhone = components['responses']['validation_error_or_idempotency_key_required_or_capability_error_or_marketing_suppressed_or_invalid_phone'];
export type ResponseValidationErrorOrInvalidChannelType = components['responses']['validation_error_or_invalid_channel_type'];
export type ResponseValidationErrorOrInvalidPhone = components['responses']['validation_error_or_invalid_phone'];
export type ResponseValidationErrorOrReturnUrlNotAllowed = components['responses']['validation_error_or_return_url_not_allowed'];
export type ResponseValidationErrorOrTemplateRequiredOrCapabilityErrorOrMarketingSuppressedOrInvalidPhone = components['responses']['validation_error_or_template_required_or_capability_error_or_marketing_suppressed_or_invalid_phone'];
export type ResponseValidationErrorOrUnsupportedType = components['responses']['validation_error_or_unsupported_type'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderRateLimitLimit = components['headers']['RateLimit-Limit'];
export type HeaderRateLimitRemaining = components['headers']['RateLimit-Remaining'];
export type HeaderRateLimitReset = components['headers']['RateLimit-Reset'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderLink = components['headers']['Link'];
export type $defs = Record<string, never>;
export interface operations {
    deviceApiV1Instances: {
        parameters: {
            query?: {
                /** @description Records per page. Without `per_page`, `page` and `cursor`, the whole list is returned. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LegacyChannelListResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    deviceApiV1Webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyCreateWebhook"];
            };
        };
        responses: {
            201: components["responses"]["LegacyCreatedWebhookResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled_or_limit_reached"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiContactDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LegacyDeletedResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled"];
            404: components["responses"]["Legacynot_found"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiContactList: {
        parameters: {
            query?: {
                /** @description Part of a first name, a last name or a number. A number is found however it is written: with or without country code, +, trunk prefix, spaces and dashes. Case and accents are ignored. */
                search?: string;
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LegacyContactListResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiContactStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyCreateContact"];
            };
        };
        responses: {
            201: components["responses"]["LegacyContactResultResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled_or_limit_reached"];
            409: components["responses"]["Legacyduplicate_contact"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error_or_invalid_phone"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiContactUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacyUpdateContact"];
            };
        };
        responses: {
            200: components["responses"]["LegacyContactResultResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled"];
            404: components["responses"]["Legacynot_found"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiInboxConversationList: {
        parameters: {
            query?: {
                /** @description Return only conversations on this channel. An unknown channel returns an empty list. */
                chat_account_id?: number;
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LegacyConversationListResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiInboxConversationMessages: {
        parameters: {
            query?: {
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LegacyMessageListResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled"];
            404: components["responses"]["Legacynot_found"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiInboxSendMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies this operation. A retry with the same key and the same content returns the first response again, with the header `Idempotent-Replayed: true`, and does nothing else.
                 * @example order-1042-shipped
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacySendMessage"];
                "multipart/form-data": components["schemas"]["LegacySendMessageForm"];
            };
        };
        responses: {
            201: components["responses"]["LegacySentMessageResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            402: components["responses"]["Legacybilling_blocked"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["Legacynot_found"];
            409: components["responses"]["Legacyidempotency_conflict_or_idempotency_in_flight"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error_or_template_required_or_capability_error_or_marketing_suppressed_or_invalid_phone"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            502: components["responses"]["Legacydevice_service_error_or_provider_outcome_unknown_or_provider_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiInboxSendTemplateMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies this operation. A retry with the same key and the same content returns the first response again, with the header `Idempotent-Replayed: true`, and does nothing else.
                 * @example order-1042-shipped
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacySendTemplate"];
                "multipart/form-data": components["schemas"]["LegacySendTemplateForm"];
            };
        };
        responses: {
            201: components["responses"]["LegacySentMessageResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            402: components["responses"]["Legacybilling_blocked"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["Legacynot_found"];
            409: components["responses"]["Legacyidempotency_conflict_or_idempotency_in_flight"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error_or_capability_error_or_marketing_suppressed_or_invalid_phone"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            502: components["responses"]["Legacyprovider_outcome_unknown_or_provider_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiInboxTemplateList: {
        parameters: {
            query?: {
                /** @description Return only templates of the provider account of this channel. An unknown channel returns an empty list. */
                chat_account_id?: number;
                /** @example APPROVED */
                status?: "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED";
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LegacyTemplateListResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["Legacyinsufficient_scope_or_feature_disabled"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiPing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LegacyPingResponse"];
            400: components["responses"]["Legacybad_request"];
            401: components["responses"]["Legacyunauthenticated"];
            403: components["responses"]["Legacyfeature_disabled"];
            413: components["responses"]["Legacypayload_too_large"];
            415: components["responses"]["Legacyunsupported_media_type"];
            422: components["responses"]["Legacyvalidation_error"];
            429: components["responses"]["Legacyrate_limit_exceeded"];
            500: components["responses"]["Legacyserver_error"];
            503: components["responses"]["Legacyservice_unavailable"];
        };
    };
    externalApiTemplatesSend: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies this operation. A retry with the same key and the same content returns the first response again, with the header `Idempotent-Replayed: true`, and does nothing else.
                 * @example order-1042-shipped
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTemplate"];
                "multipart/form-data": components["schemas"]["SendTemplateForm"];
            };
        };
        responses: {
            201: components["responses"]["SentMessageResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            402: components["responses"]["billing_blocked"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict_or_idempotency_in_flight"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_idempotency_key_required_or_capability_error_or_marketing_suppressed_or_invalid_phone"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["provider_outcome_unknown_or_provider_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    isAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        alive: true;
                    };
                };
            };
            400: components["responses"]["bad_request"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limit_exceeded"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not modified: the `ETag` still matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limit_exceeded"];
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every check passes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ready: boolean;
                        checks: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["bad_request"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limit_exceeded"];
            /** @description Send requests elsewhere. `checks` shows why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ready: boolean;
                        checks: {
                            [key: string]: boolean;
                        };
                    };
                };
            };
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OwnAccountResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getTemplateCapabilities: {
        parameters: {
            query: {
                /** @example 1 */
                chat_account_id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CapabilitiesResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getChatAccountCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CapabilitiesResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Part of a first name, a last name or a number. A number is found however it is written: with or without country code, +, trunk prefix, spaces and dashes. Case and accents are ignored. */
                search?: string;
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ContactListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContact"];
            };
        };
        responses: {
            201: components["responses"]["ContactResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            409: components["responses"]["duplicate_contact"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_invalid_phone"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ContactResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletedResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContact"];
            };
        };
        responses: {
            200: components["responses"]["ContactResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Return only conversations on this channel. An unknown channel returns an empty list. */
                chat_account_id?: number;
                /** @description Return only conversations with this contact of the address book. An unknown contact returns an empty list. */
                contact_id?: number;
                /** @description `true`: return only conversations with unread messages; `false`, like none: all. */
                unread?: boolean;
                /** @description Part of the name, the user name or the number of the other party, but not of a message. A number is found however it is written. Case and accents are ignored. A name that changes is found within seconds. */
                search?: string;
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ConversationListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ConversationResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MessageListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ConversationResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    showTyping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ConversationResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_capability_error_or_invalid_phone"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["device_service_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listCtaUrls: {
        parameters: {
            query?: {
                /** @description Records per page. Without `per_page`, `page` and `cursor`, the whole list is returned. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CtaUrlListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createCtaUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CtaUrlSettings"];
            };
        };
        responses: {
            201: components["responses"]["CtaUrlResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteCtaUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletedResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateCtaUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCtaUrl"];
            };
        };
        responses: {
            200: components["responses"]["CtaUrlResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /** @description Return only channels of this type. */
                origin?: "cloud" | "device";
                /** @description Records per page. Without `per_page`, `page` and `cursor`, the whole list is returned. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChannelListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChannel"];
            };
        };
        responses: {
            200: components["responses"]["CreatedChannelResponse"];
            201: components["responses"]["CreatedChannelResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            409: components["responses"]["duplicate_device"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_unsupported_type"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["device_service_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createOnboardingSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOnboardingSession"];
            };
        };
        responses: {
            201: components["responses"]["CreatedOnboardingSessionResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_return_url_not_allowed"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getOnboardingSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3f2b8c5e-9d41-4c76-8a0e-1b5d7f9c2e34 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OnboardingSessionResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletedChannelResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    setDefaultChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChannelResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createPairingCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPairingCode"];
            };
        };
        responses: {
            200: components["responses"]["PairingCodeResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_invalid_channel_type"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["device_service_error_or_pairing_failed"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createQr: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["QrCodeResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_invalid_channel_type"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["device_service_error_or_qr_failed"];
            503: components["responses"]["service_unavailable"];
        };
    };
    reconnectChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ReconnectedChannelResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_invalid_channel_type"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["device_service_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getChannelStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChannelStatusResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /**
                 * @description Where to resume: the `id` of the last frame that you handled, unchanged. The header `Last-Event-ID`, which browsers send when they reconnect, takes precedence.
                 * @example lqz1x0a.8g3.mcx2k9f4
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Frames of `id`, `event` and `data`, until one of the two sides ends the stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listInteractiveLists: {
        parameters: {
            query?: {
                /** @description Records per page. Without `per_page`, `page` and `cursor`, the whole list is returned. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InteractiveListListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createInteractiveList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InteractiveListSettings"];
            };
        };
        responses: {
            201: components["responses"]["InteractiveListResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteInteractiveList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletedResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateInteractiveList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateInteractiveList"];
            };
        };
        responses: {
            200: components["responses"]["InteractiveListResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadMediaForm"];
            };
        };
        responses: {
            201: components["responses"]["UploadedMediaRefResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies this operation. A retry with the same key and the same content returns the first response again, with the header `Idempotent-Replayed: true`, and does nothing else.
                 * @example order-1042-shipped
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessage"];
                "multipart/form-data": components["schemas"]["SendMessageForm"];
            };
        };
        responses: {
            201: components["responses"]["SentMessageResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            402: components["responses"]["billing_blocked"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict_or_idempotency_in_flight"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_template_required_or_capability_error_or_marketing_suppressed_or_invalid_phone"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["device_service_error_or_provider_outcome_unknown_or_provider_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MessageResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getMessageMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with its own media type, its name in `Content-Disposition` and its SHA-256 as `ETag`. `HEAD` returns only the headers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            /** @description The part of the file that the `Range` header requests. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            /** @description Not modified: the `ETag` still matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            416: components["responses"]["range_not_satisfiable"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PingResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Return only templates of the provider account of this channel. An unknown channel returns an empty list. */
                chat_account_id?: number;
                /** @example APPROVED */
                status?: "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED";
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TemplateListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies this operation. A retry with the same key and the same content returns the first response again, with the header `Idempotent-Replayed: true`, and does nothing else.
                 * @example order-1042-shipped
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplate"];
                "multipart/form-data": components["schemas"]["CreateTemplateForm"];
            };
        };
        responses: {
            201: components["responses"]["TemplateResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            402: components["responses"]["billing_blocked"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict_or_idempotency_in_flight_or_conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_idempotency_key_required_or_capability_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["provider_outcome_unknown_or_provider_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    sendTemplate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies this operation. A retry with the same key and the same content returns the first response again, with the header `Idempotent-Replayed: true`, and does nothing else.
                 * @example order-1042-shipped
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTemplate"];
                "multipart/form-data": components["schemas"]["SendTemplateForm"];
            };
        };
        responses: {
            201: components["responses"]["SentMessageResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            402: components["responses"]["billing_blocked"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict_or_idempotency_in_flight"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_idempotency_key_required_or_capability_error_or_marketing_suppressed_or_invalid_phone"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["provider_outcome_unknown_or_provider_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    syncTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SyncTemplates"];
            };
        };
        responses: {
            200: components["responses"]["SyncedTemplatesResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_capability_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["provider_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    validateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplate"];
                "multipart/form-data": components["schemas"]["CreateTemplateForm"];
            };
        };
        responses: {
            200: components["responses"]["ValidTemplateResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_capability_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tpl_7Hk2mQ9x */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TemplateResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies this operation. A retry with the same key and the same content returns the first response again, with the header `Idempotent-Replayed: true`, and does nothing else.
                 * @example order-1042-shipped
                 */
                "Idempotency-Key": string;
            };
            path: {
                /** @example tpl_7Hk2mQ9x */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletedTemplateResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict_or_idempotency_in_flight_or_conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_idempotency_key_required_or_capability_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["provider_outcome_unknown_or_provider_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tpl_7Hk2mQ9x */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplate"];
                "multipart/form-data": components["schemas"]["UpdateTemplateForm"];
            };
        };
        responses: {
            200: components["responses"]["TemplateResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error_or_capability_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            502: components["responses"]["provider_outcome_unknown_or_provider_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTicketTypes: {
        parameters: {
            query?: {
                /** @description Records per page. Without `per_page`, `page` and `cursor`, the whole list is returned. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TicketTypeListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createTicketType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTicketType"];
            };
        };
        responses: {
            201: components["responses"]["TicketTypeResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTickets: {
        parameters: {
            query?: {
                status?: "open" | "in_progress" | "waiting_customer" | "resolved" | "closed" | "reopened";
                type_id?: number;
                /** @description Alias of `type_id`. */
                type?: number;
                /** @description The user that the ticket is assigned to. */
                assignee?: number;
                /** @description Alias of `assignee`. */
                assigned_agent_id?: number;
                /** @description Part of a ticket's number or subject, or of the contact's name or phone number, however it is written. Case and accents are ignored. */
                search?: string;
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TicketListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTicket"];
            };
        };
        responses: {
            201: components["responses"]["TicketResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description For example `TKT-000123`.
                 * @example TKT-000123
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TicketResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description For example `TKT-000123`.
                 * @example TKT-000123
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTicket"];
            };
        };
        responses: {
            200: components["responses"]["TicketResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    closeTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description For example `TKT-000123`.
                 * @example TKT-000123
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TicketResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    rateTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description For example `TKT-000123`.
                 * @example TKT-000123
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateTicket"];
            };
        };
        responses: {
            200: components["responses"]["TicketResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    reopenTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description For example `TKT-000123`.
                 * @example TKT-000123
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TicketResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    countMessages: {
        parameters: {
            query?: {
                /** @description `hour` for at most 31 days, which are kept for 62; `day` for at most 400 days. Default `day`. */
                granularity?: "hour" | "day";
                /** @description The first hour or day is the one that contains it. Default: 30 days before `until`, or a day with `hour`. */
                since?: string;
                /** @description Hours and days that begin from then on are left out. Default: now. */
                until?: string;
                /**
                 * @description What the counts are told apart by, separated by commas: `chat_account_id`, `direction`, `type`, `status`, `pricing_category`. Default `direction,status`.
                 * @example chat_account_id,status
                 */
                group_by?: string;
                /** @description Only messages of this channel. */
                chat_account_id?: number;
                direction?: "inbound" | "outbound";
                type?: "text" | "image" | "document" | "video" | "audio" | "location" | "interactive" | "template" | "product" | "order" | "contacts" | "reaction" | "sticker" | "system" | "unsupported";
                status?: "received" | "sent" | "delivered" | "read" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MessageCountsResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PersonListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Records per page. Without `per_page`, `page` and `cursor`, the whole list is returned. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            201: components["responses"]["CreatedWebhookResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["DeliveryResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_outbound_blocked"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletedResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            200: components["responses"]["WebhookResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                status?: "pending" | "succeeded" | "failed" | "blocked";
                /** @description The exact name of an event. */
                event?: string;
                /** @description Records per page. */
                per_page?: number;
                /** @description Page number, starting at 1. Pages cover only the first 10,000 records; `cursor` has no such limit. */
                page?: number;
                /** @description `next_cursor` of the previous page, unchanged. Send either `page` or `cursor`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryListResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
                /** @example 1 */
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryDetailsResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EnabledWebhookResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    recoverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverWebhook"];
            };
        };
        responses: {
            202: components["responses"]["RecoveryResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_limit_reached_or_outbound_blocked"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RotatedSecretResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["DeliveryResultResponse"];
            400: components["responses"]["bad_request"];
            401: components["responses"]["unauthenticated_or_ip_not_whitelisted"];
            403: components["responses"]["insufficient_scope_or_feature_disabled_or_outbound_blocked"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_error"];
            429: components["responses"]["rate_limit_exceeded"];
            500: components["responses"]["server_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    "account.limit_reached": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "account.limit_reached";
                    data: components["schemas"]["LimitReachedData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "conversation.merged": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "conversation.merged";
                    data: components["schemas"]["ConversationMergedData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "device.connected": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "device.connected";
                    data: components["schemas"]["DeviceEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "device.disconnected": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "device.disconnected";
                    data: components["schemas"]["DeviceEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "device.status_changed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "device.status_changed";
                    data: components["schemas"]["DeviceStatusChangedData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "device.token_expiring": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "device.token_expiring";
                    data: components["schemas"]["DeviceTokenExpiringData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "device.updated": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "device.updated";
                    data: components["schemas"]["DeviceUpdatedData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.deleted": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "message.deleted";
                    data: components["schemas"]["MessageEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.delivered": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "message.delivered";
                    data: components["schemas"]["MessageEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.failed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "message.failed";
                    data: components["schemas"]["MessageEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.read": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "message.read";
                    data: components["schemas"]["MessageEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.received": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "message.received";
                    data: components["schemas"]["MessageEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.sent": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "message.sent";
                    data: components["schemas"]["MessageEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "message.updated": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "message.updated";
                    data: components["schemas"]["MessageEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "template.category_changed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "template.category_changed";
                    data: components["schemas"]["TemplateCategoryEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "template.status_changed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "template.status_changed";
                    data: components["schemas"]["TemplateStatusEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ticket.created": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "ticket.created";
                    data: components["schemas"]["TicketEventData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ticket.status_changed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "ticket.status_changed";
                    data: components["schemas"]["TicketStatusChangedData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "webhook.disabled";
                    data: components["schemas"]["WebhookDisabledData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies the event. It is the same on every attempt: use it to detect duplicates.
                 * @example d3b1f3c4-8a52-4a8e-9c0e-5f6d1c2b7a90
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was signed, as a Unix timestamp in seconds.
                 * @example 1769854830
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` followed by the base64-encoded HMAC-SHA-256 of `id.timestamp.body`, keyed with the secret of the endpoint (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space. Verify one of them before you trust the body.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"] & {
                    /** @constant */
                    type: "webhook.test";
                    data: components["schemas"]["WebhookTestData"];
                };
            };
        };
        responses: {
            /** @description Received. After any other response, or none within 15 seconds, the delivery is retried: ten attempts in all, over about 76 hours. A 410 response disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
