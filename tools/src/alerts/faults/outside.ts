import type { AlertFault } from '../fault';
import { all, repeat } from '../installation';

const SEND_EVERY_MS = 500;
/** A send that the provider does not take is an answer 5xx, or a message whose fate is unknown. */
const BUDGETS = ['ChatBudgetBurnsFast', 'ChatBudgetBurnsSlowly'];

/** Faults of the provider and the phones' network. */
export const outsideFaults: AlertFault[] = [
  {
    alert: 'ChatProviderUnreachable',
    fault: 'the connections to the provider are reset',
    alongside: BUDGETS,
    begin: (on) => {
      const mend = on.cut('cloud-connector', 'sandbox');
      return Promise.resolve(
        all(
          mend,
          repeat(() => on.send('anybody'), SEND_EVERY_MS),
        ),
      );
    },
  },
  {
    alert: 'ChatProviderRefuses',
    fault: 'the provider refuses the messages to a number',
    alongside: BUDGETS,
    begin: (on) => Promise.resolve(repeat(() => on.send('refused'), SEND_EVERY_MS)),
  },
  {
    alert: 'ChatSessionsAway',
    fault: "the connections to the phones' network are reset",
    begin: (on) => Promise.resolve(on.cut('device-sessions', 'sandbox')),
  },
];
