/** What a program needs to know that consumes the events on NATS. */
export const introduction = `What happened, for programs of your own beside the services. Customers get the same facts as
webhooks, and need no NATS.

**Consuming.** Events lie in the JetStream stream \`CHAT_EVENTS\` for 7 days. Make a durable pull consumer with explicit
acknowledgement and a filter on the subjects that you need, as in \`evt.messaging.message.*\`; replicas of your program share it.
Write what an event means and its \`id\` in one transaction, and acknowledge after that. \`examples/consume-events.mjs\` does it
in 30 lines. Give the program a user of its own on the NATS server, which may create and read its own consumer and nothing else:

    publish: ["$JS.API.INFO", "$JS.API.CONSUMER.CREATE.CHAT_EVENTS.<durable>.>", "$JS.API.CONSUMER.INFO.CHAT_EVENTS.<durable>",
              "$JS.API.CONSUMER.MSG.NEXT.CHAT_EVENTS.<durable>", "$JS.ACK.CHAT_EVENTS.<durable>.>"]
    subscribe: ["_INBOX.>"]

The user \`observer\` hears events as they are published, and keeps no place in the stream.

**What holds.** An event is delivered at least once: know repeats by \`id\`. Events of one service arrive in the order of their
transactions as long as nothing is delivered again; \`entityversion\` says which of two events of an entity is the newer one. The
\`accountid\` says whose it is: never show it to another account.

**What may change.** New event types, new members of \`data\` and of the envelope, and new values of texts that are not
enumerated here may come at any time: ignore what you do not know. A member that is documented keeps its name, type and
meaning. What must change otherwise becomes a new event type, and both are published for at least one version. Subjects of five
words (\`evt.<service>.internal.…\`) belong to the services and change without notice.
`;
