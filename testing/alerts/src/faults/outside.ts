import type { AlertFault } from '../fault';
import { PHONE } from '../customer';
import { all, repeat } from '../installation';

const SEND_EVERY_MS = 500;
const HOUR_MS = 3_600_000;
/** As the phones' network of the sandbox says it. */
const CLIENT_OUTDATED = 405;

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
  {
    alert: 'ChatDeviceNumbersRestricted',
    fault: 'the network forbids a phone to start new chats',
    begin: async (on) => {
      const restrict = (until: string | null) =>
        on.stack.sandbox.setPhone(PHONE, { restricted_until: until });
      await restrict(new Date(Date.now() + HOUR_MS).toISOString());
      return () => restrict(null);
    },
  },
  {
    alert: 'ChatDeviceClientOutdated',
    fault: 'the network refuses the version of the client',
    begin: async (on) => {
      await on.stack.sandbox.disconnect(PHONE, CLIENT_OUTDATED);
      return () => on.customer.connectPhone();
    },
  },
];
