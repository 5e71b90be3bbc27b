import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, headers, type NatsConnection } from 'nats';
import { natsConfiguration, natsUsers } from '@chat/bus/users';
import { startNats, type LocalNats } from '@chat/local-servers';
import { runAdmin } from './testing/run-admin';
import { addAccountCommands } from './account';

const PEOPLE = new Map([
  ['NATS_PASSWORD_ADMIN_ADA', 'of-ada'],
  ['NATS_PASSWORD_VIEWER_BOB', 'of-bob'],
]);

describe('the admin tool of somebody with a NATS user of their own', () => {
  let folder: string;
  let server: LocalNats;
  let gateway: NatsConnection;
  let environment: jest.ReplaceProperty<NodeJS.ProcessEnv>;
  const asked: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'admin-operators-'));
    const passwordVariables: Record<string, string> = { ...natsUsers.passwordVariables };
    delete passwordVariables.admin;
    server = await startNats({
      dataDir: folder,
      users: { configuration: natsConfiguration(PEOPLE), passwordVariables },
      log: () => undefined,
    });
    gateway = await connect({ servers: server.address, user: 'gateway', pass: server.password('gateway') });
    for (const operation of ['list', 'suspend']) {
      gateway.subscribe(`rpc.gateway.account.${operation}.by.*`, {
        queue: 'gateway',
        callback: (_error, message) => {
          asked.push(message.subject);
          const status = headers();
          status.set('Status', '200');
          message.respond(JSON.stringify({ accounts: [], account: { id: 2 } }), { headers: status });
        },
      });
    }
    await gateway.flush();
    environment = jest.replaceProperty(process, 'env', process.env);
  }, 120_000);

  afterAll(async () => {
    environment.restore();
    await gateway.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const admin = (user: string, password: string, ...words: string[]) => {
    process.env = { ...process.env, NATS_URL: server.address, NATS_USER: user, NATS_PASSWORD: password };
    return runAdmin(addAccountCommands, ['account', ...words]);
  };

  it('asks in their name', async () => {
    asked.length = 0;
    await admin('admin-ada', 'of-ada', 'suspend', '2');
    await admin('viewer-bob', 'of-bob', 'list');
    expect(asked).toEqual(['rpc.gateway.account.suspend.by.ada', 'rpc.gateway.account.list.by.bob']);
  });

  it('says who may only look that something is a change', async () => {
    asked.length = 0;
    await expect(admin('viewer-bob', 'of-bob', 'suspend', '2')).rejects.toThrow(
      'The NATS user viewer-bob may only look. What you asked for is a change.',
    );
    expect(asked).toEqual([]);
  });
});
