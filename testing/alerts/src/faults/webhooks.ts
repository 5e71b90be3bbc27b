import type { AlertFault } from '../fault';
import { all, repeat } from '../installation';

const EVENT_EVERY_MS = 500;

/** Faults of the deliveries to receivers. */
export const webhookFaults: AlertFault[] = [
  {
    alert: 'ChatWebhooksLate',
    fault: 'a dispatcher hangs with the lock of an endpoint, for which an event arrives',
    isQuick: true,
    begin: async (on) => {
      const lock = `SELECT pg_advisory_xact_lock(hashtextextended('webhooks.lane', $1))`;
      const release = await on.hang(lock, [on.customer.webhookId]);
      await on.customer.createTicket();
      return release;
    },
  },
  {
    alert: 'ChatReceiversFail',
    fault: 'the only receiver answers with 500',
    begin: (on) => {
      on.customer.receiver.answer = () => ({ status: 500 });
      const recover = () => {
        on.customer.receiver.answer = () => ({ status: 200 });
        return Promise.resolve();
      };
      return Promise.resolve(
        all(
          recover,
          repeat(() => on.customer.createTicket(), EVENT_EVERY_MS),
        ),
      );
    },
  },
];
