// Consumes the message events of every account, each once, and resumes where it stopped:
//   NATS_URL=nats://user:password@localhost:4222 node examples/consume-events.mjs
// docs/asyncapi.yaml documents the events and the NATS permissions that a consumer needs.
import { AckPolicy, connect } from 'nats';

const STREAM = 'CHAT_EVENTS';
const DURABLE = 'example-messages';

const { host, username, password } = new URL(process.env.NATS_URL ?? 'nats://localhost:4222');
const nats = await connect({
  servers: host,
  user: decodeURIComponent(username),
  pass: decodeURIComponent(password),
});
const streams = await nats.jetstreamManager();
await streams.consumers.add(STREAM, {
  durable_name: DURABLE,
  filter_subject: 'evt.messaging.message.*',
  ack_policy: AckPolicy.Explicit,
});
const messages = await (await nats.jetstream().consumers.get(STREAM, DURABLE)).consume();
process.once('SIGTERM', () => messages.stop());

/** A real consumer stores the ids in its database, in the same transaction as the changes that the event causes. */
const handled = new Set();
for await (const message of messages) {
  const { id, type, accountid, data } = message.json();
  if (!handled.has(id)) {
    console.log(
      JSON.stringify({ id, type, account: accountid, message: data.message.id, status: data.message.status }),
    );
    handled.add(id);
  }
  message.ack();
}
await nats.drain();
