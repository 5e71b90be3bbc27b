import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AlertFault } from '../fault';
import { all, MAX_CONNECTIONS, repeat, type Installation } from '../installation';

/** Between 0.6 % and 1.44 %: too many for the budget of 30 days, but not for that of two. */
const SUCCESSES_PER_FAILURE = 110;
const CROWD = 40;
const MORE_CONNECTIONS_EVERY_MS = 20;

const succeed = (on: Installation) => on.customer.client.get('/v1/ping');
const fail = (on: Installation) => on.customer.desk.get('/v1/ticket-types');

/** Faults that the clients of the API notice. */
export const requestFaults: AlertFault[] = [
  {
    alert: 'ChatBudgetBurnsSlowly',
    fault: 'one request in a hundred fails, since a table is missing',
    begin: async (on) => {
      const restore = await on.loseTable('tickets', 'ticket_types');
      const round = async () => {
        for (let count = 0; count < SUCCESSES_PER_FAILURE; count += 1) await succeed(on);
        await fail(on);
      };
      return all(restore, repeat(round, 0));
    },
  },
  {
    alert: 'ChatBudgetBurnsFast',
    fault: 'every second request fails, since a table is missing',
    begin: async (on) => {
      const restore = await on.loseTable('tickets', 'ticket_types');
      const round = async () => {
        await succeed(on);
        await fail(on);
      };
      return all(restore, repeat(round, 100));
    },
  },
  {
    alert: 'ChatPoolExhausted',
    fault: 'a session that hangs with a lock on a table, and many requests that need it',
    alongside: ['ChatRequestsUnanswered', 'ChatSamplesFail'],
    begin: async (on) => {
      const release = await on.hang('LOCK TABLE crm.contacts IN ACCESS EXCLUSIVE MODE');
      const crowd = Array.from({ length: CROWD }, () =>
        repeat(() => on.customer.client.get('/v1/contacts'), 100),
      );
      // Requests end when the lock is released.
      return all(async () => void (await Promise.all(crowd.map((end) => end()))), release);
    },
  },
  {
    alert: 'ChatConnectionsRefused',
    fault: 'one address opens more connections than it may have',
    begin: async (on) => {
      const { hostname: host, port } = new URL(on.stack.gatewayUrls[1]!);
      const sockets = new Set<Socket>();
      const open = async () => {
        const socket = connect({ host, port: Number(port) });
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
        sockets.add(socket);
        await once(socket, 'connect');
      };
      for (let count = 0; count < MAX_CONNECTIONS; count += 1) await open();
      const end = repeat(open, MORE_CONNECTIONS_EVERY_MS);
      return async () => {
        await end();
        for (const socket of sockets) socket.destroy();
      };
    },
  },
];
