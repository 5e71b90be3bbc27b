import { setTimeout as delay } from 'node:timers/promises';
import type { AlertFault } from '../fault';
import { all, repeat, type End, type Installation } from '../installation';

const STOPPED_MS = 400;
const RUNNING_MS = 200;

async function kill(on: Installation, name: string): Promise<End> {
  await on.stack.kill(name);
  return () => on.stack.start(name);
}

/** Faults of single processes. */
export const processFaults: AlertFault[] = [
  {
    alert: 'ChatProcessDown',
    fault: 'one of two replicas is killed',
    begin: (on) => kill(on, 'tickets-2'),
  },
  {
    alert: 'ChatServiceGone',
    fault: 'the only replica is killed, and its target disappears',
    begin: async (on) => {
      const restart = await kill(on, 'templates');
      await on.monitor.hide('templates');
      return all(() => on.monitor.show('templates'), restart);
    },
  },
  {
    alert: 'ChatRequestsUnanswered',
    fault: 'the only replica of a service is killed, and clients call it',
    alongside: ['ChatProcessDown', 'ChatServiceGone'],
    begin: async (on) =>
      all(
        await kill(on, 'templates'),
        repeat(() => on.customer.desk.get('/v1/templates'), 200),
      ),
  },
  {
    alert: 'ChatEventLoopBlocked',
    fault: 'a process gets no CPU for most of the time',
    begin: (on) => {
      const pulse = async () => {
        on.stack.signal('tickets-2', 'SIGSTOP');
        await delay(STOPPED_MS);
        on.stack.signal('tickets-2', 'SIGCONT');
      };
      return Promise.resolve(repeat(pulse, RUNNING_MS));
    },
  },
];
