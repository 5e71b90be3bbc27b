import type { AlertFault } from '../fault';
import type { Installation } from '../installation';

const BACKLOG = 1_100;
/** NATS takes at most 8 MiB. */
const TOO_LARGE_BYTES = 9_000_000;

/** Publishes many events, as a burst of changes would. They are copies of one, so they change nothing. */
async function publishBacklog(on: Installation): Promise<void> {
  await on.customer.createTicket();
  await on.stack.query(
    `INSERT INTO tickets.outbox (account_id, event_id, subject, document)
     SELECT account_id, id, subject, replace(document, event_id::text, id::text)
     FROM (SELECT gen_random_uuid() AS id, one.* FROM generate_series(1, $1), LATERAL (
       SELECT account_id, event_id, subject, document FROM tickets.outbox ORDER BY id DESC LIMIT 1) AS one) AS copies`,
    [BACKLOG],
  );
}

/** Faults of NATS, and of the way of events through it. */
export const eventFaults: AlertFault[] = [
  {
    alert: 'ChatBusDisconnected',
    fault: 'one of two replicas cannot reach NATS',
    begin: (on) => Promise.resolve(on.cut('tickets-2', 'nats')),
  },
  {
    alert: 'ChatOutboxStuck',
    fault: 'a relay hangs with the lock of its outbox',
    isQuick: true,
    begin: async (on) => {
      const release = await on.hang(`SELECT pg_advisory_xact_lock(hashtext('tickets.outbox'))`);
      await on.customer.createTicket();
      return release;
    },
  },
  {
    alert: 'ChatConsumerBehind',
    fault: 'a session that hangs with a lock on the table that a consumer reads, and a burst of events',
    alongside: ['ChatWebhooksLate'],
    begin: async (on) => {
      const release = await on.hang('LOCK TABLE webhooks.endpoints IN ACCESS EXCLUSIVE MODE');
      await publishBacklog(on);
      return release;
    },
  },
  {
    alert: 'ChatEventsGivenUp',
    fault: 'NATS refuses an event that is too large',
    begin: async (on) => {
      await on.stack.query(
        `INSERT INTO crm.outbox (account_id, event_id, subject, document)
         VALUES (1, gen_random_uuid(), 'evt.crm.contact.created', repeat('x', $1))`,
        [TOO_LARGE_BYTES],
      );
      return async () => void (await on.stack.query('DELETE FROM crm.dead_letters'));
    },
  },
];
