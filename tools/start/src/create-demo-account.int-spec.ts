import { createAccount, createApiKey, createUser } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { startTestNats, TestBus, type TestNats } from '@chat/test-kit';
import { createDemoAccount } from './create-demo-account';

describe('the demo account', () => {
  let nats: TestNats;
  let bus: TestBus;
  let accounts = 0;
  let ends: AppError[] = [];

  beforeAll(async () => {
    nats = await startTestNats();
    bus = await TestBus.open(nats.url);
    await bus.respond(createAccount, () => ({ account: { id: (accounts += 1) } }) as never);
    await bus.respond(
      createApiKey,
      () => ({ api_key: { client_id: 'ck_1' }, client_secret: 'cs_1' }) as never,
    );
    await bus.respond(createUser, () => {
      const end = ends.shift();
      if (end) throw end;
      return {} as never;
    });
  });

  afterAll(async () => {
    await bus.close();
    await nats.stop();
  });

  it('is another one where the machine was too busy to say whether the first was completed', async () => {
    ends = [new AppError('server_error', { reason: 'outcome_unknown' }), new AppError('service_unavailable')];
    expect(await createDemoAccount(nats.url)).toMatchObject({
      account_id: 3,
      user: { email: 'demo-3@example.com' },
    });
  });

  it('is not tried again where it was refused', async () => {
    const before = accounts;
    ends = [new AppError('conflict')];
    await expect(createDemoAccount(nats.url)).rejects.toMatchObject({ code: 'conflict' });
    expect(accounts).toBe(before + 1);
  });
});
