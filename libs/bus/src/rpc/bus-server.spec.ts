import { Empty, Id, operation } from '@chat/contracts';
import type { BusConnection } from '../connection';
import type { StandingSubscription } from '../standing-subscriptions';
import { BusServer } from './bus-server';

class Thing {
  @Id() id!: number;
}

const touchThing = operation({
  subject: 'rpc.things.thing.touch',
  effect: 'write',
  owner: { member: 'id', claim: 'rpc.things.thing.claim' },
  body: Thing,
  output: Empty,
});

it('takes no requests for a record that it comes to own while it closes', async () => {
  const open = new Set<string>();
  let letGo = () => undefined as void;
  const drained = new Promise<void>((resolve) => (letGo = resolve));
  const server = serverOn((subject) => {
    open.add(subject);
    const drain = () => drained.then(() => void open.delete(subject));
    return { drain, isRefused: false };
  });
  server.own('7');
  expect([...open]).toEqual(['rpc.things.thing.touch.7']);

  const closing = server.close();
  server.own('8');
  letGo();
  await closing;
  server.own('9');
  expect([...open]).toEqual([]);
});

/** A server with one operation, on a connection that can only subscribe. */
function serverOn(subscribe: (subject: string) => StandingSubscription): BusServer {
  const connection = { subscribe, isConnected: true };
  const server = new BusServer(connection as unknown as BusConnection, 'things', () => undefined);
  server.addHandler(touchThing.subject, () => Promise.resolve({}), false, { operation: touchThing });
  return server;
}
