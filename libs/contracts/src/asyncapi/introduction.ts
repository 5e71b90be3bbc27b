/** What the author of a program that consumes events from NATS needs to know. */
export const introduction = `Events for your own programs that run beside the services. Customers receive events as webhooks
and need no NATS.

**Consuming.** Events stay in the JetStream stream \`CHAT_EVENTS\` for 7 days. Create a durable pull consumer with explicit
acknowledgment and a filter on the subjects that you need, for example \`evt.messaging.message.*\`; replicas of your program
share it. Store the effect of an event and its \`id\` in one transaction, then acknowledge the event.
\`examples/consume-events.mjs\` does this in 30 lines. Give the program its own user on the NATS server, allowed to create and
read its own consumer and nothing else:

    publish: ["$JS.API.INFO", "$JS.API.CONSUMER.CREATE.CHAT_EVENTS.<durable>.>", "$JS.API.CONSUMER.INFO.CHAT_EVENTS.<durable>",
              "$JS.API.CONSUMER.MSG.NEXT.CHAT_EVENTS.<durable>", "$JS.ACK.CHAT_EVENTS.<durable>.>"]
    subscribe: ["_INBOX.>"]

The user \`observer\` receives events as they are published and keeps no position in the stream.

**Guarantees.** An event is delivered at least once: use \`id\` to detect duplicates. Events of one service arrive in the order
of their transactions unless one is redelivered; \`entityversion\` shows which of two events of an entity is newer.
\`accountid\` names the account that owns the event: never show it to another account.

**Compatibility.** New event types, new fields in \`data\` and in the envelope, and new values of texts that are not enumerated
here may be added at any time: ignore what you do not recognize. A documented field keeps its name, type and meaning. Any other
change becomes a new event type, and both types are published for at least one version. Subjects of five words
(\`evt.<service>.internal.…\`) are internal to the services and change without notice.
`;
