import type { AlertFault } from '../fault';
import { all, repeat } from '../installation';

const SEND_EVERY_MS = 500;

/** Faults of the provider and the phones' network. */
export const outsideFaults: AlertFault[] = [
  {
    alert: 'ChatProviderUnreachable',
    fault: 'the connections to the provider are reset',
    begin: (on) => {
      const mend = on.cut('cloud-connector', 'sandbox');
      return Promise.resolve(
        all(
          mend,
          repeat(() => on.customer.send('anybody'), SEND_EVERY_MS),
        ),
      );
    },
  },
  {
    alert: 'ChatProviderRefuses',
    fault: 'the provider refuses the messages to a number',
    begin: (on) => Promise.resolve(repeat(() => on.customer.send('refused'), SEND_EVERY_MS)),
  },
  {
    alert: 'ChatTokenExpires',
    fault: 'the token of a number has three days left',
    begin: async (on) => {
      const expires = (when: string) =>
        on.stack.query(`UPDATE cloud_connector.numbers SET token_expires_at = ${when}`);
      await expires(`now() + interval '3 days'`);
      return async () => void (await expires('NULL'));
    },
  },
  {
    alert: 'ChatSessionsAway',
    fault: "the connections to the phones' network are reset",
    begin: (on) => Promise.resolve(on.cut('device-sessions', 'sandbox')),
  },
];
