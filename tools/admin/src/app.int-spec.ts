import {
  createDeveloperApp,
  getAccount,
  listDeveloperApps,
  updateDeveloperApp,
} from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { refusal, startTestNats, TestBus, type TestNats } from '@chat/test-kit';
import { runAdmin } from './testing/run-admin';
import { addAppCommands } from './app';

const [first, second] = ['https://crm.example.com/callback', 'http://localhost:8080/callback'];

describe('admin app', () => {
  let nats: TestNats;
  let bus: TestBus;
  let environment: jest.ReplaceProperty<NodeJS.ProcessEnv>;
  let asked: readonly string[] | null | undefined;

  beforeAll(async () => {
    nats = await startTestNats();
    bus = await TestBus.open(nats.url);
    environment = jest.replaceProperty(process, 'env', { ...process.env, NATS_URL: nats.url });
    const developer_app = { id: 5 } as never;
    await bus.respond(createDeveloperApp, ({ body }) => {
      asked = body.redirect_uris;
      return { developer_app, client_secret: null };
    });
    await bus.respond(listDeveloperApps, () => ({ developer_apps: [] }));
    await bus.respond(getAccount, () => {
      throw new AppError('not_found');
    });
    await bus.respond(updateDeveloperApp, ({ body }) => {
      asked = body.redirect_uris;
      return { developer_app };
    });
  });

  afterAll(async () => {
    environment.restore();
    await bus.close();
    await nats.stop();
  });

  it.each([
    ['after one option', ['--redirect-uri', first, second]],
    ['each after its own option', ['--redirect-uri', first, '--redirect-uri', second]],
  ])('creates an app with several redirect URIs, %s', async (_, uris) => {
    await runAdmin(addAppCommands, [
      'app',
      'create',
      '--account',
      '7',
      '--name',
      'Acme',
      ...uris,
      '--public',
    ]);
    expect(asked).toEqual([first, second]);
  });

  it('lists the apps of all accounts, but not of one that does not exist', async () => {
    expect((await runAdmin(addAppCommands, ['app', 'list'])).stdout).toBe('None.');
    expect((await refusal(runAdmin(addAppCommands, ['app', 'list', '--account', '7']))).code).toBe(
      'not_found',
    );
  });

  it('does not take the app argument of an update for another redirect URI', async () => {
    await runAdmin(addAppCommands, ['app', 'update', '--redirect-uri', second, '5']);
    expect(asked).toEqual([second]);
  });
});
