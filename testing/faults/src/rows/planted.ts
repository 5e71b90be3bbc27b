import { setTimeout as delay } from 'node:timers/promises';
import { around, type Failpoint } from '../failpoints/failpoint';
import { atFailpoint } from './failpoints';
import type { FaultRow } from '../rounds/row';

const [beforeConsumed] = around('webhooks', 'commit', 'inbox');
const [beforeAck] = around('webhooks', 'ack', 'webhooks-events');
const [beforeOutcome] = around('messaging', 'commit', 'messages+outbox');
const [, afterHandOver] = around('device-sessions', 'network-write', 'send');
const [, afterCloudHandOver] = around('cloud-connector', 'http-write', 'POST');
const [beforeCallbackStored] = around('cloud-connector', 'commit', 'callbacks');

/** Longer than a relay waits for NATS to answer a publish. */
const FREEZE_MS = 5_500;

/** Small rows for `--planted`: each detects one planted bug, and passes without it. */
export const plantedRows: readonly FaultRow[] = [
  targeted('kill-before-consumed', beforeConsumed!, 'SIGKILL'),
  targeted('kill-before-ack', beforeAck!, 'SIGKILL'),
  targeted('pause-before-outcome', beforeOutcome!, 'SIGSTOP'),
  targeted('kill-after-hand-over', afterHandOver!, 'SIGKILL'),
  targeted('kill-after-cloud-hand-over', afterCloudHandOver!, 'SIGKILL'),
  targeted('kill-before-callback-stored', beforeCallbackStored!, 'SIGKILL'),
  {
    name: 'freeze-and-kill-nats',
    about:
      'NATS accepts events but never stores them: it freezes for longer than a relay waits, and is killed',
    rounds: { quick: 1, full: 4 },
    choose: () => ({
      name: `frozen for ${FREEZE_MS} ms`,
      inflict: async ({ stack }) => {
        stack.signal('nats', 'SIGSTOP');
        await delay(FREEZE_MS);
        await stack.kill('nats');
      },
    }),
  },
];

function targeted(name: string, point: Failpoint, signal: 'SIGKILL' | 'SIGSTOP'): FaultRow {
  const { service, moment, action, object } = point;
  return {
    name,
    about: `${signal} ${moment} the ${action} of ${object} in ${service}`,
    rounds: { quick: 2, full: 10 },
    choose: (_turn, random) => atFailpoint(point, signal, random.between(0, 2)),
  };
}
